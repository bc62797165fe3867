import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { postgres15Folder, postgres15Folders } from './apps/api/test/harness/postgres-15.ts'

const onPostgres15: string[] = []
if (postgres15Folder() !== undefined) onPostgres15.push('apps/api/vitest.postgres-15.config.ts')
else {
  const places = postgres15Folders.join(', ')
  process.stderr.write(`Skipped: tests on PostgreSQL 15, which is in none of ${places}.\n`)
}

/** Tests of the service that take long. On a clean checkout, files start in the order of size. */
const startedFirst = [
  'random-history',
  'event-burst',
  'idle-streams',
  'killed-workers',
  'killed-webhooks',
  'killed-load',
  'rolling-stop',
  'several-processes',
  'price-thief',
  // It makes the examples that other files share, for which they would wait.
  'answer-headers',
].map((name) => `/${name}.test.ts`)

/**
 * The service's tests last, and among them the smallest last, so that the workers end together. By
 * the names of projects, the last files would be those that start whole servers.
 *
 * To load the service takes a worker ten seconds for each project. So the tests on PostgreSQL 15
 * start when all workers but one have a long file of the service to run.
 */
class ShortTail extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      startedFirst.some((end) => moduleId.endsWith(end))
    const long = sorted.filter((file) => file.project.name === 'api' && isLong(file))
    const beside = new Set(long.slice(0, availableParallelism()))
    const place = (file: TestSpecification) => {
      if (beside.has(file)) return 1
      if (file.project.name === 'api-postgres-15') return 2
      if (file.project.name !== 'api') return 0
      return isLong(file) ? 3 : 4
    }
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: ShortTail },
    // One worker more than processors, because some tests wait for servers and processes.
    maxWorkers: availableParallelism() + 1,
    projects: [
      'packages/*/vitest.config.ts',
      'apps/*/vitest.config.ts',
      ...onPostgres15,
      'tools/*/vitest.config.ts',
    ],
  },
})
