import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fchmodSync, fchownSync, fsyncSync, lchownSync } from 'node:fs'
import { mkdirSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * What root creates gets the owner of the folder that it is in: a container that works as root in
 * the checkout of a user must not lock that user out.
 */

/** A user by number, as the kernel knows it. */
export interface User {
  readonly uid: number
  readonly gid: number
}

export const isRoot = process.getuid?.() === 0

export function ownerOf(path: string): User {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}

/** Creates a folder if it is missing. An existing folder does not change. */
export function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  makeFolder(parent, mode)
  // Not recursive: below /proc, where nothing can be made, Node would try without an end.
  if (!makeOne(path, mode) || !isRoot) return
  const { uid, gid } = ownerOf(parent)
  lchownSync(path, uid, gid)
}

/** False if another process has just made it. */
function makeOne(path: string, mode: number): boolean {
  try {
    mkdirSync(path, mode)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Changes the owner of an open file: its path may lead elsewhere by now. */
export function giveToFolderOwner(file: number, folder: string): void {
  if (!isRoot) return
  const { uid, gid } = ownerOf(folder)
  fchownSync(file, uid, gid)
}

/** Writes a file that only its owner can read. Readers find the old text or the new one. */
export function writePrivateFile(path: string, text: string): void {
  const beside = `${path}.${randomBytes(6).toString('hex')}.new`
  const file = openSync(beside, 'wx', 0o600)
  try {
    // The umask may have taken rights from the owner.
    fchmodSync(file, 0o600)
    giveToFolderOwner(file, dirname(path))
    writeFileSync(file, text)
    fsyncSync(file)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}
