import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoScenario, type PublicKeys, scenarioText } from '@vadium/demo'
import { writeWhole } from './owned-files.ts'

export interface DemoBook {
  /** The scenario file. */
  readonly path: string
  /** Another for every other book: a database of this name has this very book, or none yet. */
  readonly databaseName: string
}

/** Writes the demo book for these keys, unless it stands there already. */
export function writeDemoBook(demoFolder: string, publicKeys: PublicKeys): DemoBook {
  const path = join(demoFolder, 'scenario.json')
  const text = scenarioText(demoScenario({ publicKeys }))
  if (read(path) !== text) writeWhole(path, text, 0o644)
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { path, databaseName: `demo_${digest}` }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
