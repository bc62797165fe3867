import {
  acceptMarkToMarketRequest,
  disputeMarkToMarketRequest,
  exportMarkToMarketRequests,
  listMarkToMarketRequests,
  type MarkToMarketRequest,
} from '@vadium/schema'
import { parse } from 'csv-parse/sync'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertCopies } from '../../../harness/altered-rows.ts'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { playMarginCall } from '../../../harness/played-requests.ts'
import { isLongRun } from '../../../harness/long-run.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 1 })
const { book, lender, borrower, lenderKey, borrowerKey, strangerKey } = world
const reporting = lender.credential('reporting')
const deal = book.deal(lender, borrower)
const third = book.party('third')
const other = book.deal(borrower, third)

const model = playMarginCall(book, world, deal, 'REJECTED')
playMarginCall(book, { lender: borrower, borrower: third }, other, 'REJECTED')

// More than one batch, every twenty created in one millisecond, so that some are on both sides of the
// end of a batch.
const copies = Array.from({ length: isLongRun ? 1129 : 529 }, (_, i) => ({
  id: randomUUID(),
  status: i % 3 === 1 ? 'REJECTED' : 'COMPLETED',
  direction: i % 2 === 0 ? 'TopUp' : 'Release',
  collateral_amount: `${i + 1}.5`,
  notional_usd: `${i}`,
  created_at: new Date(Date.parse('2026-03-02T10:00:00.000Z') + ((i / 20) | 0)).toISOString(),
}))

/**
 * A request that was disputed, with a note that a spreadsheet would calculate, and then conceded.
 */
let argued: MarkToMarketRequest
beforeAll(async () => {
  await world.start()
  const { database } = world.service
  await insertCopies(database, 'mark_to_market_requests', model.id, copies)
  const request = await world.margin.create(world.shortDeal())
  await world.do(disputeMarkToMarketRequest, request, borrowerKey, {
    counter_notional_usd: '100000',
    reason: 'PRICE',
    note: '=HYPERLINK("http://x", "y")',
  })
  await world.do(acceptMarkToMarketRequest, request, borrowerKey)
  argued = await world.margin.get(request)
}, 60_000)
afterAll(() => world.close())

type Query = Readonly<Record<string, string | number>>
const exported = async (query: Query = {}, key = lenderKey) => {
  const answer = await succeed(world.service, exportMarkToMarketRequests, { key, query })
  return answer.mark_to_market_requests
}
const text = async (query: Query, key = lenderKey) =>
  call(world.service, callOf(exportMarkToMarketRequests, { key, query }))

async function listed(): Promise<MarkToMarketRequest[]> {
  const all: MarkToMarketRequest[] = []
  let token: string | undefined
  do {
    const query = { page_size: 1000, ...(token !== undefined && { page_token: token }) }
    const options = { key: lenderKey, query }
    const page = await succeed(world.service, listMarkToMarketRequests, options)
    all.push(...page.mark_to_market_requests)
    token = page.next_page_token
  } while (token !== undefined)
  return all
}

describe('200 OK as JSON', () => {
  it('returns every item of the list, in its order, and none of other organizations', async () => {
    const all = await exported()
    expect(all).toHaveLength(copies.length + 2)
    expect(all).toEqual(await listed())
    expect(await exported({}, strangerKey)).toEqual([])
  })

  it('returns the text of a list that has one page', async () => {
    const query = { position_id: argued.position_id, status: 'IN_PROGRESS' }
    const list = callOf(listMarkToMarketRequests, { key: lenderKey, query })
    expect((await text({ ...query, format: 'json' })).text).toBe(
      (await call(world.service, list)).text,
    )
    expect(await exported(query)).toEqual([argued])
  })

  it('filters like the list', async () => {
    expect(await exported({ status: 'REJECTED' })).toHaveLength(
      copies.filter(({ status }) => status === 'REJECTED').length + 1,
    )
    expect((await text({ position_id: randomUUID() })).text).toBe('{"mark_to_market_requests":[]}')
  })
})

describe('200 OK as CSV', () => {
  const records = (csv: string) => parse<Record<string, string>>(csv, { columns: true })

  it('returns a row for each request, in the same order', async () => {
    const reply = await text({ format: 'csv' })
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    const rows = records(reply.text)
    const all = await listed()
    expect(rows.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    expect(rows.map(({ collateral_amount }) => collateral_amount)).toEqual(
      all.map(({ collateral_amount }) => collateral_amount),
    )
  })

  it('gives each member of a dispute a column, and no text that a spreadsheet would calculate', async () => {
    const [row] = records((await text({ format: 'csv', status: 'IN_PROGRESS' })).text)
    expect(row).toMatchObject({
      id: argued.id,
      creator_id: lender.id,
      notional_usd: '150000.00',
      'dispute.counter_notional_usd': '100000.00',
      'dispute.reason': 'PRICE',
      'dispute.note': `'=HYPERLINK("http://x", "y")`,
      'dispute.agreed_collateral_amount': '40',
      superseded_by: '',
      transfer_ids: argued.transfer_ids.join(';'),
    })
    expect(argued.transfer_ids).toHaveLength(2)
  })

  it('leaves the columns empty for a request without a dispute', async () => {
    const [row] = records((await text({ format: 'csv', status: 'REJECTED' })).text)
    expect(row).toMatchObject({
      creator_id: lender.id,
      asset_price_usd: '60000',
      'dispute.counter_notional_usd': '',
      'dispute.outcome': '',
    })
  })
})

describe('400 Bad Request', () => {
  it.each<[string, Query]>([
    ['format', { format: 'xml' }],
    ['page_size', { page_size: 10 }],
    ['position_id', { position_id: 'x' }],
  ])('returns 400 for %s', async (field, query) => {
    const options = callOf(exportMarkToMarketRequests, { key: lenderKey, query })
    const reply = await refused(world.service, 400, options)
    expect(reply.body.error.details?.[0]).toMatchObject({ field })
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for a role that may not read requests', async () => {
    const options = callOf(exportMarkToMarketRequests, { key: reporting })
    expect((await refused(world.service, 403, options)).reason).toBe('ROLE_NOT_PERMITTED')
  })
})

describe('422 Unprocessable Content', () => {
  it('returns 422 with the statuses that exist', async () => {
    const query = { status: 'OPEN', format: 'csv' }
    const options = callOf(exportMarkToMarketRequests, { key: lenderKey, query })
    const reply = await refused(world.service, 422, options)
    expect(reply.body.error.details?.[0]?.allowed).toContain('DISPUTED')
  })
})
