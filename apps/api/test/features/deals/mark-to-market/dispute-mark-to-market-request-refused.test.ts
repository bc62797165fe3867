import { disputeMarkToMarketRequest } from '@vadium/schema'
import { Decimal } from '@vadium/margin'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refused } from '../../../harness/call.ts'
import { World } from '../../../harness/world/world.ts'

// 60 ETH or 150,000 USD are called, 5 % of which are 7,500.
const world = new World({ short: 4, over: 1 })
const { book, lender, borrower, lenderKey, borrowerKey } = world
const widelyTolerant = book.deal(lender, borrower, {
  terms: { dispute_tolerance_percent: null, dispute_tolerance_usd: '200000' },
})
const operation = disputeMarkToMarketRequest

beforeAll(() => world.start())
afterAll(() => world.close())

const answer = (request: { id: string }, counter: string, key = borrowerKey) =>
  world.do(operation, request, key, { counter_notional_usd: counter, reason: 'PRICE' })

describe('403 Forbidden', () => {
  it('returns 403 when the creator disputes', async () => {
    const request = await world.margin.create(world.shortDeal())
    const body = { counter_notional_usd: '999999999', reason: 'OTHER' }
    const options = world.callOn(operation, request, lenderKey, body)
    expect((await refused(world.service, 403, options)).reason).toBe('PARTY_NOT_PERMITTED')
    expect(await world.margin.get(request)).toMatchObject({ dispute: null })
  })
})

describe('404 Not Found', () => {
  it('returns 404 for the request of another organization, as for an unknown one', async () => {
    const request = await world.margin.create(world.shortDeal())
    const ask = async ({ id }: { id: string }) => {
      const body = { counter_notional_usd: '-1', reason: 'OTHER' }
      const options = world.callOn(operation, { id }, world.strangerKey, body)
      const { text } = await refused(world.service, 404, options)
      return text.replace(id, 'ID').replace(/"request_id":"[^"]*"/, '')
    }
    expect(await ask(request)).toBe(await ask({ id: randomUUID() }))
  })
})

describe('409 Conflict', () => {
  it('returns 409 when less may be sent back than is undisputed', async () => {
    const deal = world.overDeal()
    const request = await world.margin.create(deal, borrowerKey)
    await world.service.database.query(
      'UPDATE positions SET collateral_disputed_quantity = 390 WHERE id = $1',
      [deal.positionId],
    )
    const body = { counter_notional_usd: '50000', reason: 'OTHER' }
    const options = world.callOn(operation, request, lenderKey, body)
    const reply = await refused(world.service, 409, options)
    expect(reply.reason).toBe('QUANTITY_NOT_AVAILABLE')
    expect(await world.margin.get(request)).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      dispute: null,
    })
    // Nothing moves when all of it is disputed.
    expect((await answer(request, '0', lenderKey)).status).toBe('DISPUTED')
  })
})

describe('422 Unprocessable Content', () => {
  it('returns 422 for a counter-valuation that is not an amount', async () => {
    const request = await world.margin.create(world.shortDeal())
    for (const counter of ['-1', '-0.01', '0.001', '149999.999']) {
      const body = { counter_notional_usd: counter, reason: 'PRICE' }
      const options = world.callOn(operation, request, borrowerKey, body)
      expect((await refused(world.service, 422, options)).body.error).toMatchObject({
        reason: 'VALUE_INVALID',
        details: [{ field: 'counter_notional_usd' }],
      })
    }
  })

  it('returns 422 for a counter-valuation that is not below the request', async () => {
    const request = await world.margin.create(world.shortDeal())
    for (const counter of ['150000', '150000.01', `1${'0'.repeat(99)}`]) {
      const body = { counter_notional_usd: counter, reason: 'PRICE' }
      const options = world.callOn(operation, request, borrowerKey, body)
      expect((await refused(world.service, 422, options)).body.error).toMatchObject({
        reason: 'NOTHING_DISPUTED',
        details: [{ field: 'counter_notional_usd', value: '150000.00' }],
      })
    }
    expect(await world.margin.get(request)).toMatchObject({
      status: 'PENDING_ACCEPTANCE',
      transfer_ids: [],
    })
    expect(await world.margin.hasDeadline(request)).toBe(true)
  })

  it('accepts one within a wide tolerance, which is agreed in full', async () => {
    const request = await world.margin.create(widelyTolerant)
    const { dispute, notional_usd } = await answer(request, '100.5')
    const parts = [dispute?.agreed_notional_usd, dispute?.disputed_notional_usd]
    expect(parts).toEqual(['100.50', '0.00'])
    expect(new Decimal(notional_usd).equals('150000')).toBe(true)
  })
})

describe('400 Bad Request', () => {
  it.each([
    ['for an unknown reason', { counter_notional_usd: '1', reason: 'SPITE' }, 'reason'],
    ['without a reason', { counter_notional_usd: '1' }, 'reason'],
    ['for an exponent', { counter_notional_usd: '1e5', reason: 'PRICE' }, 'counter_notional_usd'],
    [
      'for a note that is too long',
      { counter_notional_usd: '1', reason: 'PRICE', note: 'x'.repeat(501) },
      'note',
    ],
  ])('returns 400 %s', async (_name, body, field) => {
    const options = world.callOn(operation, { id: randomUUID() }, borrowerKey, body)
    const reply = await refused(world.service, 400, options)
    expect(reply.body.error.details?.[0]?.field).toBe(field)
  })
})
