import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { index: 'src/index.ts', played: 'src/played/index.ts' },
  dts: false,
  platform: 'node',
  fixedExtension: false,
})
