import { chownSync, lchownSync, lstatSync, mkdirSync } from 'node:fs'
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Owner } from './strategy.ts'

export const isRoot = process.getuid?.() === 0

export function ownerOf(path: string): Owner {
  const { uid, gid } = statSync(path)
  return { uid, gid }
}

/**
 * Makes the folder where it is missing: PostgreSQL may run as another user, who passes through it, and nobody else lists
 * it. What root makes in a user's tree is given to that user.
 */
export function madeFolder(path: string): string {
  const absolute = resolve(path)
  const first = mkdirSync(absolute, { recursive: true, mode: 0o711 })
  if (first !== undefined && isRoot) {
    const { uid, gid } = ownerOf(dirname(first))
    for (let made = absolute; made.length >= first.length; made = dirname(made)) {
      chownSync(made, uid, gid)
    }
  }
  return realpathSync(absolute)
}

/**
 * Gives a folder and everything in it to its owner. It looks at every file each time, for a process
 * may have been killed in the middle of it. Only root can; for others PostgreSQL's refusal stands.
 */
export function giveFolder(folder: string, owner: Owner): void {
  if (!isRoot) return
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) giveFolder(path, owner)
    else give(path, owner)
  }
  give(folder, owner)
}

function give(path: string, { uid, gid }: Owner): void {
  if (lstatSync(path).uid !== uid) lchownSync(path, uid, gid)
}

/** Gives one file to whom the folder around it belongs. */
export function giveToFolderOwner(path: string): void {
  if (!isRoot) return
  const { uid, gid } = ownerOf(dirname(path))
  chownSync(path, uid, gid)
}
