import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { postgres15Folder, postgres15Folders } from './apps/api/test/harness/postgres-15.ts'

const onPostgres15: string[] = []
if (postgres15Folder() !== undefined) onPostgres15.push('apps/api/vitest.postgres-15.config.ts')
else {
  const places = postgres15Folders.join(', ')
  process.stderr.write(`Skipped: tests on PostgreSQL 15, which is in none of ${places}.\n`)
}

export default defineConfig({
  test: {
    // One worker more than processors, because some tests wait for time-outs of half a minute.
    maxWorkers: availableParallelism() + 1,
    projects: [
      'packages/*/vitest.config.ts',
      'apps/*/vitest.config.ts',
      ...onPostgres15,
      'tools/*/vitest.config.ts',
    ],
  },
})
