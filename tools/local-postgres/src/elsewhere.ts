import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { cannotRun } from './local-postgres-error.ts'
import { type Place, placeOf, putSignpost } from './place.ts'
import { runAs } from './run-program.ts'
import type { Strategy } from './strategy.ts'

/** A folder outside the project that the strategy's user can enter, for data and binaries. */
export async function roomElsewhere(strategy: Strategy): Promise<string> {
  for (const parent of ['/var/lib', '/var/tmp', tmpdir()]) {
    const room = join(parent, 'vadium-local-postgres')
    if (!isOurs(room)) continue
    const entered = await runAs(strategy, 'sh', ['-c', 'cd -- "$1"', 'sh', room])
    if (entered.succeeded) return room
  }
  throw cannotRun('there is no folder that both this process and an unprivileged user can enter.')
}

/** In a folder open to all, such as /var/tmp, another user may have been here first. */
function isOurs(room: string): boolean {
  try {
    mkdirSync(room, { recursive: true, mode: 0o755 })
    const found = lstatSync(room)
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
  } catch {
    return false
  }
}

/** Moves the data, if there are any yet, into the room. */
export function movedInto(room: string, place: Place): Place {
  const home = mkdtempSync(join(room, `${basename(place.folder)}-`))
  chmodSync(home, 0o755)
  if (existsSync(place.dataFolder)) {
    // A copy, as the room is on another file system more often than not. The original goes only
    // after the sign to the copy stands.
    cpSync(place.dataFolder, join(home, 'data'), { recursive: true, verbatimSymlinks: true })
  }
  putSignpost(place.folder, home)
  rmSync(place.dataFolder, { recursive: true, force: true })
  return placeOf(place.folder)
}
