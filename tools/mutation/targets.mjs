/**
 * The code that can be mutated. Each target is code of one package, and the tests of that package
 * must notice a mutant: other packages import the code that is not mutated.
 *
 * `without` leaves out tests that cannot notice a mutant, or that take too long.
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
    without: ['test/**/!(authenticator|replay).test.ts'],
  },
  idempotency: {
    project: 'apps/api',
    mutate: ['src/platform/writes/idempotency.ts', 'src/platform/http/idempotency-key.ts'],
    without: ['test/**/!(idempotency|idempotency-key-header|writes).test.ts'],
  },
}
