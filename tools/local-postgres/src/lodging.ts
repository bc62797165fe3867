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

/** Who runs the server, with which binaries, over which data. */
export interface Lodging {
  readonly strategy: Strategy
  readonly binaries: Binaries
  readonly place: Place
}

export interface LodgingWishes {
  /** Which ways to run the server are tried, in this order. Default: all that may work here. */
  readonly strategies?: readonly StrategyName[]
  /** A PostgreSQL (its folder of bin, lib and share). Default: the one that npm installed. */
  readonly binariesFolder?: string
  /** Where data and binaries may move if they must. Default: /var/lib, /var/tmp, the temporary folder. */
  readonly foldersElsewhere?: readonly string[]
}

/** Tries the strategies one after another, each for real, and takes the first that works here. */
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
  throw cannotRun(`no way to run it works for this user.\n${refusals.join('\n')}`)
}

/** Places elsewhere what the strategy's user cannot reach; `undefined` where there is no elsewhere. */
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

/** Nothing runs as root, initdb needs a name for its user, and both folders must be within reach. */
const probe = `
  if test "$(id -u)" -eq 0; then echo 'PostgreSQL refuses to run as root'; exit 1; fi
  cd -- "$1" || exit 1
  test -d data || id -un || { echo 'initdb wants that user in /etc/passwd'; exit 1; }
  exec "$2" --version`

/** Why the server cannot live so, in the words of the system; `undefined` where it can. */
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
