import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  defaultProfile,
  demoProfiles,
  demoScenario,
  sandboxProfile,
  sandboxProfiles,
  sandboxScenario,
  scenarioText,
} from '@vadium/book'
import { writePrivateFile } from '@vadium/local-postgres'
import { keepProfiles, type KeptProfiles } from './profile-keys.ts'

/** A book that `npm start` has written for the service to load. */
export interface WrittenBook {
  /** The scenario file. */
  readonly path: string
  /** The file with the profiles for the address of this start. */
  readonly profiles: string
  /** Whether this start made that file for its own port. */
  readonly hasNewProfiles: boolean
  /** Differs for each book: a database of this name holds this book, or is still empty. */
  readonly databaseName: string
  /** Whom the console can be opened for. */
  readonly sides: readonly Side[]
}

/** A person of a book, for whom the console can be opened. */
export interface Side {
  /** What the person is in the book, such as the lender. */
  readonly title: string
  /** The name that the console gives the key. */
  readonly label: string
  readonly privateKey: string
}

/** A profile of a book, without its key. */
type SideProfile = Omit<Side, 'privateKey'> & { readonly profile: string }

const demoSides: readonly SideProfile[] = [
  { title: 'Lender', label: 'Harbor Bank Treasury (lender)', profile: 'harbor-execution' },
  { title: 'Borrower', label: 'Kestrel Market Making (borrower)', profile: 'kestrel-execution' },
]
const sandboxSides: readonly SideProfile[] = [
  { title: 'Lender', label: 'Harbor Bank Treasury (lender)', profile: 'sandbox-lender' },
  { title: 'Borrower', label: 'Kestrel Market Making (borrower)', profile: 'sandbox-borrower' },
  { title: 'Operator', label: 'Sandbox operator', profile: sandboxProfile },
]

const demoBookProfiles = { names: demoProfiles.map(({ name }) => name), first: defaultProfile }
const sandboxBookProfiles = {
  names: sandboxProfiles.map(({ name }) => name),
  first: sandboxProfile,
}

/** Writes the demo book with the keys in its folder, if it is not there yet. */
export function writeDemoBook(folder: string, url: string): WrittenBook {
  const kept = keepProfiles(folder, url, demoBookProfiles)
  const text = scenarioText(demoScenario({ publicKeys: kept.publicKeys }))
  return { ...writeBook(folder, 'demo', text), ...profilesOf(kept, demoSides) }
}

/**
 * Writes the book that a sandbox begins with. `origin` holds the seed and the first time of the
 * sandbox: a sandbox with another origin has its own database.
 *
 * @param firstTime default: that of the service. The service refuses a time that does not exist.
 */
export function writeSandboxBook(
  folder: string,
  url: string,
  origin: string,
  firstTime = '',
): WrittenBook {
  const { publicKeys, ...kept } = keepProfiles(folder, url, sandboxBookProfiles)
  const time = Date.parse(firstTime)
  const exists = !Number.isNaN(time)
  const text = scenarioText(sandboxScenario({ publicKeys, ...(exists && { time }) }))
  return { ...writeBook(folder, 'sandbox', text, origin), ...profilesOf(kept, sandboxSides) }
}

function profilesOf(
  { path, isNewCopy, privateKeys }: Omit<KeptProfiles, 'publicKeys'>,
  sides: readonly SideProfile[],
): Pick<WrittenBook, 'profiles' | 'hasNewProfiles' | 'sides'> {
  return {
    profiles: path,
    hasNewProfiles: isNewCopy,
    sides: sides.map(({ profile, ...side }) => ({
      ...side,
      privateKey: privateKeys[profile] ?? '',
    })),
  }
}

function writeBook(
  folder: string,
  kind: string,
  text: string,
  origin = '',
): Pick<WrittenBook, 'path' | 'databaseName'> {
  const path = join(folder, 'scenario.json')
  if (read(path) !== text) writePrivateFile(path, text)
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
