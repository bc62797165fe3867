import { defineProject, mergeConfig } from 'vitest/config'
import fromSource from '../../vitest.shared.ts'

export default mergeConfig(
  fromSource,
  defineProject({
    test: {
      name: 'client',
      include: ['test/**/*.test.ts', 'src/**/*.test.ts'],
      // The times that a key has signed with are remembered for the whole process.
      isolate: true,
    },
  }),
)
