import type { Condition, Ground } from '@vadium/margin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { causeNotPresent } from '../../../../src/features/deals/close-outs/shown-facts.ts'
import {
  type KeptHistory,
  selectHistories,
} from '../../../../src/features/deals/close-outs/deal-history.ts'
import { Book } from '../../../harness/book.ts'
import { insertInBulk } from '../../../harness/bulk-rows.ts'
import { createDatabase, type TestDatabase } from '../../../harness/database.ts'
import { loadBook } from '../../../harness/load-book.ts'
import { QueryPlans, rowsReadOfEach } from '../../../harness/query-plans.ts'

const count = 1000
const book = new Book()
const lender = book.party('lender')
const deal = book.deal(lender, book.party('borrower'), {
  terms: { default_causes: ['UNMET_CALL', 'MISSED_RETURN'], recall_notice_seconds: 3600 },
})
const values = [[deal.positionId], '2026-06-01T00:00:00.000Z']

/** Calls and recalls that were rejected, each beside a part of the asset that came back. */
async function fill(database: TestDatabase): Promise<void> {
  await insertInBulk(
    database,
    'mark_to_market_requests',
    `INSERT INTO mark_to_market_requests (id, position_id, lender_id, borrower_id, creator_id, status,
       direction, collateral_amount, notional_usd, asset_price_usd, collateral_price_usd,
       calculation_id, expire_at, created_at, updated_at)
     SELECT gen_random_uuid(), p.id, lender_id, borrower_id, lender_id, 'REJECTED', 'TopUp', 1, 1, 1, 1, 'c', at, at, at
     FROM positions p, generate_series(1, $1::int) n, LATERAL (
       SELECT timestamptz '2026-01-01' + n * interval '1 hour' AS at) t`,
    [count],
  )
  await insertInBulk(
    database,
    'order_requests',
    `INSERT INTO order_requests (id, position_id, lender_id, borrower_id, kind, status, quantity,
       created_at, updated_at, creator_id, expire_at, whole)
     SELECT gen_random_uuid(), p.id, lender_id, borrower_id, kind, 'REJECTED', 1, at, at, lender_id, at, false
     FROM positions p, generate_series(1, 2 * $1::int) n, LATERAL (
       SELECT timestamptz '2026-01-01' + n * interval '1 hour' AS at,
         CASE WHEN n > $1::int THEN 'return' ELSE 'recall' END AS kind) t`,
    [count],
  )
  await insertInBulk(
    database,
    'interest_changes',
    `INSERT INTO interest_changes (position_id, lender_id, borrower_id, order_request_id,
       effective_on, quantity_before, quantity, recorded_at)
     SELECT position_id, lender_id, borrower_id, id, created_at, 9, 8, created_at
     FROM order_requests WHERE kind = 'recall' ORDER BY created_at`,
  )
  await database.query('ANALYZE')
}

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
  await loadBook(database, book)
  await fill(database)
}, 60_000)
afterAll(() => database.drop())

describe('the history of a deal with 1,000 calls, and as many recalls and returns', () => {
  it('is read with a few rows for each of them, and by indexes', async () => {
    const plans = await QueryPlans.of(database, lender.id)
    const nodes = await plans.nodes({ name: 'history', text: selectHistories, values }, 'generic')
    await plans.end()
    const read = rowsReadOfEach(nodes)
    expect(read['interest_changes']).toBeLessThanOrEqual(2 * count)
    expect(read['order_requests']).toBeLessThanOrEqual(10 * count)
    expect(read['mark_to_market_requests']).toBeLessThanOrEqual(5 * count)
  })

  it('has no call but the newest: nothing before it can be declared', async () => {
    const { rows } = await database.query<KeptHistory>(selectHistories, values)
    expect(rows[0]?.requests).toMatchObject([{ createTime: '2026-02-11T16:00:00.000Z' }])
    expect(rows[0]?.recalls).toHaveLength(1)
  })
})

const assets = { asset: 'BTC', collateralAsset: 'ETH' }

const met = (isMet: boolean): Condition => ({
  name: 'released',
  unit: 'boolean',
  value: String(!isMet),
  relation: 'equal_to',
  required: 'false',
  met: isMet,
})

const grounds = (count: number, isMet: boolean): Ground[] =>
  Array.from({ length: count }, (_, index) => ({
    name: 'late_call',
    resource: 'mark_to_market_request',
    resourceId: `call-${index}`,
    occasion: null,
    since: null,
    conditions: [met(isMet)],
  }))

describe('the refusal of a declaration', () => {
  it('has 20 figures that do not hold, however many there are', () => {
    const fact = { cause: 'UNMET_CALL', inDefault: 'borrower', holds: false, ground: null } as const
    const all = [...grounds(5, true), ...grounds(30, false)]
    const { details } = causeNotPresent(assets, { ...fact, conditions: [], grounds: all })
    expect(details).toHaveLength(20)
    expect(details[0]?.issue).toMatch(/^mark_to_market_request call-0: /)
  })
})
