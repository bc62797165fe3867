import { defineConfig } from 'tsdown'

/**
 * Packages that every process of the service loads. In one file they are read, resolved and linked
 * once, at the build. What is loaded only if a setting asks for it, or has a compiled part, stays a
 * package.
 */
const alwaysLoaded = [
  '@fastify/',
  '@noble/',
  '@sinclair/typebox',
  '@vadium/',
  'ajv',
  'close-with-grace',
  'csv-stringify',
  'fastify',
  'ipaddr\\.js',
  'lossless-json',
  'pg',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'standardwebhooks',
  'undici',
]

export default defineConfig({
  entry: {
    server: 'src/server.ts',
    bootstrap: 'src/commands/bootstrap.ts',
    check: 'src/commands/check.ts',
    'detach-partitions': 'src/commands/detach-partitions.ts',
    documents: 'src/commands/documents.ts',
    migrate: 'src/commands/migrate.ts',
    recover: 'src/commands/recover.ts',
    relay: 'src/commands/relay.ts',
    reseal: 'src/commands/reseal.ts',
    'render-thread': 'src/features/documents/pdf/render-thread.ts',
    config: 'src/config/config.ts',
    metrics: 'src/platform/telemetry/metric-table.ts',
    scenario: 'src/features/scenario/scenario.ts',
  },
  deps: {
    alwaysBundle: new RegExp(`^(${alwaysLoaded.join('|')})`),
  },
  dts: false,
  fixedExtension: false,
})
