import { configDefaults, defineProject, mergeConfig } from 'vitest/config'
import fromSource from '../../vitest.shared.ts'

export default mergeConfig(
  fromSource,
  defineProject({
    test: {
      name: 'api',
      include: ['test/**/*.test.ts'],
      // It loads the demo book, which takes long and which the test of `npm start` does as well.
      exclude: [
        ...configDefaults.exclude,
        ...(process.env['LONG_TESTS'] === '1' ? [] : ['test/**/demo-book.test.ts']),
      ],
      globalSetup: ['test/harness/global-setup.ts'],
    },
  }),
)
