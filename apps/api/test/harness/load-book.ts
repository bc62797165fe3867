import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeHistory } from '../../src/compose/history.ts'
import { withOwnerClient } from '../../src/platform/db/pool.ts'
import { type LoadedScenario, loadScenario } from '../../src/features/scenario/load.ts'
import type { Scenario } from '../../src/features/scenario/scenario.ts'
import type { TestDatabase } from './database.ts'

/** Loads a book into a database that no service runs on. */
export async function loadBook(
  database: TestDatabase,
  book: { readonly scenario: Scenario },
  now = '2026-03-02T12:00:00.000Z',
): Promise<LoadedScenario> {
  const folder = await mkdtemp(join(tmpdir(), 'vadium-test-'))
  try {
    const file = join(folder, 'scenario.json')
    await writeFile(file, JSON.stringify(book.scenario))
    const clock = { now: () => Date.parse(now) }
    return await withOwnerClient(database.url, (client) =>
      loadScenario(client, { path: file, clock, services: historyServices }),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The services that play the history of a test's book. */
export const historyServices = composeHistory({
  cutTime: '16:00',
  pageTokenKey: Buffer.alloc(32),
  priceAgeSecondsMax: 300,
  transferLateAfterSeconds: 86_400,
})
