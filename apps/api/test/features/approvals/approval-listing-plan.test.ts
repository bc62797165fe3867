import { createOrder } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approvalsStatement } from '../../../src/features/approvals/approval.repository.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { positionText } from '../../../src/platform/lists/page-token.ts'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import { callOf } from '../../harness/call.ts'
import { QueryPlans, rowsReadOfEach } from '../../harness/query-plans.ts'

const withdrawn = 5000
const pageSize = 51

const world = new ApprovalWorld()
const { borrower, borrowerAdmin, borrowerKey, lender, lenderAdmin } = world
let middle: string

beforeAll(async () => {
  await world.start()
  await world.policy(borrowerAdmin, [rule('createOrder')])
  const { id, create_time } = await world.requested(
    callOf(createOrder, { key: borrowerKey, body: world.orders.body() }),
  )
  middle = positionText({ createTime: create_time, id })
  // Only who signed a request may insert it.
  await withOwnerClient(world.service.database.url, async (client) => {
    await client.query('ALTER TABLE approvals DISABLE TRIGGER refuse_request')
    await client.query(
      `INSERT INTO approvals SELECT (a).* FROM (
         SELECT jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
           'state', 'WITHDRAWN', 'ended_at', a.created_at,
           'created_at', a.created_at + (n - $2 / 2) * interval '1 second',
           'expires_at', a.expires_at + n * interval '1 second')) AS a
         FROM approvals a CROSS JOIN generate_series(1, $2::int) n WHERE a.id = $1) AS copies`,
      [id, withdrawn],
    )
    await client.query('ALTER TABLE approvals ENABLE TRIGGER refuse_request; ANALYZE approvals')
  })
})
afterAll(() => world.close())

it.each([
  ['its own, newest first', borrower.id, borrowerAdmin.accountId, {}, undefined],
  ['its own, after half of them', borrower.id, borrowerAdmin.accountId, {}, () => middle],
  ['its pending ones', borrower.id, borrowerAdmin.accountId, { state: 'PENDING' }, undefined],
  ['none, beside those of another', lender.id, lenderAdmin.accountId, {}, undefined],
] as const)(
  'a page reads little more than it shows: %s',
  async (_which, organizationId, accountId, filters, after) => {
    const plans = await QueryPlans.of(world.service.database, organizationId)
    const statement = approvalsStatement(
      { organizationId, accountId },
      filters,
      after?.(),
      pageSize,
    )
    const read = rowsReadOfEach(await plans.nodes(statement, 'custom'))
    await plans.end()
    expect(read['approvals']).toBeLessThanOrEqual(3 * pageSize)
  },
)
