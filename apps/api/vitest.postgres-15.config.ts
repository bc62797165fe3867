import { defineProject, mergeConfig } from 'vitest/config'
import fromSource from '../../vitest.shared.ts'

/** Tests that face SQL, on the oldest PostgreSQL that the service works on: only in long runs. */
export default mergeConfig(
  fromSource,
  defineProject({
    test: {
      name: 'api-postgres-15',
      include: [
        'bootstrap',
        'changed-schema',
        'check-book',
        'check-schema',
        'definer-functions',
        'event-log',
        'life-with-the-sdk',
        'listing-filters',
        'lost-role',
        'migrate',
        'months',
        'notifications',
        'pooling',
        'report-sums',
        'row-level-security',
        'rows-without-where',
        'scenario',
        'service-login',
        'service-role',
        'sweeper',
        'tenancy',
        'walls-of-a-transaction',
        'webhook-endpoints',
        'writes',
      ].map((name) => `test/**/${name}{,.long}.test.ts`),
      globalSetup: ['test/harness/global-setup-postgres-15.ts'],
    },
  }),
)
