import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'

const security = new URL('../../../../../docs/security.md', import.meta.url)

let database: TestDatabase
let documented: { readonly functions: string[]; readonly views: string[] }
beforeAll(async () => {
  database = await createDatabase()
  const text = await readFile(security, 'utf8')
  documented = {
    functions: namesUnder(text, '### Functions with the rights of the owner'),
    views: namesUnder(text, '### Views with the rights of the owner'),
  }
})
afterAll(() => database.drop())

/** The names in the first column of the table under a heading. */
function namesUnder(text: string, heading: string): string[] {
  const [, section = ''] = text.split(`\n${heading}\n`)
  const [own = ''] = section.split(/\n##/)
  return [...own.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name).sort()
}

interface DefinerFunction {
  readonly name: string
  readonly settings: string[] | null
  readonly isForEverybody: boolean
  readonly isTrigger: boolean
  readonly isForService: boolean
}

async function definerFunctions(): Promise<DefinerFunction[]> {
  const { rows } = await database.query<DefinerFunction>(
    `SELECT proname AS name, proconfig AS settings, prorettype = 'trigger'::regtype AS "isTrigger",
       EXISTS (SELECT FROM aclexplode(coalesce(proacl, acldefault('f', proowner)))
         WHERE grantee = 0) AS "isForEverybody",
       has_function_privilege('vadium_service', oid, 'EXECUTE') AS "isForService"
     FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace
     ORDER BY proname COLLATE "C"`,
  )
  return rows
}

describe('functions with the rights of the owner', () => {
  it('are those that docs/security.md lists', async () => {
    const functions = await definerFunctions()
    expect(functions.map(({ name }) => name)).toEqual(documented.functions)
  })

  it('search temporary tables last', async () => {
    const functions = await definerFunctions()
    const pinned = 'search_path=public, pg_temp'
    expect(functions.filter(({ settings }) => settings?.includes(pinned) !== true)).toEqual([])
  })

  it('can be executed by the service only, and those of triggers by no role', async () => {
    const functions = await definerFunctions()
    expect(functions.filter(({ isForEverybody }) => isForEverybody)).toEqual([])
    expect(functions.filter((one) => one.isForService === one.isTrigger)).toEqual([])
  })

  it.each([
    'SELECT * FROM claim_instruction(now(), gen_random_uuid())',
    'SELECT * FROM claim_instructions(now(), gen_random_uuid(), 8)',
    `SELECT take_callback('simulated', '\\x00', now(), '\\x00', ARRAY['x'])`,
    `SELECT * FROM due_deadlines(now(), ARRAY['order'], NULL, NULL, 100)`,
    'SELECT * FROM due_warnings(now(), NULL, NULL, 100)',
    "SELECT * FROM work_ahead('{}')",
    "SELECT * FROM due_approvals(now(), now(), NULL, '{}', 1)",
    'SELECT * FROM approval_figures(now())',
    'SELECT * FROM approvals_ahead(now())',
    'SELECT * FROM find_instruction(gen_random_uuid())',
    'SELECT * FROM find_invitation(gen_random_uuid())',
    'SELECT end_of_invitation(gen_random_uuid())',
    'SELECT has_unnumbered_events(gen_random_uuid())',
    "SELECT * FROM number_events('{}', 1)",
    'SELECT raise_numbering_start()',
    'SELECT * FROM unnumbered_logs(1)',
    "SELECT * FROM expiring_credentials(now(), now() + interval '7 days')",
    `SELECT * FROM readers_of_stale_prices(ARRAY['BTC'], ARRAY['BTC 1'])`,
    `SELECT * FROM lenders_to_revalue(ARRAY['BTC'])`,
    "SELECT * FROM claim_webhook_deliveries(now(), gen_random_uuid(), 1, 1, '1 minute')",
    'SELECT * FROM webhook_endpoints_behind(1)',
    "SELECT * FROM claim_mail_deliveries(now(), gen_random_uuid(), 1, '1 minute')",
    'SELECT * FROM mail_addresses_behind(1)',
    'SELECT * FROM mail_digests_due(now(), 1)',
    'SELECT * FROM mail_figures()',
    'SELECT forget_mail(1)',
    "SELECT have_webhooks('{}')",
    'SELECT * FROM webhook_figures()',
    'SELECT * FROM late_transfer_figures(now())',
    'SELECT * FROM book_figures(now(), 60, 10)',
    'SELECT forget_callbacks(1)',
    "SELECT forget_audited_reads(1, '30 days')",
    "SELECT forget_events(1, '30 days')",
    `SELECT keep_service_secret('of a test', '')`,
    'SELECT * FROM stored_seals()',
    'SELECT make_months()',
    'SELECT drop_empty_months()',
    'SELECT forget_idempotency_keys(1)',
    'SELECT forget_notifications(1)',
    'SELECT forget_signatures(1)',
    "SELECT forget_webhook_deliveries(1, '30 days')",
    "SELECT * FROM good_credentials('{}')",
    "SELECT * FROM preferences_of_accounts('{}')",
    'SELECT * FROM sandbox_waiting_polls()',
    "SELECT put_off_sandbox_polls('{}', '{}', '{}')",
  ])('show a transaction of an organization nothing about others: %s', async (statement) => {
    const asked = database.query(
      `BEGIN; SET LOCAL ROLE vadium_service;
       SELECT set_config('vadium.organization_id', gen_random_uuid()::text, true),
         set_config('vadium.revaluation', 'on', true);
       ${statement}`,
    )
    await expect(asked).rejects.toThrow(/may not ask for others|may ask for all lenders/)
  })
})

describe('views with the rights of the owner', () => {
  it('are those that docs/security.md lists, and check their own conditions first', async () => {
    const { rows } = await database.query<{ name: string; isBarrier: boolean }>(
      `SELECT relname AS name, 'security_barrier=true' = ANY (reloptions) AS "isBarrier" FROM pg_class
       WHERE relkind IN ('v', 'm') AND relnamespace = 'public'::regnamespace
         AND NOT 'security_invoker=true' = ANY (coalesce(reloptions, '{}'))
       ORDER BY relname COLLATE "C"`,
    )
    expect(rows).toEqual(documented.views.map((name) => ({ name, isBarrier: true })))
  })
})
