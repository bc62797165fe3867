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
    mutate: ['src/modules/credentials/**/*.ts'],
    without: [
      'test/**/!(authentication|replay|credentials|row-level-security|tenancy|scenario).test.ts',
    ],
  },
  idempotency: {
    project: 'apps/api',
    mutate: ['src/writes/**/*.ts'],
    without: ['test/**/!(idempotency|create-*|answer-*|accept-*|retry-*).test.ts'],
  },
}
