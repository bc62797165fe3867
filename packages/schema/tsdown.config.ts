import { defineConfig } from 'tsdown'
import { declarations } from '../../tsdown.shared.ts'

export default defineConfig({
  entry: ['src/index.ts', 'src/protocol.ts'],
  // A module each, so that a bundler leaves out the operations that a program does not call.
  unbundle: true,
  dts: declarations,
  platform: 'neutral',
  fixedExtension: false,
})
