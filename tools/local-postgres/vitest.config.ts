import { configDefaults, defineProject } from 'vitest/config'
import { isLongRun } from '../../apps/api/test/harness/long-run.ts'

export default defineProject({
  test: {
    name: 'local-postgres',
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isLongRun ? [] : ['**/*.long.test.ts'])],
    globalSetup: ['test/bundled-starter.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
