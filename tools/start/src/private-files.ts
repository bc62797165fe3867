import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file that only its owner can read. Readers find the old text or the new one. */
export function writePrivateFile(path: string, text: string): void {
  writeBeside(path, text, renameSync)
}

/** A random text of 256 bits, in a file that only its owner can read. Starts at once get the same. */
export function secretIn(path: string): string {
  // Unlike a new name, a link never replaces a file.
  const made = `${randomBytes(32).toString('base64url')}\n`
  try {
    writeBeside(path, made, linkSync)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(path, 'utf8').trim()
}

function writeBeside(
  path: string,
  text: string,
  place: (made: string, path: string) => void,
): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const made = `${path}.${randomBytes(6).toString('hex')}.new`
  try {
    writeFileSync(made, text, { mode: 0o600, flag: 'wx', flush: true })
    place(made, path)
  } finally {
    rmSync(made, { force: true })
  }
}
