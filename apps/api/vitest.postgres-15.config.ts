import { defineProject, mergeConfig } from 'vitest/config'
import fromSource from '../../vitest.shared.ts'

/** Tests that face SQL, on the oldest PostgreSQL that the service works on. */
export default mergeConfig(
  fromSource,
  defineProject({
    test: {
      name: 'api-postgres-15',
      include: [
        ...(process.env['LONG_TESTS'] === '1' ? ['bootstrap', 'changed-schema', 'tenancy'] : []),
        'check-book',
        'check-schema',
        'definer-functions',
        'event-log',
        'life-with-the-sdk',
        'lost-role',
        'migrate',
        'notifications',
        'pooling',
        'report-sums',
        'row-level-security',
        'rows-without-where',
        'scenario',
        'service-login',
        'service-role',
        'sweeper',
        'walls-of-a-transaction',
        'webhook-endpoints',
        'writes',
      ].map((name) => `test/**/${name}.test.ts`),
      globalSetup: ['test/harness/global-setup-postgres-15.ts'],
    },
  }),
)
