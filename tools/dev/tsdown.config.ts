import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/main.ts'],
  dts: false,
  platform: 'node',
  fixedExtension: false,
})
