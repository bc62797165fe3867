import { chownSync, lchownSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Owner } from './strategy.ts'

export const isRoot = process.getuid?.() === 0

export function ownerOf(path: string): Owner {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}

/** Makes the folder where it is missing. What root makes in a user's tree is given to that user. */
export function madeFolder(path: string): string {
  const absolute = resolve(path)
  const first = mkdirSync(absolute, { recursive: true, mode: 0o755 })
  if (first !== undefined && isRoot) {
    const { uid, gid } = ownerOf(dirname(first))
    for (let made = absolute; made.length >= first.length; made = dirname(made)) {
      chownSync(made, uid, gid)
    }
  }
  return realpathSync(absolute)
}

/**
 * Gives a folder and everything in it to its new owner. The folder itself comes last, as the sign
 * that all is done. Only root can; for others PostgreSQL's own refusal stands.
 */
export function giveFolder(path: string, owner: Owner): void {
  if (!isRoot || ownerOf(path).uid === owner.uid) return
  giveContents(path, owner)
  chownSync(path, owner.uid, owner.gid)
}

function giveContents(folder: string, { uid, gid }: Owner): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveContents(path, { uid, gid })
    lchownSync(path, uid, gid)
  }
}

/** Gives one file to whom the folder around it belongs. */
export function giveToFolderOwner(path: string): void {
  if (!isRoot) return
  const { uid, gid } = ownerOf(dirname(path))
  chownSync(path, uid, gid)
}
