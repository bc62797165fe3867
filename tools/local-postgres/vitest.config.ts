import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'local-postgres',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/bundled-starter.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
