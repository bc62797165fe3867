import { acceptMarkToMarketRequest, type MarkToMarketRequest } from '@vadium/schema'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, refused } from '../../../harness/call.ts'
import { availableTo } from '../../../harness/world/margin-calls.ts'
import { now, World } from '../../../harness/world/world.ts'

const world = new World({ short: 9, over: 3 })
const { lender, borrower, lenderKey, borrowerKey } = world
const operation = acceptMarkToMarketRequest

beforeAll(() => world.start())
afterAll(() => world.close())

const accept = (request: { id: string }, key = borrowerKey) => world.do(operation, request, key)

describe('200 OK', () => {
  it('returns 200 and instructs a top-up from the borrower to the lender, once', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.create(deal)
    const accepted = await accept(request)
    expect(accepted).toMatchObject({ status: 'ACCEPTED', collateral_amount: '60' })
    expect(availableTo(accepted)).toEqual([])
    const transfers = await world.margin.transfersOf(request)
    expect(transfers).toEqual([
      {
        id: accepted.transfer_ids[0],
        status: 'PENDING',
        category: 'm2m',
        leg: 'collateral',
        token: 'ETH',
        quantity: '60',
        notional_usd: '150000.00',
        sender: borrower.id,
        receiver: lender.id,
        sender_wallet_address: '0xquayETH',
        receiver_wallet_address: '0xharborETH',
        replaces: null,
      },
    ])
    const { rows } = await world.service.database.query(
      'SELECT custodian_id, external_transfer_id FROM instructions WHERE transfer_id = $1',
      [accepted.transfer_ids[0]],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.['custodian_id']).toBe('bitgo')
    expect(await world.margin.hasDeadline(request)).toBe(false)
    expect(await world.margin.historyOf(request)).toEqual([
      'create PENDING_ACCEPTANCE',
      'accept ACCEPTED',
    ])
  })

  it('returns 200 and instructs a release from the lender to the borrower', async () => {
    const request = await world.margin.create(world.overDeal(), borrowerKey)
    await accept(request, lenderKey)
    expect(await world.margin.transfersOf(request)).toMatchObject([
      { quantity: '40', sender: lender.id, receiver: borrower.id },
    ])
  })

  it('returns 200 for a request that counts in the next preview from then on', async () => {
    const deal = world.shortDeal()
    await accept(await world.margin.create(deal))
    const { preview } = await world.margin.preview(deal)
    expect(preview).toMatchObject({ direction: 'None', m2m_collateral_amount: '0' })
  })

  it('returns 200 and values the transfer at the current price, while the request keeps its own', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.create(deal)
    await world.setPrice('ETH', '2600')
    const accepted = await accept(request)
    await world.setPrice('ETH', '2500')
    expect(accepted.collateral_price_usd).toBe('2500')
    expect(await world.margin.transfersOf(request)).toMatchObject([{ notional_usd: '156000.00' }])
  })
})

describe('403 Forbidden', () => {
  it('returns 403 when the creator accepts', async () => {
    const request = await world.margin.create(world.shortDeal())
    const reply = await refused(world.service, 403, world.callOn(operation, request, lenderKey))
    expect(reply.reason).toBe('PARTY_NOT_PERMITTED')
    expect(await world.margin.transfersOf(request)).toEqual([])
    expect(await world.margin.get(request)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
  })
})

describe('404 Not Found', () => {
  it('returns 404 for the request of another organization, as for an unknown one', async () => {
    const request = await world.margin.create(world.shortDeal())
    const unknownRequest = { id: randomUUID() }
    const ask = async ({ id }: { id: string }) => {
      const options = world.callOn(operation, { id }, world.strangerKey)
      const { text, reason } = await refused(world.service, 404, options)
      expect(reason).toBe('MARK_TO_MARKET_REQUEST_NOT_FOUND')
      return text.replace(id, 'ID').replace(/"request_id":"[^"]*"/, '')
    }
    expect(await ask(request)).toBe(await ask(unknownRequest))
  })
})

describe('409 Conflict', () => {
  it('returns 409 when the order is closing', async () => {
    const deal = world.shortDeal()
    const request = await world.margin.create(deal)
    await world.service.database.query("UPDATE positions SET status = 'CLOSING' WHERE id = $1", [
      deal.positionId,
    ])
    const reply = await refused(world.service, 409, world.callOn(operation, request, borrowerKey))
    expect(reply.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'position_id', issue: 'the position is CLOSING' }],
    })
    const shown = await world.margin.get(request, borrowerKey)
    expect(shown.actions).toContainEqual({
      action: 'accept',
      available: false,
      reason: 'the position is CLOSING',
    })
    expect(await world.margin.transfersOf(request)).toEqual([])
  })

  it('returns 409 when the collateral to be sent back is no longer available', async () => {
    const deal = world.overDeal()
    const request = await world.margin.create(deal, borrowerKey)
    // So much is on its way back by then that 39 of the 40 are left.
    await world.service.database.query(
      'UPDATE positions SET collateral_disputed_quantity = 361 WHERE id = $1',
      [deal.positionId],
    )
    expect((await world.margin.get(request, lenderKey)).actions).toContainEqual({
      action: 'accept',
      available: false,
      reason: '40 is more than may be sent back now',
    })
    const reply = await refused(world.service, 409, world.callOn(operation, request, lenderKey))
    expect(reply.body.error).toMatchObject({
      reason: 'QUANTITY_NOT_AVAILABLE',
      details: [{ field: 'collateral_amount', value: '39' }],
    })
    expect(await world.margin.get(request)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
    expect(await world.margin.transfersOf(request)).toEqual([])
  })

  it('returns 409 when the journal has less than the position', async () => {
    const deal = world.overDeal()
    const request = await world.margin.create(deal, borrowerKey)
    await world.service.database.query(
      "UPDATE journal_balances SET quantity = 39 WHERE order_id = $1 AND bucket = 'pledged'",
      [deal.orderId],
    )
    const reply = await refused(world.service, 409, world.callOn(operation, request, lenderKey))
    expect(reply.reason).toBe('QUANTITY_NOT_AVAILABLE')
    expect(await world.margin.transfersOf(request)).toEqual([])
  })
})

describe('twenty acceptances at once', () => {
  it('succeed once', async () => {
    const request = await world.margin.create(world.shortDeal())
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        call(world.service, world.callOn(operation, request, borrowerKey)),
      ),
    )
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
    expect(await world.margin.transfersOf(request)).toHaveLength(1)
  })
})

describe('an acceptance at the end of the cure time', () => {
  it('is too late at that very moment, before a worker has ended the request', async () => {
    const { clock } = world.service
    const requests: MarkToMarketRequest[] = []
    for (let count = 0; count < 2; count += 1)
      requests.push(await world.margin.create(world.shortDeal()))
    const [early, late] = requests
    if (early === undefined || late === undefined) throw new Error('there are two')
    expect(early.expire_time).toBe('2026-03-03T12:00:00.000Z')
    clock.set('2026-03-03T11:59:59.999Z')
    expect(await accept(early)).toMatchObject({ status: 'ACCEPTED' })
    await world.expire()
    expect(await world.margin.get(late)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
    clock.set('2026-03-03T12:00:00.000Z')
    const reply = await refused(world.service, 409, world.callOn(operation, late, borrowerKey))
    expect(reply.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'expire_time', value: '2026-03-03T12:00:00.000Z' }],
    })
    expect(availableTo(await world.margin.get(late, borrowerKey))).toEqual([])

    await Promise.all([world.expire(), world.expire()])
    await world.expire()
    expect(await world.margin.get(late)).toMatchObject({ status: 'EXPIRED', transfer_ids: [] })
    expect(await world.margin.get(early)).toMatchObject({ status: 'ACCEPTED' })
    expect(await world.margin.hasDeadline(late)).toBe(false)
    expect(await world.margin.historyOf(late)).toEqual([
      'create PENDING_ACCEPTANCE',
      'expire EXPIRED',
    ])
    expect(late.create_time).toBe(now)
  })
})
