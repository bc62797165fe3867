import { defineProject } from 'vitest/config'

const source = '@vadium/source'

/** Tests run from source: workspace packages resolve through the source condition, without a build. */
export default defineProject({
  resolve: { conditions: [source, 'node', 'development|production'] },
  ssr: {
    resolve: {
      conditions: [source, 'node', 'development|production'],
      externalConditions: [source, 'node'],
    },
  },
})
