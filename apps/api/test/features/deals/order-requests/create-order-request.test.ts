import { listNotifications } from '@vadium/schema'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setTriparty } from '../../../harness/altered-rows.ts'
import type { Key } from '../../../harness/book.ts'
import { refused, succeed } from '../../../harness/call.ts'
import { reasonAgainst, World } from '../../../harness/world/world.ts'
import { Threads } from '../../../harness/threads.ts'

const world = new World()
const { book, lender, borrower, lenderKey, borrowerKey, strangerKey } = world
const managed = book.deal(lender, borrower)
const closing = book.deal(lender, borrower, {
  state: 'CLOSING',
})

let positionId = ''
beforeAll(async () => {
  await world.start()
  await setTriparty(world.service.database, managed)
  positionId = (await world.orders.active()).position_id ?? ''
})
afterAll(() => world.close())

const returnBody = { quantity: '1' }
const recallBody = { kind: 'recall', quantity: '1' }
const rerateBody = { kind: 'rerate', rate_percent: '4' }

describe('200 OK', () => {
  it.each([
    ['a return', returnBody, borrowerKey, { kind: 'return', quantity: '1', whole: false }],
    ['a recall', recallBody, lenderKey, { kind: 'recall', quantity: '1', whole: false }],
    ['all of it', {}, borrowerKey, { kind: 'return', quantity: '10', whole: true }],
    [
      'a rerate',
      { ...rerateBody, effective_time: '2026-03-02T00:00:00.000Z' },
      lenderKey,
      {
        kind: 'rerate',
        quantity: null,
        whole: null,
        rate_percent: '4',
        effective_time: '2026-03-02T00:00:00.000Z',
      },
    ],
    ['a rerate without a day', rerateBody, borrowerKey, { effective_time: null }],
  ])('returns 200 and creates %s', async (_name, body, key, expected) => {
    const request = await world.requests.ask(positionId, body, key)
    expect(request).toMatchObject({
      status: 'PENDING',
      position_id: positionId,
      creator_id: key === lenderKey ? lender.id : borrower.id,
      asset: 'BTC',
      collateral_asset: 'ETH',
      collateral_returned: null,
      transfer_ids: [],
      note: null,
      ...expected,
    })
    expect(await world.requests.get(request.id, key)).toEqual(request)
    const other = key === lenderKey ? borrowerKey : lenderKey
    const shown = await world.requests.get(request.id, other)
    expect(reasonAgainst(shown, 'accept')).toBeNull()
    expect(reasonAgainst(shown, 'cancel')).toContain('creator')
    await world.requests.do('cancel', request.id, key)
  })

  it('returns 200 for one request of each side, of which one moves the asset', async () => {
    const order = await world.orders.active()
    const asked = await world.requests.ask(order.position_id, returnBody)
    const recall = await world.requests.ask(order.position_id, recallBody, lenderKey)
    expect(await world.requests.do('accept', recall.id, borrowerKey)).toMatchObject({
      status: 'ACCEPTED',
    })
    const reply = await refused(world.service, 409, world.requests.callOf('accept', asked.id))
    expect(reply.body.error).toMatchObject({
      reason: 'POSITION_QUANTITY_CHANGING',
      details: [{ field: 'transfer_id', issue: 'the asset is on its way' }],
    })
    await world.orders.end(order.id, 'asset', 'completed')
    await world.orders.end(order.id, 'collateral', 'completed')
    expect(await world.requests.do('accept', asked.id)).toMatchObject({ status: 'ACCEPTED' })
  })

  it('returns 200 and writes an event for both sides', async () => {
    const { id } = await world.requests.ask(positionId, returnBody)
    await world.service.services.numbering.sweep()
    const { rows } = await world.service.database.query(
      `SELECT organization_id, data FROM events
       WHERE type = 'order_request.updated' AND data -> 'change' ->> 'resource_id' = $1`,
      [id],
    )
    expect(rows.map(({ organization_id }) => String(organization_id)).sort()).toEqual(
      [lender.id, borrower.id].sort(),
    )
    await world.requests.do('reject', id)
  })
})

describe('an unanswered request', () => {
  it('is in the thread of the order, and is answered there', async () => {
    const threads = new Threads(world)
    const order = await world.orders.active()
    const { id } = await world.requests.ask(order.position_id, { quantity: '2.50' })
    const entry = await threads.open(order.id, lenderKey)
    expect(entry).toMatchObject({
      text: 'Order request: return of 2.5 BTC. Awaits the answer of the counterparty.',
      action: { resource: 'order_request', resource_id: id, awaits: 'PENDING' },
    })
    const resolved = await threads.resolve(entry, lenderKey, 'accept')
    expect(resolved.action).toMatchObject({ state: 'resolved', resolution: 'accept' })
    expect(await world.requests.get(id)).toMatchObject({ status: 'ACCEPTED' })

    const other = await world.orders.active()
    const rate = { ...rerateBody, effective_time: '2026-03-09T10:00:00.000Z' }
    const asked = await world.requests.ask(other.position_id, rate, lenderKey)
    const rerate = await threads.open(other.id, borrowerKey)
    expect(rerate.text).toContain('rerate to 4 % a year from 2026-03-09')
    await threads.resolve(rerate, borrowerKey, 'reject')
    expect(await world.requests.get(asked.id)).toMatchObject({ status: 'REJECTED' })
  })

  it('is notified to the counterparty', async () => {
    const order = await world.orders.active()
    const { id } = await world.requests.ask(order.position_id, { quantity: '2.5' })
    const query = { category: 'order_request_to_answer', page_size: 100 }
    const notificationsFor = async (key: Key) => {
      const { notifications } = await succeed(world.service, listNotifications, { key, query })
      return notifications.filter(({ link }) => link.id === id)
    }
    const [notification, ...more] = await notificationsFor(lenderKey)
    expect(more).toEqual([])
    expect(notification).toMatchObject({
      severity: 'warning',
      title: `A return to answer: order ${order.number}`,
      link: { resource: 'order_request', order_id: order.id },
    })
    expect(notification?.body).toContain('asks to give 2.5 BTC, a part, back')
    expect(await notificationsFor(borrowerKey)).toEqual([])
  })
})

describe('400 Bad Request', () => {
  it.each([
    ['an unknown kind', { kind: 'liquidation' }],
    ['a quantity below zero', { quantity: '-1' }],
    ['a quantity as a number', { quantity: 1 }],
    ['a long note', { quantity: '1', note: 'x'.repeat(501) }],
    ['an unknown member', { quantity: '1', order_id: positionId }],
    ['a time without a zone', { ...rerateBody, effective_time: '2026-03-02T00:00:00' }],
  ])('returns 400 for %s', async (_name, body) => {
    const reply = await refused(world.service, 400, world.requests.askCall(positionId, body))
    expect(reply.reason).toBe('BODY_INVALID')
  })
})

describe('403 Forbidden', () => {
  it.each([
    ['when the borrower recalls', recallBody, borrowerKey, 'only the lender may do this'],
    ['when the lender returns', returnBody, lenderKey, 'only the borrower may do this'],
  ])('returns 403 %s', async (_name, body, key, issue) => {
    const reply = await refused(world.service, 403, world.requests.askCall(positionId, body, key))
    expect(reply.body.error).toMatchObject({
      reason: 'PARTY_NOT_PERMITTED',
      details: [{ field: 'kind', issue }],
    })
    const kind = body === recallBody ? 'recall' : 'return'
    expect(reasonAgainst(await world.orders.shownPosition(positionId, key), kind)).toBe(issue)
  })
})

describe('404 Not Found', () => {
  it.each([
    ["another organization's position", () => positionId, strangerKey],
    ['an unknown position', () => randomUUID(), borrowerKey],
  ])('returns 404 for %s', async (_name, id, key) => {
    const reply = await refused(world.service, 404, world.requests.askCall(id(), returnBody, key))
    expect(reply.reason).toBe('POSITION_NOT_FOUND')
  })

  it("returns 404 for another organization's request", async () => {
    const { id } = await world.requests.ask(positionId, returnBody)
    for (const action of ['accept', 'reject', 'cancel', 'retry'] as const) {
      const reply = await refused(
        world.service,
        404,
        world.requests.callOf(action, id, strangerKey),
      )
      expect(reply.reason).toBe('ORDER_REQUEST_NOT_FOUND')
    }
    await world.requests.do('reject', id)
  })
})

describe('409 Conflict', () => {
  it('returns 409 when a request of the same side is open', async () => {
    const { id } = await world.requests.ask(positionId, returnBody)
    for (const body of [returnBody, rerateBody]) {
      const reply = await refused(
        world.service,
        409,
        world.requests.askCall(positionId, body, borrowerKey),
      )
      expect(reply.body.error).toMatchObject({
        reason: 'ALREADY_EXISTS',
        details: [{ field: 'order_request_id', value: id }],
      })
    }
    const shown = await world.orders.shownPosition(positionId, borrowerKey)
    expect(reasonAgainst(shown, 'return')).toContain('another order request')
    await world.requests.do('reject', id)
    expect(
      reasonAgainst(await world.orders.shownPosition(positionId, borrowerKey), 'return'),
    ).toBeNull()
  })

  it('returns 409 when the order is not active', async () => {
    const reply = await refused(
      world.service,
      409,
      world.requests.askCall(closing.positionId, returnBody),
    )
    expect(reply.reason).toBe('INVALID_STATE')
    const shown = await world.orders.shownPosition(closing.positionId, borrowerKey)
    expect(reasonAgainst(shown, 'return')).toContain('the order is ACTIVE, and it is CLOSING')
  })

  it('returns 409 for more than is lent', async () => {
    const call10 = world.requests.askCall(positionId, { quantity: '10.00000001' })
    const reply = await refused(world.service, 409, call10)
    expect(reply.body.error).toMatchObject({
      reason: 'QUANTITY_NOT_AVAILABLE',
      details: [{ field: 'quantity', value: '10' }],
    })
  })
})

describe('422 Unprocessable Content', () => {
  it.each<[string, string, string, object]>([
    ['nothing', 'VALUE_INVALID', 'quantity', { quantity: '0' }],
    [
      'a quantity finer than the asset',
      'QUANTITY_TOO_FINE',
      'quantity',
      { quantity: '0.000000001' },
    ],
    ['a rate of a return', 'VALUE_INVALID', 'rate_percent', { rate_percent: '4' }],
    [
      'a day of a return',
      'VALUE_INVALID',
      'effective_time',
      { effective_time: '2026-03-02T00:00:00.000Z' },
    ],
    ['a quantity of a rerate', 'VALUE_INVALID', 'quantity', { ...rerateBody, quantity: '1' }],
    ['a rerate without a rate', 'VALUE_INVALID', 'rate_percent', { kind: 'rerate' }],
    ['a rate below zero', 'VALUE_INVALID', 'rate_percent', { ...rerateBody, rate_percent: '-1' }],
    [
      'a rate above the maximum',
      'VALUE_INVALID',
      'rate_percent',
      { ...rerateBody, rate_percent: '100000' },
    ],
    [
      'a rate with too many decimals',
      'VALUE_INVALID',
      'rate_percent',
      { ...rerateBody, rate_percent: '0.0000001' },
    ],
    [
      'a rate from yesterday on',
      'VALUE_INVALID',
      'effective_time',
      { ...rerateBody, effective_time: '2026-03-01T23:59:59.999Z' },
    ],
    [
      'a rate from a day that does not exist',
      'VALUE_INVALID',
      'effective_time',
      { ...rerateBody, effective_time: '2026-04-31T00:00:00.000Z' },
    ],
    [
      'a rate from more than a year from now',
      'VALUE_INVALID',
      'effective_time',
      { ...rerateBody, effective_time: '2027-03-04T00:00:00.000Z' },
    ],
    [
      'an expiry in the past',
      'VALUE_INVALID',
      'expire_time',
      { quantity: '1', expire_time: '2026-03-02T12:00:00.000Z' },
    ],
    [
      'an expiry beyond the day of the rate',
      'VALUE_INVALID',
      'expire_time',
      {
        ...rerateBody,
        effective_time: '2026-03-05T00:00:00.000Z',
        expire_time: '2026-03-06T00:00:00.001Z',
      },
    ],
  ])('returns 422 for %s', async (_name, reason, field, body) => {
    const reply = await refused(world.service, 422, world.requests.askCall(positionId, body))
    expect(reply.body.error).toMatchObject({ reason, details: [{ field }] })
  })

  it('returns 422 when a tri-party agent manages the collateral, for every kind but a rerate', async () => {
    const ask = world.requests.askCall(managed.positionId, returnBody)
    expect((await refused(world.service, 422, ask)).reason).toBe('COLLATERAL_MANAGED_BY_AGENT')
    const { id } = await world.requests.ask(managed.positionId, rerateBody)
    expect(await world.requests.do('accept', id)).toMatchObject({ status: 'COMPLETED' })
  })
})
