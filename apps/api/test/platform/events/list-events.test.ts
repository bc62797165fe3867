import { createOrder, type Event, listEvents } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../harness/book.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
const reporting = world.lender.credential('reporting')

beforeAll(() => world.start())
afterAll(() => world.close())

const list = (key: Key, query: Record<string, string | number> = {}) =>
  succeed(world.service, listEvents, { key, query })

async function end(key: Key): Promise<string> {
  let page = await list(key, { limit: 1000 })
  while (page.events.length > 0) page = await list(key, { after: page.next, limit: 1000 })
  return page.next
}

const ofMoves = (events: readonly Event[]) => events.filter(({ data }) => data.change !== undefined)

/** The events of moves; events of threads and notifications follow them. */
const moves = (events: readonly Event[]) =>
  ofMoves(events).map(({ type, data: { change } }) => `${type} ${change?.action} ${change?.to}`)

describe('200 OK', () => {
  it('returns 200 with every move for both sides, in order, and for no other organization', async () => {
    const [lender, borrower] = [await end(world.lenderKey), await end(world.borrowerKey)]
    const stranger = await end(world.strangerKey)
    const { id } = await world.orders.active()
    const { events } = await list(world.borrowerKey, { after: borrower })
    expect(moves(events)).toEqual([
      'order.updated create PENDING_ACCEPTANCE',
      'order.updated accept ACCEPTED',
      'position.updated create OPENING',
      'transfer.updated create PENDING',
      'transfer.updated create PENDING',
      'transfer.updated submit IN_PROGRESS',
      'order.updated open OPENING',
      'transfer.updated complete COMPLETED',
      'transfer.updated submit IN_PROGRESS',
      'transfer.updated complete COMPLETED',
      'order.updated activate ACTIVE',
      'position.updated activate ACTIVE',
    ])
    expect(new Set(ofMoves(events).map(({ data }) => data.change?.order_id))).toEqual(new Set([id]))
    expect(new Set(events.map(({ data }) => data.organization_id))).toEqual(
      new Set([world.borrower.id]),
    )
    expect(events[0]?.data.change).toEqual({
      resource: 'order',
      resource_id: id,
      order_id: id,
      action: 'create',
      from: null,
      to: 'PENDING_ACCEPTANCE',
      by: world.borrower.id,
    })
    const theirs = await list(world.lenderKey, { after: lender })
    expect(moves(theirs.events)).toEqual(moves(events))
    expect((await list(world.strangerKey, { after: stranger })).events).toEqual([])
  })

  it('returns 200 with pages of any size that continue without loss or repetition', async () => {
    const start = await end(world.lenderKey)
    await world.orders.active()
    const whole = await list(world.lenderKey, { after: start })
    const paged: Event[] = []
    let after = start
    for (let page = await list(world.lenderKey, { after, limit: 5 }); page.events.length > 0;) {
      paged.push(...page.events)
      after = page.next
      page = await list(world.lenderKey, { after, limit: 5 })
    }
    expect(paged).toEqual(whole.events)
    expect(after).toBe(whole.events.at(-1)?.id)
  })

  it('returns 200 with events of one type when requested', async () => {
    const after = await end(world.lenderKey)
    await world.orders.active()
    const { events } = await list(world.lenderKey, { after, type: 'position.updated' })
    expect(moves(events)).toEqual([
      'position.updated create OPENING',
      'position.updated activate ACTIVE',
    ])
  })

  it('returns 200 with no event of a refused request', async () => {
    const after = await end(world.borrowerKey)
    const body = { ...world.orders.body(), asset_quantity: '1.000000000000000000001' }
    await refused(world.service, 400, callOf(createOrder, { key: world.borrowerKey, body }))
    const wallets = { asset_wallet_id: world.lender.wallet('BTC') }
    const foreign = { ...world.orders.body(), ...wallets }
    await refused(
      world.service,
      422,
      callOf(createOrder, { key: world.borrowerKey, body: foreign }),
    )
    expect(await list(world.borrowerKey, { after })).toEqual({
      events: [],
      next: after,
      reset: false,
    })
  })

  it('returns 200 with a reset when the events after the cursor are deleted', async () => {
    const before = await end(world.lenderKey)
    await world.orders.active()
    const after = await end(world.lenderKey)
    const { rows } = await world.service.database.query<{ forgotten: number }>(
      `SELECT forget_events(100000, interval '0') AS forgotten`,
    )
    expect(rows[0]?.forgotten).toBeGreaterThan(12)
    expect(await list(world.lenderKey, { after: before })).toEqual({
      events: [],
      next: after,
      reset: true,
    })
    expect(await list(world.lenderKey, { after })).toEqual({
      events: [],
      next: after,
      reset: false,
    })
    expect(await list(world.lenderKey)).toEqual({ events: [], next: after, reset: false })
  })
})

describe('400 Bad Request', () => {
  it.each(['', 'x', 'AAAA', 'a'.repeat(128)])(
    'returns 400 for the event cursor %j',
    async (after) => {
      const { reason } = await refused(
        world.service,
        400,
        callOf(listEvents, { key: world.lenderKey, query: { after } }),
      )
      expect(['EVENT_POSITION_INVALID', 'PARAMETER_INVALID']).toContain(reason)
    },
  )

  it('returns 400 for the cursor of another organization, as for an unknown one', async () => {
    const query = { after: await end(world.lenderKey) }
    const reply = await refused(
      world.service,
      400,
      callOf(listEvents, { key: world.strangerKey, query }),
    )
    expect(reply.reason).toBe('EVENT_POSITION_INVALID')
    expect(reply.body.error.details?.[0]?.field).toBe('after')
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for a role that may not see the book', async () => {
    await refused(world.service, 403, callOf(listEvents, { key: reporting }))
  })
})
