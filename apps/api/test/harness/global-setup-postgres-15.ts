import type { TestProject } from 'vitest/node'
import { postgres15Folder } from './wanted-programs.ts'
import { provideTemplate, startTestServer } from './test-server.ts'

/** One PostgreSQL 15 for each run, the oldest supported version. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideTemplate(project, await startTestServer(postgres15Folder))
}
