import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/main.ts', 'src/follow-parent.ts'],
  dts: false,
  platform: 'node',
  fixedExtension: false,
})
