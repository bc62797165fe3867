import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scenario } from '@vadium/api/scenario'
import { readScenario } from '../../../apps/api/src/features/scenario/read-scenario.ts'
import { scenarioText } from '../src/index.ts'

/** The scenario as the loader reads it from its file. */
export async function readBack(scenario: Scenario): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'vadium-test-'))
  try {
    const path = join(folder, 'scenario.json')
    await writeFile(path, scenarioText(scenario))
    return (await readScenario(path, Date.parse('2030-01-01T00:00:00.000Z'))).scenario
  } finally {
    await rm(folder, { recursive: true })
  }
}
