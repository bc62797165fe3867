import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: {
    server: 'src/server.ts',
    bootstrap: 'src/bootstrap.ts',
    check: 'src/check.ts',
    migrate: 'src/migrate.ts',
    reseal: 'src/reseal.ts',
    config: 'src/config.ts',
    metrics: 'src/metrics/metric-table.ts',
    scenario: 'src/scenario/scenario.ts',
  },
  dts: true,
  fixedExtension: false,
})
