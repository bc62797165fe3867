import { defineConfig } from 'tsdown'
import { declarations, writeCommonJs } from '../../tsdown.shared.ts'

export default defineConfig({
  onSuccess: ({ outDir }) => writeCommonJs(outDir, ['index']),
  entry: ['src/index.ts'],
  // A module each, so that a page loads of it only what it computes.
  unbundle: true,
  dts: declarations,
  platform: 'neutral',
  fixedExtension: false,
})
