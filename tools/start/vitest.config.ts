import { defineProject, mergeConfig } from 'vitest/config'
import fromSource from '../../vitest.shared.ts'

export default mergeConfig(
  fromSource,
  defineProject({
    test: {
      name: 'start',
      include: ['test/**/*.test.ts', 'src/**/*.test.ts'],
    },
  }),
)
