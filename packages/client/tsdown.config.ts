import { defineConfig } from 'tsdown'
import { declarations } from '../../tsdown.shared.ts'

export default defineConfig({
  entry: ['src/index.ts', 'src/browser.ts'],
  dts: declarations,
  platform: 'neutral',
  fixedExtension: false,
  // Of the schema only its protocol, which needs no TypeBox: who installs the SDK installs none.
  deps: { neverBundle: /^node:/, alwaysBundle: /^@vadium\/schema\/protocol$/ },
  // Comments are read in an editor, so they stand in the types alone.
  outputOptions: { comments: false },
})
