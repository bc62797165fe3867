import { configDefaults, defineProject, mergeConfig } from 'vitest/config'
import fromSource from '../../vitest.shared.ts'

/**
 * They load the demo book or play whole deals, which takes long and which tests of `npm start` and
 * of whole lives do as well.
 */
const onlyInLongRuns =
  process.env['LONG_TESTS'] === '1'
    ? []
    : ['deal-of-two', 'demo-book', 'same-seed-same-history'].map(
        (name) => `test/**/${name}.test.ts`,
      )

/**
 * The service's tests and those of the console, which drive a browser against a service of their
 * own: one project, because a worker loads the service once for each project, which takes seconds.
 */
export default mergeConfig(
  fromSource,
  defineProject({
    test: {
      name: 'api',
      include: ['test/**/*.test.ts', '../console/test/**/*.test.ts'],
      exclude: [...configDefaults.exclude, ...onlyInLongRuns],
      globalSetup: ['test/harness/global-setup.ts'],
    },
  }),
)
