import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: {
    main: 'src/main.ts',
    ceiling: 'src/ceiling/server.ts',
    nestjs: 'src/nestjs/server.ts',
    'nestjs-orders': 'src/nestjs-orders/server.ts',
    'memory-reporter': 'src/contestants/memory-reporter.ts',
    'flood-process': 'src/flood/flood-process.ts',
    'reader-process': 'src/streams/reader-process.ts',
  },
  dts: false,
  fixedExtension: false,
})
