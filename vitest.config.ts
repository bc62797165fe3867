import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // A test waits for its database about as long as it works: one worker a core, and none left idle.
    maxWorkers: '100%',
    projects: [
      'packages/*/vitest.config.ts',
      'apps/*/vitest.config.ts',
      'tools/*/vitest.config.ts',
    ],
  },
})
