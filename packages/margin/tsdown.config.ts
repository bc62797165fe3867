import { defineConfig } from 'tsdown'
import { declarations } from '../../tsdown.shared.ts'

export default defineConfig({
  entry: ['src/index.ts'],
  // A module each, so that a page loads of it only what it computes.
  unbundle: true,
  dts: declarations,
  platform: 'neutral',
  fixedExtension: false,
})
