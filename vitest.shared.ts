import { defineProject } from 'vitest/config'

const conditions = ['@vadium/source', 'module', 'node', 'import', 'default']

/** Tests run from source: workspace packages resolve through the source condition, without a build. */
export default defineProject({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
})
