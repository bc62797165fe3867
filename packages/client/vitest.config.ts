import { defineProject, mergeConfig } from 'vitest/config'
import fromSource from '../../vitest.shared.ts'

export default mergeConfig(
  fromSource,
  defineProject({
    test: {
      name: 'client',
      include: ['test/**/*.test.ts', 'src/**/*.test.ts'],
    },
  }),
)
