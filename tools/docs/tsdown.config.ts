import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    examples: 'src/examples/main.ts',
    interfaces: 'src/interfaces/main.ts',
  },
  dts: false,
  fixedExtension: false,
})
