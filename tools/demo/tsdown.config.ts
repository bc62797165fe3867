import { defineConfig } from 'tsdown'

// The parts of the command line are bundled from their sources: it publishes none.
export default defineConfig({
  entry: ['src/main.ts'],
  dts: false,
  platform: 'node',
  fixedExtension: false,
  deps: { alwaysBundle: [/./] },
  inputOptions: { resolve: { conditionNames: ['@vadium/source', 'import', 'node', 'default'] } },
})
