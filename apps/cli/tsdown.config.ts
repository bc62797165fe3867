import { defineConfig } from 'tsdown'
import { declarations } from '../../tsdown.shared.ts'

export default defineConfig({
  entry: ['src/index.ts', 'src/main.ts'],
  dts: declarations,
  fixedExtension: false,
})
