import {
  type Binaries,
  copiedBinaries,
  installedFolder,
  program,
  usableBinaries,
} from './binaries.ts'
import { movedInto, roomElsewhere } from './elsewhere.ts'
import { cannotRun } from './local-postgres-error.ts'
import { ownerOf } from './ownership.ts'
import type { Place } from './place.ts'
import { runAs } from './run-program.ts'
import { type Strategy, strategyNamed, type StrategyName, strategyNames } from './strategy.ts'

/** The user, the binaries and the data of a server. */
export interface Lodging {
  readonly strategy: Strategy
  readonly binaries: Binaries
  readonly place: Place
}

export interface LodgingWishes {
  /** The strategies to try, in this order. Default: all that may work on this machine. */
  readonly strategies?: readonly StrategyName[]
  /** The folder of a PostgreSQL, with bin, lib and share. Default: the one that npm installed. */
  readonly binariesFolder?: string
  /** Folders to move data and binaries to. Default: /var/lib, /var/tmp, the temporary folder. */
  readonly foldersElsewhere?: readonly string[]
}

/** Runs a probe with each strategy and returns the first that works. */
export async function findLodging(place: Place, wishes: LodgingWishes): Promise<Lodging> {
  const folder = wishes.binariesFolder ?? installedFolder()
  const binaries = await usableBinaries(folder, place.folder)
  const folderOwner = ownerOf(place.folder)
  const refusals: string[] = []
  for (const name of wishes.strategies ?? strategyNames(folderOwner)) {
    const strategy = strategyNamed(name, folderOwner)
    const lodging = { strategy, binaries, place }
    const refusal = await refusalOf(lodging)
    if (refusal === undefined) return lodging
    const elsewhere = strategy.mayMove ? await lodgingElsewhere(lodging, wishes) : undefined
    if (elsewhere !== undefined) return elsewhere
    refusals.push(`- ${name}: ${refusal}`)
  }
  throw cannotRun(`no strategy to run it works for this user.\n${refusals.join('\n')}`)
}

/** Moves what the strategy's user cannot reach. Undefined if no folder is suitable. */
async function lodgingElsewhere(
  { strategy, binaries, place }: Lodging,
  { foldersElsewhere }: LodgingWishes,
): Promise<Lodging | undefined> {
  const room = await roomElsewhere(strategy, foldersElsewhere)
  if (room === undefined) return undefined
  const reachable = (await canRun(strategy, binaries))
    ? binaries
    : await copiedBinaries(binaries, room)
  const home = (await canEnter(strategy, place.home))
    ? place
    : await movedInto(room, place, strategy, reachable)
  return { strategy, binaries: reachable, place: home }
}

/**
 * PostgreSQL refuses root, initdb needs a user with a name, and that user must reach both folders.
 */
const probe = `
  if test "$(id -u)" -eq 0; then echo 'PostgreSQL refuses to run as root'; exit 1; fi
  cd -- "$1" || exit 1
  test -d data || id -un || { echo 'initdb wants that user in /etc/passwd'; exit 1; }
  exec "$2" --version`

/** The output of a failed probe. Undefined if the probe succeeds. */
async function refusalOf({ strategy, binaries, place }: Lodging): Promise<string | undefined> {
  const parameters = ['-c', probe, 'sh', place.home, program(binaries, 'postgres')]
  const outcome = await runAs(strategy, 'sh', parameters)
  return outcome.succeeded ? undefined : outcome.output
}

async function canRun(strategy: Strategy, binaries: Binaries): Promise<boolean> {
  const outcome = await runAs(strategy, program(binaries, 'postgres'), ['--version'])
  return outcome.succeeded
}

async function canEnter(strategy: Strategy, folder: string): Promise<boolean> {
  const outcome = await runAs(strategy, 'sh', ['-c', 'cd -- "$1"', 'sh', folder])
  return outcome.succeeded
}
