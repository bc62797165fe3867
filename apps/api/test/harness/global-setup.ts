import type { TestProject } from 'vitest/node'
import { reportRowTypes } from './row-types/report-row-types.ts'
import { givenTestServer, provideTemplate, startTestServer } from './test-server.ts'

/**
 * One PostgreSQL for each run: the one that DATABASE_URL names, or a temporary one. After the tests
 * it describes the statements that they have sent.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['DATABASE_URL']
  const end = await provideTemplate(
    project,
    given === undefined || given === '' ? await startTestServer() : await givenTestServer(given),
  )
  return async () => {
    try {
      await reportRowTypes(project)
    } finally {
      await end()
    }
  }
}
