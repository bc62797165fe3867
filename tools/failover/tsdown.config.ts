import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/drill.ts'],
  dts: false,
  platform: 'node',
  fixedExtension: false,
})
