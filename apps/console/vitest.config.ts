import { fileURLToPath } from 'node:url'
import { defineProject, mergeConfig } from 'vitest/config'
import fromSource from '../../vitest.shared.ts'

/** Tests in a real browser, against a service of their own that serves the built page. */
export default mergeConfig(
  fromSource,
  defineProject({
    test: {
      name: 'console',
      include: ['test/**/*.test.ts'],
      globalSetup: fileURLToPath(new URL('../api/test/harness/global-setup.ts', import.meta.url)),
    },
  }),
)
