import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { isLongRun } from './apps/api/test/harness/long-run.ts'
import { postgres15Folder, skippedTests } from './apps/api/test/harness/wanted-programs.ts'
import { ShuffledOrder } from './vitest.order.ts'

const skipped = skippedTests.map((sentence) => `${sentence}\n`).join('')
process.stderr.write(skipped)
// A program that runs the tests shows it at the end, below their output.
const { VADIUM_SKIPPED_TESTS: shownAtTheEnd } = process.env
if (shownAtTheEnd !== undefined) writeFileSync(shownAtTheEnd, skipped)

const onPostgres15 =
  isLongRun && postgres15Folder !== undefined ? ['apps/api/vitest.postgres-15.config.ts'] : []

export default defineConfig({
  test: {
    // A new order in each run, unless one is given again.
    sequence: {
      sequencer: ShuffledOrder,
      seed: Number(process.env['ORDER_SEED'] ?? Date.now() % 1_000_000),
    },
    // One worker more than processors, because many tests wait for servers, browsers and processes.
    // Each further worker loads the service once more.
    maxWorkers: availableParallelism() + 1,
    // The check of row types is at the end of a run.
    teardownTimeout: 120_000,
    projects: [
      'apps/api/vitest.config.ts',
      'apps/console/vitest.config.ts',
      ...onPostgres15,
      {
        // All packages whose tests need nothing beforehand: one project, because a worker loads
        // what they share once for each project.
        extends: './vitest.shared.ts',
        test: {
          name: 'packages',
          include: ['{packages/*,apps/cli,tools/*}/{src,test}/**/*.test.ts'],
        },
      },
    ],
  },
})
