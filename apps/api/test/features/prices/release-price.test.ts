import { listEvents, listNotifications, listPriceSources } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '../../harness/call.ts'
import { HeldPrices } from '../../harness/held-prices.ts'

const world = new HeldPrices()
const { operator, platform, secondOperator } = world
const reader = platform.credential('viewer')
const stranger = world.lender.credential('viewer')

beforeAll(() => world.open())
beforeEach(() => world.forget())
afterAll(() => world.close())

describe('a held quote that an operator releases', () => {
  it('counts at once, and its price is announced', async () => {
    await world.hold()
    expect(await world.price()).toBe('100')
    const reply = await world.release()
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body).toMatchObject({
      asset: 'BTC',
      state: 'current',
      price_usd: '50',
      sources: [{ source: world.source, price_usd: '50', held: false }],
    })
    expect(await world.price()).toBe('50')
    expect(world.announced).toEqual([['BTC']])
  })

  it('counts with a price that is written with other digits', async () => {
    await world.hold()
    expect((await world.release({ price_usd: '50.00' })).status).toBe(200)
  })

  it('counts although another speaker contradicts it, and does so only itself', async () => {
    const { service } = world
    const record = (priceUsd: string) => {
      const nowMs = service.clock.now()
      const observedAt = new Date(nowMs).toISOString()
      return service.services.prices.record(
        [{ asset: 'BTC', source: 'feed', priceUsd, observedAt }],
        nowMs,
      )
    }
    await record('100')
    await world.hold()
    expect((await world.release()).status).toBe(200)
    expect(await world.price()).toBe('75')
    world.advance(1)
    expect(await world.push('50')).toBe('held')
    expect(await world.price()).toBe('75')
  })

  it('is where the next quotes are measured from', async () => {
    await world.hold()
    await world.release()
    world.advance(1)
    expect(await world.push('59')).toBe('accepted')
    world.advance(1)
    expect(await world.push('100')).toBe('held')
    world.advance(1)
    expect(await world.push('61')).toBe('held')
  })

  it("is reported to the operator's organization, with who released what, and to no other", async () => {
    await world.hold()
    await world.release({}, secondOperator)
    const { price_sources } = await succeed(world.service, listPriceSources, { key: operator })
    const id = price_sources.find(({ source }) => source === world.source)?.id
    const query = { category: 'price_source_changed' }
    const { notifications } = await succeed(world.service, listNotifications, {
      key: reader,
      query,
    })
    expect(notifications[0]).toMatchObject({
      severity: 'warning',
      title: `Held quote released: BTC at 50 USD from ${world.source}`,
      link: { resource: 'price_source', id },
    })
    expect(notifications[0]?.body).toContain(secondOperator.accountId)
    const ofType = { type: 'price_source.updated', limit: 1000 }
    const { events } = await succeed(world.service, listEvents, { key: reader, query: ofType })
    expect(events.at(-1)?.data.administrative_change).toMatchObject({
      resource: 'price_source',
      resource_id: id,
      action: 'release',
      by: platform.id,
    })
    const others = await succeed(world.service, listNotifications, { key: stranger, query })
    expect(others.notifications).toEqual([])
  })
})
