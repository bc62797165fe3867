import { fileURLToPath } from 'node:url'
import { configDefaults, defineProject } from 'vitest/config'
import { isLongRun } from './apps/api/test/harness/long-run.ts'

const source = '@vadium/source'

/** What `npm test` leaves out, below a folder. */
export const leftOutBelow = (folder = '') => (isLongRun ? [] : [`${folder}**/*.long.test.ts`])

/** The files in which no test is looked for. */
export const excluded = [...configDefaults.exclude, ...leftOutBelow()]

/** Tests run from source: workspace packages resolve through the source condition, without a build. */
export default defineProject({
  test: {
    exclude: excluded,
    // The files of one worker share the modules that they load: to load them for each file takes
    // longer than the tests do. A test that changes what all share, such as a timer, changes it back.
    isolate: false,
    // A worker makes and drops services by the hundred, which a small young generation would keep.
    // The threads of mutation tests have no option of their own.
    execArgv:
      process.env['VADIUM_MUTATED_PROJECT'] === undefined ? ['--max-semi-space-size=64'] : [],
    setupFiles: [fileURLToPath(new URL('vitest.setup.ts', import.meta.url))],
    // A busy laptop is slow, and no test is about time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 20 } },
  },
  // A global setup has its own environment.
  environments: {
    __vitest__: {
      resolve: {
        conditions: [source, 'node', 'development|production'],
        externalConditions: [source, 'node'],
      },
    },
  },
  resolve: { conditions: [source, 'node', 'development|production'] },
  ssr: {
    resolve: {
      conditions: [source, 'node', 'development|production'],
      externalConditions: [source, 'node'],
    },
  },
})
