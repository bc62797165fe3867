import { defineConfig } from 'tsdown'
import { declarations } from '../../tsdown.shared.ts'

// The program with all that it uses in one file, which starts in a third of the time that a hundred
// files take. What only some commands need (undici, `open`) stands beside it and is read by them.
export default defineConfig({
  entry: ['src/index.ts', 'src/main.ts'],
  dts: declarations,
  fixedExtension: false,
  deps: { alwaysBundle: [/./] },
  minify: 'dce-only',
})
