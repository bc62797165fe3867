import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/main.ts', 'src/follow-parent.ts', 'src/index.ts'],
  dts: false,
  platform: 'node',
  fixedExtension: false,
})
