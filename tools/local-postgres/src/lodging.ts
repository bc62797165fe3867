import { existsSync } from 'node:fs'
import {
  type Binaries,
  completeLinks,
  copiedBinaries,
  installedBinaries,
  program,
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

/** Tries the strategies one after another, each for real, and takes the first that works here. */
export async function findLodging(
  place: Place,
  names: readonly StrategyName[] | undefined,
): Promise<Lodging> {
  const folderOwner = ownerOf(place.folder)
  const installed = linkedBinaries(place)
  const refusals: string[] = []
  for (const name of names ?? strategyNames(folderOwner)) {
    const strategy = strategyNamed(name, folderOwner)
    const lodging = strategy.mayMove
      ? await lodgingElsewhere(strategy, installed, place)
      : { strategy, binaries: installed, place }
    const refusal = await refusalOf(lodging)
    if (refusal === undefined) return lodging
    refusals.push(`- ${name}: ${refusal}`)
  }
  throw cannotRun(`nothing that could run it does.\n${refusals.join('\n')}`)
}

/** The installed binaries; a copy of them in the folder where links are missing and cannot be made. */
function linkedBinaries(place: Place): Binaries {
  const installed = installedBinaries()
  try {
    completeLinks(installed)
    return installed
  } catch {
    return copiedBinaries(installed, place.folder)
  }
}

async function lodgingElsewhere(
  strategy: Strategy,
  installed: Binaries,
  place: Place,
): Promise<Lodging> {
  const inPlace = await refusalOf({ strategy, binaries: installed, place })
  if (inPlace === undefined) return { strategy, binaries: installed, place }
  const room = await roomElsewhere(strategy)
  const binaries = (await canRun(strategy, installed)) ? installed : copiedBinaries(installed, room)
  const home = (await canEnter(strategy, place.home)) ? place : movedInto(room, place)
  return { strategy, binaries, place: home }
}

/** Why the server cannot live so, in the words of the system; `undefined` where it can. */
async function refusalOf({ strategy, binaries, place }: Lodging): Promise<string | undefined> {
  // initdb needs a name for the user, and the server needs to enter both folders.
  const script = 'cd -- "$1" && id -un && exec "$2" --version'
  const postgres = program(binaries, 'postgres')
  const outcome = await runAs(strategy, 'sh', ['-c', script, 'sh', place.home, postgres])
  return outcome.succeeded ? undefined : outcome.output
}

async function canRun(strategy: Strategy, binaries: Binaries): Promise<boolean> {
  const outcome = await runAs(strategy, program(binaries, 'postgres'), ['--version'])
  return outcome.succeeded
}

async function canEnter(strategy: Strategy, folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false
  return (await runAs(strategy, 'sh', ['-c', 'cd -- "$1"', 'sh', folder])).succeeded
}
