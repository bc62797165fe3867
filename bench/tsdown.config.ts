import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: { main: 'src/main.ts', ceiling: 'src/ceiling/server.ts', nestjs: 'src/nestjs/server.ts' },
  dts: false,
  fixedExtension: false,
})
