import type { Order } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refused } from '../../../harness/call.ts'
import { owedInterest } from '../../../harness/owed-interest.ts'
import { reasonAgainst, World } from '../../../harness/world/world.ts'

const world = new World()
const { lenderKey, borrowerKey } = world

// Each test has a year of its own, because the clock never goes back: signatures of a time before a
// jump are refused.
let year = 2025
beforeAll(() => world.start())
beforeEach(async () => {
  year += 1
  at('03-02T12:00:00.000Z')
  for (const [asset, usd] of [
    ['BTC', '60000'],
    ['ETH', '2500'],
  ] as const) {
    await world.setPrice(asset, usd, on('03-02T12:00:00.000Z'))
  }
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** A time of the year of the test, such as `03-12T23:59:59.999Z`. */
const on = (time: string) => `${year}-${time}`
const at = (time: string) => world.service.clock.set(on(time))
const shown = ({ position_id }: Order) => world.orders.shownPosition(position_id)

const interestOf = async ({ id }: Order) =>
  (await world.orders.transfers(id)).find(({ leg }) => leg === 'interest')?.quantity

describe('a new rate', () => {
  it('applies from the day of the acceptance, and leaves earlier interest unchanged', async () => {
    const order = await world.orders.active()
    at('03-12T23:59:59.999Z')
    expect(await world.requests.rerate(order, '7.25')).toMatchObject({
      kind: 'rerate',
      status: 'COMPLETED',
      rate_percent: '7.25',
      effective_time: on('03-12T23:59:59.999Z'),
      quantity: null,
      whole: null,
      transfer_ids: [],
    })
    expect(await shown(order)).toMatchObject({
      rate_percent: '7.25',
      interest_accrued: owedInterest(['10', '5', 10]),
    })
    at('03-20T08:00:00.000Z')
    expect(await shown(order)).toMatchObject({
      interest_accrued: owedInterest(['10', '5', 10], ['10', '7.25', 8]),
    })
    expect((await world.orders.get(order.id)).rate_percent).toBe('5')
  })

  it('applies from a later day when that has come', async () => {
    const order = await world.orders.active()
    const agreed = await world.requests.rerate(order, '3', on('04-01T15:30:00.000Z'))
    expect(agreed).toMatchObject({
      status: 'ACCEPTED',
      effective_time: on('04-01T15:30:00.000Z'),
    })
    expect(reasonAgainst(agreed, 'cancel')).toContain('agreed on')
    await refused(world.service, 409, world.requests.callOf('cancel', agreed.id))
    at('03-31T23:59:59.999Z')
    await world.service.services.deadlineWorker.runDue()
    expect(await world.requests.get(agreed.id)).toMatchObject({ status: 'ACCEPTED' })
    expect(await shown(order)).toMatchObject({ rate_percent: '5' })
    // A later rate does not block the return of a part.
    expect(reasonAgainst(await shown(order), 'return')).toBe('only the borrower may do this')
    expect(reasonAgainst(await shown(order), 'recall')).toBeNull()

    at('04-01T00:00:00.000Z')
    expect(await shown(order)).toMatchObject({ rate_percent: '3' })
    await world.service.services.deadlineWorker.runDue()
    expect(await world.requests.get(agreed.id)).toMatchObject({ status: 'COMPLETED' })
    expect(await world.orders.moves(agreed.id)).toEqual(['create', 'accept', 'complete'])
    at('04-11T00:00:00.000Z')
    expect(await shown(order)).toMatchObject({
      interest_accrued: owedInterest(['10', '5', 30], ['10', '3', 10]),
    })
  })

  it('can be requested by the borrower, and the last one of a day applies', async () => {
    const order = await world.orders.active()
    await world.requests.rerate(order, '9')
    const { id } = await world.requests.ask(order.position_id, {
      kind: 'rerate',
      rate_percent: '0',
    })
    await world.requests.do('accept', id, lenderKey)
    at('03-30T00:00:00.000Z')
    expect(await shown(order)).toMatchObject({ rate_percent: '0', interest_accrued: '0' })
  })

  it('cannot be accepted for a day before that of an accepted one', async () => {
    const order = await world.orders.active()
    await world.requests.rerate(order, '3', on('04-01T00:00:00.000Z'))
    const body = { kind: 'rerate', rate_percent: '4', effective_time: on('03-31T23:59:59.999Z') }
    const reply = await refused(world.service, 422, world.requests.askCall(order.position_id, body))
    expect(reply.body.error).toMatchObject({
      reason: 'VALUE_INVALID',
      details: [{ field: 'effective_time', value: on('04-01') }],
    })
    // Without a day of its own it would apply from today.
    const { id } = await world.requests.ask(order.position_id, {
      kind: 'rerate',
      rate_percent: '4',
    })
    const refusal = await refused(world.service, 409, world.requests.callOf('accept', id))
    expect(refusal.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'effective_time', value: on('04-01') }],
    })
    await world.requests.do('reject', id)
    expect(await world.requests.rerate(order, '4', on('04-01T23:00:00.000Z'))).toMatchObject({
      status: 'ACCEPTED',
    })
    at('04-02T00:00:00.000Z')
    expect(await shown(order)).toMatchObject({ rate_percent: '4' })
  })

  it('applies while a close waits for the asset, whether or not a worker has recorded its day', async () => {
    const order = await world.orders.active()
    const { id } = await world.requests.rerate(order, '7.25', on('03-20T00:00:00.000Z'))
    at('03-12T00:00:00.000Z')
    const asked = await world.requests.ask(order.position_id, { kind: 'rerate', rate_percent: '1' })
    await world.orders.do('close', order.id, borrowerKey)
    expect(await world.requests.get(asked.id)).toMatchObject({ status: 'CANCELLED' })
    at('03-25T00:00:00.000Z')
    expect(await shown(order)).toMatchObject({
      rate_percent: '7.25',
      interest_accrued: owedInterest(['10', '5', 18], ['10', '7.25', 5]),
    })
    await world.orders.end(order.id, 'asset', 'completed')
    expect(await world.requests.get(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await interestOf(order)).toBe(owedInterest(['10', '5', 18], ['10', '7.25', 5]))
  })

  it('lapses without effect when the asset is back before its day', async () => {
    const order = await world.orders.active()
    const { id } = await world.requests.rerate(order, '100', on('03-20T00:00:00.000Z'))
    at('03-12T00:00:00.000Z')
    await world.orders.do('close', order.id, borrowerKey)
    expect(await world.requests.get(id)).toMatchObject({ status: 'ACCEPTED' })
    await world.orders.end(order.id, 'asset', 'completed')
    expect(await world.requests.get(id)).toMatchObject({ status: 'CANCELLED' })
    expect(await interestOf(order)).toBe(owedInterest(['10', '5', 10]))
    at('03-25T00:00:00.000Z')
    expect(await shown(order)).toMatchObject({
      rate_percent: '5',
      interest_accrued: owedInterest(['10', '5', 10]),
    })
    await world.service.services.deadlineWorker.runDue()
    expect(await world.requests.get(id)).toMatchObject({ status: 'CANCELLED' })
  })
})

describe('the answer to a rerate', () => {
  it('is awaited for the cure time of the terms, unless the request has an expiry', async () => {
    const order = await world.orders.active()
    const { id, expire_time } = await world.requests.ask(order.position_id)
    expect(expire_time).toBe(on('03-03T12:00:00.000Z'))
    await world.service.services.deadlineWorker.runDue(Date.parse(expire_time))
    expect(await world.requests.get(id)).toMatchObject({ status: 'PENDING' })
    at('03-03T12:00:00.000Z')
    await world.service.services.deadlineWorker.runDue()
    expect(await world.requests.get(id)).toMatchObject({ status: 'EXPIRED' })
    const other = await world.requests.ask(order.position_id, {
      expire_time: on('03-03T12:00:01.000Z'),
    })
    expect(other.expire_time).toBe(on('03-03T12:00:01.000Z'))
  })
})
