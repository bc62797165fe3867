import { defineConfig } from 'tsdown'
import { declarations } from '../../tsdown.shared.ts'

export default defineConfig({
  entry: ['src/index.ts'],
  dts: declarations,
  fixedExtension: false,
})
