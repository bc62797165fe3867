import { listNotifications, testWebhookEndpoint } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '../../harness/call.ts'
import { WebhookReceiver } from '../../harness/webhook-receiver.ts'
import { DeliveryWorld } from '../../harness/delivery-world.ts'
import { isLongRun } from '../../harness/long-run.ts'

const world = new DeliveryWorld()

beforeAll(() => world.start())
afterAll(() => world.close())
beforeEach(() => world.deleteEndpoints())

const minute = 60_000
const hour = 60 * minute

async function notificationsOf(endpointId: string): Promise<string[]> {
  const query = { category: 'webhook_disabled', page_size: 1000 }
  const { notifications } = await succeed(world.service, listNotifications, {
    key: world.admin,
    query,
  })
  return notifications
    .filter(({ link }) => link.resource === 'webhook' && link.id === endpointId)
    .map(({ title }) => title)
}

describe('a delivery that fails', () => {
  it('is retried for a day, after longer and longer pauses, under one id', async () => {
    const path = world.newPath()
    world.receiver.answer(path, 500)
    const { id } = await world.endpointAt(path)
    await world.happen(1)
    const pauses: number[] = []
    const begun = world.service.clock.now()
    for (let attempts = 1; ; attempts += 1) {
      expect(await world.work()).toBe(1)
      // Nothing more is due at the same time.
      expect(await world.work()).toBe(0)
      const [delivery] = await world.deliveries(id)
      expect(delivery).toMatchObject({ attempts, last_status: 500, last_error: null })
      if (delivery?.state !== 'pending') break
      const pause = Date.parse(delivery.next_attempt_time ?? '') - world.service.clock.now()
      pauses.push(pause)
      world.pass(pause)
    }
    const nominal = [5000, 30_000, 2 * minute, 10 * minute, 30 * minute]
    nominal.push(hour, 2 * hour, 4 * hour, 8 * hour, 8 * hour)
    expect(pauses).toHaveLength(nominal.length)
    for (const [i, pause] of pauses.entries()) {
      expect(Math.abs(pause / (nominal[i] ?? 0) - 1)).toBeLessThanOrEqual(0.2)
    }
    expect(world.service.clock.now() - begun).toBeGreaterThan(18 * hour)
    expect(new Set(world.receiver.at(path).map(({ id: sent }) => sent)).size).toBe(1)
    expect(world.receiver.at(path)).toHaveLength(nominal.length + 1)
    expect((await world.deliveries(id))[0]).toMatchObject({
      state: 'failed',
      next_attempt_time: null,
    })
    expect(await world.get(id)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'FAILING',
      disabled_time: world.now,
    })
    expect(await notificationsOf(id)).toEqual([
      `The webhook endpoint at ${new URL(world.receiver.url).host} is disabled`,
    ])
  })

  it('disables no endpoint that has accepted another delivery since', async () => {
    const path = world.newPath()
    let served = 0
    // The first event is never accepted, all others are.
    world.receiver.answer(path, (response) => {
      const isFirst = world.receiver.at(path).at(-1)?.id === world.receiver.at(path)[0]?.id
      served += isFirst ? 0 : 1
      response.writeHead(isFirst ? 500 : 204).end()
    })
    const { id } = await world.endpointAt(path)
    await world.happen(1)
    await world.work()
    await world.happen(1)
    for (let i = 0; i < 12; i += 1) {
      world.pass(10 * hour)
      await world.work()
    }
    expect(served).toBe(1)
    const states = (await world.deliveries(id)).map(({ state }) => state)
    expect(states.sort()).toEqual(['delivered', 'failed'])
    expect(await world.get(id)).toMatchObject({ status: 'enabled', disabled_reason: null })
  })

  it.each([
    ['in seconds', () => '600', 600_000],
    ['as a date', () => new Date(world.service.clock.now() + 600_000).toUTCString(), 600_000],
    ['up to a limit', () => '999999', 8 * hour],
  ])('waits as long as the answer asks, %s', async (_form, retryAfter, expected) => {
    const path = world.newPath()
    // A date has no milliseconds.
    world.pass(1000 - (world.service.clock.now() % 1000))
    world.receiver.answer(path, (response) => {
      response.writeHead(503, { 'Retry-After': retryAfter() }).end()
    })
    const { id } = await world.endpointAt(path)
    await world.happen(1)
    await world.work()
    const [delivery] = await world.deliveries(id)
    const pause = Date.parse(delivery?.next_attempt_time ?? '') - world.service.clock.now()
    expect(pause).toBe(expected)
  })

  const unusable = [
    ['0'],
    ['tomorrow'],
    ['-5'],
    ['1e9'],
    ['Sun, 06 Nov 1994 08:49:37 GMT'],
    ['99999999999999999999'],
  ]
  it.each(isLongRun ? unusable : unusable.slice(0, 2))(
    'keeps its own pauses when Retry-After is %s',
    async (retryAfter) => {
      const path = world.newPath()
      world.receiver.answer(path, (response) => {
        response.writeHead(429, { 'Retry-After': retryAfter }).end()
      })
      const { id } = await world.endpointAt(path)
      await world.happen(1)
      await world.work()
      const [delivery] = await world.deliveries(id)
      const pause = Date.parse(delivery?.next_attempt_time ?? '') - world.service.clock.now()
      expect(pause).toBeGreaterThanOrEqual(4000)
      expect(pause).toBeLessThanOrEqual(6000)
    },
  )

  it('disables the endpoint at once when the status is 410', async () => {
    const path = world.newPath()
    world.receiver.answer(path, 410)
    const { id } = await world.endpointAt(path)
    await world.happen(1)
    await world.work()
    expect(await world.get(id)).toMatchObject({ status: 'disabled', disabled_reason: 'GONE' })
    expect(await notificationsOf(id)).toHaveLength(1)
    expect((await world.deliveries(id))[0]).toMatchObject({ state: 'failed', last_status: 410 })
    await world.happen(1)
    expect(await world.work()).toBe(0)
  })

  it('does not follow a redirect', async () => {
    const [path, elsewhere] = [world.newPath(), world.newPath()]
    world.receiver.answer(path, (response) => {
      response.writeHead(307, { Location: `${world.receiver.url}${elsewhere}` }).end()
    })
    const { id } = await world.endpointAt(path)
    await world.happen(1)
    await world.work()
    expect(world.receiver.at(elsewhere)).toEqual([])
    expect((await world.deliveries(id))[0]).toMatchObject({ state: 'pending', last_status: 307 })
  })

  it('reports only that there was no connection', async () => {
    const gone = await WebhookReceiver.start()
    await gone[Symbol.asyncDispose]()
    const { id } = await world.endpoint({ target_url: gone.url })
    await world.happen(1)
    await world.work()
    expect((await world.deliveries(id))[0]).toMatchObject({
      state: 'pending',
      last_status: null,
      last_error: 'CONNECTION_FAILED',
    })
    expect(await world.get(id)).toMatchObject({ last_failure_time: world.now })
  })

  it('reports a failed connection when the answer is cut off', async () => {
    const path = world.newPath()
    world.receiver.answer(path, (response) => response.destroy())
    const { id } = await world.endpointAt(path)
    await world.happen(1)
    await world.work()
    expect((await world.deliveries(id))[0]).toMatchObject({ last_error: 'CONNECTION_FAILED' })
  })
})

describe('a test delivery', () => {
  it('is sent once, without an event', async () => {
    const path = world.newPath()
    world.receiver.answer(path, 500)
    const { id } = await world.endpointAt(path)
    const test = await succeed(world.service, testWebhookEndpoint, {
      key: world.admin,
      params: { webhook_endpoint_id: id },
    })
    expect(test).toMatchObject({ event_id: null, event_type: 'webhook.test', state: 'pending' })
    expect(await world.work()).toBe(1)
    expect(JSON.parse(world.receiver.at(path)[0]?.body ?? '')).toEqual({
      type: 'webhook.test',
      timestamp: world.now,
      data: { organization_id: world.harbor.id, webhook_endpoint_id: id },
    })
    expect(await world.delivery(test.id)).toMatchObject({ state: 'failed', last_status: 500 })
    expect(await world.get(id)).toMatchObject({ status: 'enabled' })
  })
})
