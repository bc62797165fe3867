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
 * Creates the folder if it is missing. Other users can pass through it, because PostgreSQL may run
 * as one of them, but cannot list it. A folder that root creates gets the owner of its parent
 * folder.
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
 * Changes the owner of a folder and of everything in it. It checks every file each time, because an
 * earlier call may have been killed. Does nothing unless this process is root.
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

/** Gives a file the owner of its folder. */
export function giveToFolderOwner(path: string): void {
  if (!isRoot) return
  const { uid, gid } = ownerOf(dirname(path))
  chownSync(path, uid, gid)
}
