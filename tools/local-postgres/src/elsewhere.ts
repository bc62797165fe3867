import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Binaries, program } from './binaries.ts'
import { cannotRun } from './local-postgres-error.ts'
import { giveFolder } from './ownership.ts'
import { type Place, placeOf, putSignpost } from './place.ts'
import { runAs } from './run-program.ts'
import type { Strategy } from './strategy.ts'

/** A folder outside the project that the strategy's user can enter, for data and binaries. */
export async function roomElsewhere(
  strategy: Strategy,
  parents: readonly string[] = ['/var/lib', '/var/tmp', tmpdir()],
): Promise<string | undefined> {
  for (const parent of parents) {
    const entered = await runAs(strategy, 'sh', ['-c', 'cd -- "$1"', 'sh', parent])
    const room = join(parent, 'vadium-local-postgres')
    if (entered.succeeded && isOurs(room)) return room
  }
  return undefined
}

/** Creates the folder. In a shared folder such as /var/tmp, another user may have created it. */
function isOurs(room: string): boolean {
  try {
    mkdirSync(room, { recursive: true })
    const found = lstatSync(room)
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return false
    chmodSync(room, 0o711)
    return true
  } catch {
    return false
  }
}

/** Moves the data, if any, into `room`. */
export async function movedInto(
  room: string,
  place: Place,
  strategy: Strategy,
  binaries: Binaries,
): Promise<Place> {
  const home = mkdtempSync(join(room, `${basename(place.folder)}-`))
  chmodSync(home, 0o711)
  writeFileSync(join(home, 'moved-from'), `${place.folder}\n`)
  if (existsSync(place.dataFolder)) {
    // A copy, because the room is usually on another file system. The original is deleted only
    // after the copy is on disk and the file that names its place is written.
    const data = join(home, 'data')
    cpSync(place.dataFolder, data, { recursive: true, verbatimSymlinks: true })
    giveFolder(data, strategy.owner)
    const sync = await runAs(strategy, program(binaries, 'initdb'), ['--sync-only', '-D', data])
    if (!sync.succeeded) throw cannotRun(`the data could not be moved to ${data}: ${sync.output}`)
  }
  putSignpost(place.folder, home)
  rmSync(place.dataFolder, { recursive: true, force: true })
  return placeOf(place.folder)
}
