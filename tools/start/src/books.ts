import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  defaultProfile,
  demoProfiles,
  demoScenario,
  sandboxProfile,
  sandboxScenario,
  scenarioText,
} from '@vadium/demo'
import { writeWhole } from './owned-files.ts'
import { keepProfiles, type KeptProfiles } from './profile-keys.ts'

/** A book that a start has written for the service to load. */
export interface WrittenBook {
  /** The scenario file. */
  readonly path: string
  /** The file of the profiles by which it is used at the address of this start. */
  readonly profiles: string
  /** Whether this start has made that file beside the one of the book. */
  readonly hasNewProfiles: boolean
  /** Another for every other book: a database of this name has this very book, or none yet. */
  readonly databaseName: string
}

const demoBookProfiles = { names: demoProfiles.map(({ name }) => name), first: defaultProfile }
const sandboxProfiles = { names: [sandboxProfile], first: sandboxProfile }

/** Writes the demo book for the keys in its folder, unless it stands there already. */
export function writeDemoBook(folder: string, url: string): WrittenBook {
  const kept = keepProfiles(folder, url, demoBookProfiles)
  const text = scenarioText(demoScenario({ publicKeys: kept.publicKeys }))
  return { ...writeBook(folder, 'demo', text), ...profilesOf(kept) }
}

/**
 * Writes the book that a sandbox begins with. `origin` is what else a sandbox is made from, its seed and its
 * first time: of another origin it is another one, in a database of its own.
 */
export function writeSandboxBook(folder: string, url: string, origin: string): WrittenBook {
  const kept = keepProfiles(folder, url, sandboxProfiles)
  const text = scenarioText(sandboxScenario({ publicKey: kept.publicKeys[sandboxProfile] ?? '' }))
  return { ...writeBook(folder, 'sandbox', text, origin), ...profilesOf(kept) }
}

function profilesOf({ path, isNewCopy }: KeptProfiles) {
  return { profiles: path, hasNewProfiles: isNewCopy }
}

function writeBook(
  folder: string,
  kind: string,
  text: string,
  origin = '',
): Omit<WrittenBook, 'profiles' | 'hasNewProfiles'> {
  const path = join(folder, 'scenario.json')
  if (read(path) !== text) writeWhole(path, text, 0o600)
  const digest = createHash('sha256').update(text).update(origin).digest('hex').slice(0, 12)
  return { path, databaseName: `${kind}_${digest}` }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
