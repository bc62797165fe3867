import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, fchmodSync, fchownSync, fsyncSync, openSync } from 'node:fs'
import { linkSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a folder where it is missing, and gives it to the owner of the folder around it. */
export function makeFolder(path: string, mode: number): void {
  const first = mkdirSync(path, { recursive: true, mode })
  if (first === undefined || process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(first))
  for (let made = path; made.length >= first.length; made = dirname(made)) chownSync(made, uid, gid)
}

/**
 * Writes a file as a whole: whoever reads it finds the old text or the new one, and a crash leaves one
 * of them. It has its mode before it has its first byte. What root writes belongs to the owner of the
 * folder, so that a container at work in a user's checkout does not lock that user out.
 */
export function writeWhole(path: string, text: string, mode: number): void {
  withFileBeside(path, text, mode, (beside) => {
    renameSync(beside, path)
  })
}

/** As {@link writeWhole}, but leaves a file that is there as it is, and says so by `false`. */
export function writeNewWhole(path: string, text: string, mode: number): boolean {
  return withFileBeside(path, text, mode, (beside) => {
    try {
      linkSync(beside, path)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      return false
    } finally {
      rmSync(beside)
    }
  })
}

function withFileBeside<Result>(
  path: string,
  text: string,
  mode: number,
  put: (beside: string) => Result,
): Result {
  const beside = `${path}.${randomBytes(6).toString('hex')}.new`
  try {
    const file = openSync(beside, 'wx', mode)
    try {
      fchmodSync(file, mode)
      giveToFolderOwner(file, dirname(path))
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    return put(beside)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}

/** For an open file. Only root can give files away. */
export function giveToFolderOwner(file: number, folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  fchownSync(file, uid, gid)
}
