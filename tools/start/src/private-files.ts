import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '@vadium/local-postgres'

/** Writes a file that only its owner can read. Readers find the old text or the new one. */
export function writePrivateFile(path: string, text: string): void {
  writeBeside(path, text, renameSync)
}

/** The same for a new file. Returns false if there is one already, which stays. */
export function createPrivateFile(path: string, text: string): boolean {
  try {
    // Unlike a new name, a link never replaces a file.
    writeBeside(path, text, linkSync)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/**
 * A random text of 256 bits, in a file that only its owner can read. Starts at once get the same.
 */
export function secretIn(path: string): string {
  createPrivateFile(path, `${randomBytes(32).toString('base64url')}\n`)
  // A copy may have another mode.
  chmodSync(path, 0o600)
  return readFileSync(path, 'utf8').trim()
}

function writeBeside(
  path: string,
  text: string,
  place: (made: string, path: string) => void,
): void {
  const made = `${path}.${randomBytes(6).toString('hex')}.new`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(made, text, { mode: 0o600, flag: 'wx', flush: true })
    place(made, path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw error
    throw new StartError(
      `${path} cannot be written (${code}): its folder belongs to another user, or takes no files. ` +
        'Start as that user, or set VADIUM_DATA to another folder.',
    )
  } finally {
    rmSync(made, { force: true })
  }
}
