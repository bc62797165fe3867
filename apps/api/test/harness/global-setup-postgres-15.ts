import type { TestProject } from 'vitest/node'
import { postgres15Folder } from './postgres-15.ts'
import { provideTemplate, startTestServer } from './test-server.ts'

/** One PostgreSQL 15 a run, the oldest that the service works on. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideTemplate(project, await startTestServer(postgres15Folder()))
}
