/**
 * The arrows of the house: which folder may import which. `pnpm run structure` checks them, and CI
 * does.
 *
 * In the service, from the top: `server.ts` and `commands`, `compose`, `features`, `platform`,
 * `config`.
 */
const api = '^apps/api/src'

const mayImportOnly = (name, from, allowed, exempt) => ({
  name,
  comment: `${from} imports, of our own packages, ${allowed.join(' and ') || 'none'}.`,
  severity: 'error',
  from: {
    path: `^${from}/src/`,
    ...(exempt !== undefined && { pathNot: `^${from}/src/${exempt}` }),
  },
  to: {
    path: '^(packages|apps|tools|bench)/',
    pathNot: [
      `^${from}/`,
      ...allowed.map((path) => (path.endsWith('.ts') ? `^${path}$` : `^${path}/`)),
    ],
  },
})

export default {
  forbidden: [
    mayImportOnly('schema', 'packages/schema', []),
    mayImportOnly('margin', 'packages/margin', []),
    // Of the schema the protocol alone: it needs no TypeBox, so the SDK needs none. Its testing kit
    // is a file of its own.
    mayImportOnly(
      'client',
      'packages/client',
      ['packages/schema/src/protocol.ts', 'packages/margin'],
      'testing/',
    ),
    {
      name: 'client-does-not-need-its-testing-kit',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: '^packages/client/src/testing/' },
      to: { path: '^packages/client/src/testing/' },
    },
    // The demo is a program made of parts of the command line, which may not know it.
    mayImportOnly('demo', 'tools/demo', [
      'packages/book',
      'packages/client',
      'packages/margin',
      'apps/cli/src/parts.ts',
      'apps/cli/src/index.ts',
    ]),
    // The command line loads it where it is installed, and imports nothing of it.
    mayImportOnly('mcp', 'packages/mcp', ['packages/client', 'packages/schema']),
    mayImportOnly('api', 'apps/api', ['packages/schema', 'packages/margin']),
    // A book is what the service loads, so its maker knows the format and the settings of a
    // sandbox.
    mayImportOnly('book', 'packages/book', [
      'packages/client',
      'packages/schema',
      'packages/margin',
      'apps/api/src/features/scenario/scenario.ts',
      'apps/api/src/config/config.ts',
    ]),
    mayImportOnly('cli', 'apps/cli', ['packages/client', 'packages/schema', 'packages/margin']),
    mayImportOnly('console', 'apps/console', [
      'packages/client',
      'packages/schema',
      'packages/margin',
    ]),
    {
      name: 'commands-act-through-their-effects',
      comment: 'Of the command line, only `context` uses files, timers, programs and the network.',
      severity: 'error',
      from: { path: '^apps/cli/src/', pathNot: '^apps/cli/src/context/' },
      to: { path: '^(?:node:)?(?:fs|child_process|os|timers|tty|https?|net)(?:/|$)' },
    },
    {
      name: 'margin-is-pure',
      comment: 'The arithmetic imports nothing but itself and decimal.js.',
      severity: 'error',
      from: { path: '^packages/margin/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/margin/src/', 'decimal\\.js'] },
    },
    {
      name: 'nobody-imports-the-service',
      comment: 'The service is run. Its settings, metrics and scenario format may be imported.',
      severity: 'error',
      from: { path: '^(packages|apps/cli|apps/console|tools|bench)/[^.]*src/' },
      to: {
        path: '^apps/api/',
        pathNot: [
          `${api}/config/config\\.ts$`,
          `${api}/platform/telemetry/metric-table\\.ts$`,
          `${api}/features/scenario/scenario\\.ts$`,
          '^apps/api/dist/',
        ],
      },
    },
    {
      name: 'platform-knows-nothing-of-lending',
      severity: 'error',
      from: { path: `${api}/platform/` },
      to: { path: `${api}/(features|compose|commands|server\\.ts)` },
    },
    {
      name: 'config-is-at-the-bottom',
      severity: 'error',
      from: { path: `${api}/config/` },
      to: { path: `${api}/`, pathNot: `${api}/config/` },
    },
    {
      name: 'only-commands-import-the-composition',
      severity: 'error',
      from: { path: `${api}/`, pathNot: `${api}/(compose/|commands/|server\\.ts)` },
      to: { path: `${api}/(compose/|commands/|server\\.ts)` },
    },
    {
      name: 'features-meet-at-their-index',
      comment: 'A feature uses of another what its index.ts names.',
      severity: 'error',
      from: { path: `${api}/features/([^/]+)/` },
      to: { path: `${api}/features/`, pathNot: [`${api}/features/$1/`, '/index\\.ts$'] },
    },
    {
      name: 'imports-are-declared',
      comment: 'What is imported stands in the package.json of the package.',
      severity: 'error',
      from: { path: '/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'imports-exist',
      comment: 'Each import names a file or a declared package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/'] },
    // What the runtimes run has packages of its own.
    exclude: { path: ['/dist/', '/coverage/', '/client/runtimes/'] },
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@vadium/source', 'import', 'node', 'types', 'default'],
      extensions: ['.ts', '.js', '.mjs'],
    },
  },
}
