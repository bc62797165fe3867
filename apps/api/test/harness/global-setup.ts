import type { TestProject } from 'vitest/node'
import { givenTestServer, provideTemplate, startTestServer } from './test-server.ts'

/** One PostgreSQL for each run: the one that DATABASE_URL names, or a temporary one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL']
  return provideTemplate(
    project,
    given === undefined || given === '' ? await startTestServer() : await givenTestServer(given),
  )
}
