import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: ['src/index.ts', 'src/browser.ts'],
  dts: true,
  platform: 'neutral',
  fixedExtension: false,
  deps: { neverBundle: /^node:/ },
})
