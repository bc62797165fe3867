import { defineProject, mergeConfig } from 'vitest/config'
import fromSource from '../../vitest.shared.ts'

/** Their SQL hardly differs between versions, or other tests have the same on both. */
const onlyInLongRuns = [
  'bootstrap',
  'changed-schema',
  'check-book',
  'event-log',
  'life-with-the-sdk',
  'listing-filters',
  'lost-role',
  'notifications',
  'pooling',
  'rows-without-where',
  'scenario',
  'sweeper',
  'tenancy',
  'walls-of-a-transaction',
  'webhook-endpoints',
  'writes',
]

/** Tests that face SQL, on the oldest PostgreSQL that the service works on. */
export default mergeConfig(
  fromSource,
  defineProject({
    test: {
      name: 'api-postgres-15',
      include: [
        ...(process.env['LONG_TESTS'] === '1' ? onlyInLongRuns : []),
        'check-schema',
        'definer-functions',
        'migrate',
        'months',
        'months-of-an-older-book',
        'report-sums',
        'row-level-security',
        'service-login',
        'service-role',
      ].map((name) => `test/**/${name}.test.ts`),
      globalSetup: ['test/harness/global-setup-postgres-15.ts'],
    },
  }),
)
