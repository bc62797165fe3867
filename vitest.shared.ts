import { defineProject } from 'vitest/config'

const source = '@vadium/source'

/** Tests run from source: workspace packages resolve through the source condition, without a build. */
export default defineProject({
  test: {
    // The files of one worker share the modules that they load: to load them for each file takes longer
    // than the tests do. A test that changes what all share, such as a timer, changes it back.
    isolate: false,
  },
  resolve: { conditions: [source, 'node', 'development|production'] },
  ssr: {
    resolve: {
      conditions: [source, 'node', 'development|production'],
      externalConditions: [source, 'node'],
    },
  },
})
