import { defineConfig } from 'tsdown'

export default defineConfig({
  entry: {
    server: 'src/server.ts',
    bootstrap: 'src/commands/bootstrap.ts',
    check: 'src/commands/check.ts',
    migrate: 'src/commands/migrate.ts',
    recover: 'src/commands/recover.ts',
    reseal: 'src/commands/reseal.ts',
    config: 'src/config/config.ts',
    metrics: 'src/platform/telemetry/metric-table.ts',
    scenario: 'src/features/scenario/scenario.ts',
  },
  dts: false,
  fixedExtension: false,
})
