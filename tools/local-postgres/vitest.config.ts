import { defineProject } from 'vitest/config'
import { excluded } from '../../vitest.shared.ts'

export default defineProject({
  test: {
    name: 'local-postgres',
    include: ['test/**/*.test.ts'],
    exclude: excluded,
    globalSetup: ['test/bundled-starter.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
