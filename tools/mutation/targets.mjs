/**
 * What can be mutated. Each target is code of one package, and the tests of that package must notice:
 * another package finds the code it imports where it was, not where it is mutated.
 *
 * `without` leaves out tests that could not notice, or that would take too long to do so.
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
    // What the browser is given would hold what Stryker writes into it.
    without: ['test/browser.test.ts'],
  },
  'signing-api': {
    project: 'apps/api',
    // Who signed, and whether that was signed before; what is done with credentials beyond that is no part, nor is
    // what needs a Redis.
    mutate: [
      'src/platform/signing/{authenticator,credential.repository,public-key,replay,signature-headers}.ts',
    ],
    without: ['test/**/!(authenticator|replay).test.ts'],
  },
  idempotency: {
    project: 'apps/api',
    mutate: ['src/platform/writes/idempotency.ts', 'src/platform/http/idempotency-key.ts'],
    without: ['test/**/!(idempotency|idempotency-key-header|writes).test.ts'],
  },
}
