/**
 * The code that can be mutated. Each target is code of one package, and the tests of that package
 * must notice a mutant: other packages import the code that is not mutated.
 *
 * `only` names the files of tests that can notice a mutant, without their endings; otherwise all
 * tests of the package run, but for those `without`.
 */
export const targets = {
  margin: {
    project: 'packages/margin',
    mutate: ['src/**/*.ts', '!src/**/*.test.ts'],
  },
  'state-machines': {
    project: 'packages/schema',
    mutate: ['src/state-machines/**/*.ts'],
  },
  'signing-schema': {
    project: 'packages/schema',
    mutate: ['src/signing.ts'],
  },
  'signing-client': {
    project: 'packages/client',
    mutate: ['src/core/*sign*.ts', 'src/core/private-key.ts', 'src/core/used-times.ts'],
    // The bundle for the browser would contain the instrumentation of Stryker.
    without: ['test/browser.test.ts'],
  },
  'signing-api': {
    project: 'apps/api',
    // Only the authentication of a request and the check for a replay, without the parts that need
    // a Redis server.
    mutate: [
      'src/platform/signing/{authenticator,credential.repository,public-key,replay,signature-headers}.ts',
    ],
    only: ['authenticator', 'replay'],
  },
  idempotency: {
    project: 'apps/api',
    mutate: ['src/platform/writes/idempotency.ts', 'src/platform/http/idempotency-key.ts'],
    only: ['idempotency', 'idempotency-key-header', 'round-trips', 'statements-ahead', 'writes'],
  },
  // Pure rules, whose tests need no database.
  lifecycle: {
    project: 'apps/api',
    mutate: [
      'src/features/deals/lifecycle/lifecycle.ts',
      'src/features/deals/parties/{mover,offer}.ts',
      'src/features/deals/{blockers,orders,mark-to-market,order-requests}/*-blockers.ts',
      'src/features/deals/blockers/{order-request-eligibility,triparty}.ts',
      'src/features/deals/orders/order-acceptance.ts',
      'src/features/deals/positions/mark-blocker.ts',
    ],
    only: [
      ...['lifecycle', 'parties', 'mark-blocker', 'order-acceptance', 'order-blockers'],
      ...['request-blockers', 'order-request-blockers', 'order-request-eligibility'],
    ],
  },
  'lifecycle-writes': {
    project: 'apps/api',
    mutate: [
      'src/features/deals/lifecycle/change.ts',
      'src/features/deals/blockers/own-retired-wallets.ts',
    ],
    only: ['change', 'own-retired-wallets', 'order-request-eligibility'],
  },
  'price-guard': {
    project: 'apps/api',
    mutate: ['src/features/prices/{price-guard,median,silenced-quotes}.ts'],
    only: ['price-guard', 'judge-quote', 'median', 'released-quote', 'silenced-quotes'],
  },
  settlement: {
    project: 'apps/api',
    mutate: ['src/features/custody/settlement.service.ts'],
    only: ['settlement'],
  },
  'rate-limits': {
    project: 'apps/api',
    mutate: ['src/platform/http/{rate-limits,load-limit}.ts'],
    only: [
      'rate-limits',
      'rate-limit-budgets',
      'shared-rate-limits',
      'load-limit',
      'load-shedding',
    ],
  },
}
