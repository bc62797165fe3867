import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineProject, mergeConfig } from 'vitest/config'
import fromSource from '../../vitest.shared.ts'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const workerAddress = '\0address-of-a-worker'

/** The page in a document without a browser. Tests that need one are in the project of the service. */
export default mergeConfig(
  fromSource,
  defineProject({
    test: {
      name: 'console',
      include: ['test/page/**/*.test.ts', 'test/page/**/*.test.tsx'],
      // The React that its users run, which checks nothing as it renders.
      env: { NODE_ENV: 'production' },
      environment: 'jsdom',
      environmentOptions: {
        jsdom: { html: readFileSync(file('index.html'), 'utf8'), url: 'http://localhost/console/' },
      },
      setupFiles: [file('test/page/harness/without-layout.ts')],
    },
    resolve: { conditions: ['browser'] },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    plugins: [
      {
        // The build makes a worker a file beside the others. Here is none: it is not started.
        name: 'address-of-a-worker',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith('?worker&url') ? workerAddress : undefined),
        load: (id) => (id === workerAddress ? 'export default "figures/worker.js"' : undefined),
      },
    ],
  }),
)
