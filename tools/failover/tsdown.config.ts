import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/drill.ts', 'src/flood.ts', 'src/replica-drill.ts'],
  dts: false,
  platform: 'node',
  fixedExtension: false,
})
