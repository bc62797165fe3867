import { defineProject, mergeConfig } from 'vitest/config'
import fromSource from '../../vitest.shared.ts'

export default mergeConfig(
  fromSource,
  defineProject({
    test: {
      name: 'api',
      include: ['test/**/*.test.ts'],
      globalSetup: ['test/harness/global-setup.ts'],
    },
  }),
)
