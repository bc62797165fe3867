import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isLongRun } from './apps/api/test/harness/long-run.ts'
import { postgres15Folder, skippedTests } from './apps/api/test/harness/wanted-programs.ts'

const skipped = skippedTests.map((sentence) => `${sentence}\n`).join('')
process.stderr.write(skipped)
// A program that runs the tests shows it at the end, below their output.
const { VADIUM_SKIPPED_TESTS: shownAtTheEnd } = process.env
if (shownAtTheEnd !== undefined) writeFileSync(shownAtTheEnd, skipped)

const onPostgres15 =
  isLongRun && postgres15Folder !== undefined ? ['apps/api/vitest.postgres-15.config.ts'] : []

/**
 * Tests of the service that take long, like all of the console and those of a long run. On a clean
 * checkout, files start in the order of size.
 */
const startedFirst = [
  'killed-workers',
  'killed-load',
  'several-processes',
  'price-thief',
  // It makes the examples that other files share, for which they would wait.
  'answer-headers',
]
  .map((name) => `/${name}.test.ts`)
  .concat('.long.test.ts')

/**
 * The service's tests last, and among them the smallest last, so that the workers end together. By
 * the names of projects, the last files would be those that start whole servers.
 */
class ShortTail extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const place = ({ project, moduleId }: TestSpecification) => {
      if (project.name !== 'api') return 0
      const isLong = startedFirst.some((end) => moduleId.endsWith(end))
      return isLong || moduleId.includes('/apps/console/') ? 1 : 2
    }
    return sorted.toSorted((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: ShortTail },
    // One worker more than processors, because many tests wait for servers, browsers and processes.
    // Each further worker loads the service once more.
    maxWorkers: availableParallelism() + 1,
    projects: [
      'apps/api/vitest.config.ts',
      ...onPostgres15,
      {
        // All packages whose tests need nothing beforehand: one project, because a worker loads
        // what they share once for each project.
        extends: './vitest.shared.ts',
        test: {
          name: 'packages',
          include: ['{packages/*,apps/cli,tools/*}/{src,test}/**/*.test.ts'],
          exclude: ['tools/local-postgres/**'],
        },
      },
      'tools/local-postgres/vitest.config.ts',
    ],
  },
})
