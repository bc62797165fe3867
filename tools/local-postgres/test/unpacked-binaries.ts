import { chmodSync, copyFileSync, linkSync, mkdirSync, readdirSync } from 'node:fs'
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * The binaries in a second folder, open to all, as npm unpacks them: without the links between
 * their libraries. Within one file system, these sixty megabytes take no time.
 */
export function unpackBinaries(from: string, to: string): void {
  const list = readFileSync(join(from, 'pg-symlinks.json'), 'utf8')
  const links = JSON.parse(list) as { target: string }[]
  linkTree(from, to, new Set(links.map(({ target }) => basename(target))))
}

function linkTree(from: string, to: string, skip: ReadonlySet<string>): void {
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (skip.has(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkTree(source, target, skip)
    else linkOrCopy(source, target)
  }
}

function linkOrCopy(source: string, target: string): void {
  if ((statSync(source).mode & 0o004) !== 0 && couldLink(source, target)) return
  copyFileSync(source, target)
  chmodSync(target, 0o755)
}

/** Not to another file system, and not to another user's file. */
function couldLink(source: string, target: string): boolean {
  try {
    linkSync(source, target)
    return true
  } catch {
    return false
  }
}
