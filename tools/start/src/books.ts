import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  defaultProfile,
  demoProfiles,
  demoScenario,
  keyPairFrom,
  sandboxProfile,
  sandboxProfiles,
  sandboxScenario,
  scenarioText,
} from '@vadium/book'
import { secretIn, writePrivateFile } from './private-files.ts'
import { writeProfiles } from './profiles.ts'
import { bookFolder, serviceUrl, type Settings } from './settings.ts'

/** A book that `npm start` has written for the service to load. */
export type WrittenBook = ReturnType<typeof writeBook>

const [lender, borrower] = ['Harbor Bank Treasury (lender)', 'Kestrel Market Making (borrower)']
const demo = {
  names: demoProfiles.map(({ name }) => name),
  first: defaultProfile,
  sides: [
    { title: 'Lender', label: lender, profile: 'harbor-execution' },
    { title: 'Borrower', label: borrower, profile: 'kestrel-execution' },
  ],
}
const sandbox = {
  names: sandboxProfiles.map(({ name }) => name),
  first: sandboxProfile,
  sides: [
    { title: 'Lender', label: lender, profile: 'sandbox-lender' },
    { title: 'Borrower', label: borrower, profile: 'sandbox-borrower' },
    { title: 'Operator', label: 'Sandbox operator', profile: sandboxProfile },
  ],
}

/**
 * Writes the demo book, or that of a sandbox, with its keys. The seed and the first time of a
 * sandbox are a part of its identity. The service refuses a time that does not exist.
 */
export function writeBook(settings: Settings) {
  const isDemo = settings.sandbox === undefined
  const { names, first, sides } = isDemo ? demo : sandbox
  const folder = bookFolder(settings)
  // The keys follow from a secret that the first start makes.
  const secret = secretIn(join(folder, 'keys.secret'))
  const keys = names.map((name) => ({ name, ...keyPairFrom(`${secret} ${name}`) }))
  const publicKeys = Object.fromEntries(keys.map(({ name, publicKey }) => [name, publicKey]))
  const time = Date.parse(settings.sandboxTime ?? '')
  const text = scenarioText(
    isDemo
      ? demoScenario({ publicKeys })
      : sandboxScenario({ publicKeys, ...(!Number.isNaN(time) && { time }) }),
  )
  const path = join(folder, 'scenario.json')
  writePrivateFile(path, text)
  const identity = text + (settings.sandbox ?? '')
  const digest = createHash('sha256').update(identity).digest('hex')
  return {
    /** The scenario file. */
    path,
    /** The file with the profiles for the address of this start. */
    profiles: writeProfiles(folder, serviceUrl(settings), keys, first),
    /** Differs for each book: a database of this name holds this book, or is still empty. */
    databaseName: `${isDemo ? 'demo' : 'sandbox'}_${digest.slice(0, 12)}`,
    /** For whom the console can be opened, and the name that it gives the key. */
    sides: sides.map(({ profile, ...side }) => ({
      ...side,
      privateKey: keys.find(({ name }) => name === profile)?.privateKey ?? '',
    })),
  }
}
