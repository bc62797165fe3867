import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, fchmodSync, fchownSync, fsyncSync, openSync } from 'node:fs'
import { linkSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Creates a folder if it is missing, with the owner of its parent folder. */
export function makeFolder(path: string, mode: number): void {
  const first = mkdirSync(path, { recursive: true, mode })
  if (first === undefined || process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(first))
  for (let made = path; made.length >= first.length; made = dirname(made)) chownSync(made, uid, gid)
}

/**
 * Writes a file atomically: readers find the old text or the new one, also after a crash. The mode
 * is set before the first byte is written. A file that root writes gets the owner of its folder, so
 * that a container that works in a user's checkout does not lock that user out.
 */
export function writeWhole(path: string, text: string, mode: number): void {
  withFileBeside(path, text, mode, (beside) => {
    renameSync(beside, path)
  })
}

/** As {@link writeWhole}, but does not change an existing file: returns false instead. */
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

/** Changes the owner of an open file. Does nothing unless this process is root. */
export function giveToFolderOwner(file: number, folder: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(folder)
  fchownSync(file, uid, gid)
}
