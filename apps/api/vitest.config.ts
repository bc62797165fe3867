import { defineProject, mergeConfig } from 'vitest/config'
import { recordedCalls } from './test/harness/row-types/recorded-calls.ts'
import fromSource, { leftOutBelow } from '../../vitest.shared.ts'

const isMutated = process.env['VADIUM_MUTATED_PROJECT'] !== undefined

/**
 * The service's tests and those of the console that need it, most of which drive a browser: one
 * project, because a worker loads the service once for each project, which takes seconds.
 */
export default mergeConfig(
  fromSource,
  defineProject({
    plugins: isMutated ? [] : [recordedCalls()],
    test: {
      name: 'api',
      include: ['test/**/*.test.ts', '../console/test/*.test.ts'],
      // Not all of `..`: a folder that a pattern begins with is searched to its end.
      exclude: leftOutBelow('../console/test/'),
      globalSetup: ['test/harness/global-setup.ts'],
    },
  }),
)
