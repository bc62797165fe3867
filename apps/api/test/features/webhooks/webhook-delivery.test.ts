import {
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  resendWebhookDelivery,
  rotateWebhookSecret,
  suspendOrganization,
} from '@vadium/schema'
import type { ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '../../harness/call.ts'
import type { ReceivedWebhook } from '../../harness/webhook-receiver.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { DeliveryWorld, perEndpointMax } from '../../harness/delivery-world.ts'

const world = new DeliveryWorld()
const operator = world.book.party('platform').credential('operator')
const key = world.admin

beforeAll(() => world.start())
afterAll(() => world.close())
beforeEach(() => world.deleteEndpoints())

const paramsOf = (id: string) => ({ webhook_endpoint_id: id })

const hour = 3_600_000
const many = isLongRun ? 1000 : 60
const manyAtOnce = isLongRun ? 500 : 60

const numberOf = ({ body }: ReceivedWebhook) => (JSON.parse(body) as { data: { n: number } }).data.n

function signaturesOf({ id, headers, body }: ReceivedWebhook, secrets: readonly string[]): string {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  return secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' ')
}

describe('an event', () => {
  it('is sent as the log has it, signed, under the id of its delivery', async () => {
    const path = world.newPath()
    const { id, secret } = await world.endpointAt(path)
    await world.happen(1)
    expect(await world.work()).toBe(1)
    const [arrived, ...more] = world.receiver.at(path)
    if (arrived === undefined) throw new Error('nothing arrived')
    expect(more).toEqual([])
    const [delivery] = await world.deliveries(id)
    expect(delivery).toEqual({
      id: arrived.id,
      webhook_endpoint_id: id,
      event_id: expect.stringMatching(/^[\w-]+$/) as string,
      event_type: 'order.updated',
      state: 'delivered',
      attempts: 1,
      create_time: world.now,
      next_attempt_time: null,
      last_attempt_time: world.now,
      last_status: 204,
      last_error: null,
    })
    expect(JSON.parse(arrived.body)).toEqual({
      id: delivery?.event_id,
      type: 'order.updated',
      timestamp: world.now,
      data: { organization_id: world.harbor.id, n: 1 },
    })
    expect(arrived.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-timestamp': String(Date.parse(world.now) / 1000),
      'webhook-signature': signaturesOf(arrived, [secret]),
    })
    expect(await world.get(id)).toMatchObject({
      last_success_time: world.now,
      last_failure_time: null,
    })
  })

  it('is sent to each endpoint that selects its type, and to no other organization', async () => {
    const [all, chats, others] = [world.newPath(), world.newPath(), world.newPath()]
    await world.endpointAt(all)
    await world.endpointAt(chats, ['chat.updated'])
    await world.endpoint({ target_url: `${world.receiver.url}${others}` }, world.otherAdmin)
    await world.happen(2)
    await world.happen(1, 'chat.updated')
    await world.work()
    const typesAt = (path: string) =>
      world.receiver.at(path).map(({ body }) => (JSON.parse(body) as { type: string }).type)
    expect(typesAt(all).sort()).toEqual(['chat.updated', 'order.updated', 'order.updated'])
    expect(typesAt(chats)).toEqual(['chat.updated'])
    expect(typesAt(others)).toEqual([])
  })

  it('is not sent when it is older than the endpoint', async () => {
    await world.happen(3)
    const path = world.newPath()
    await world.endpointAt(path)
    await world.work()
    expect(world.receiver.at(path)).toEqual([])
  })

  it(`is sent once when there are ${many}`, async () => {
    const path = world.newPath()
    await world.endpointAt(path)
    await world.happen(many)
    expect(await world.work()).toBe(many)
    const numbers = world.receiver.at(path).map(numberOf)
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: many }, (_, i) => i + 1))
  }, 60_000)

  it('has one delivery when several processes find it at once', async () => {
    const path = world.newPath()
    const { id } = await world.endpointAt(path)
    await world.happen(manyAtOnce)
    const { fanOut, deliverer } = world.service.services.webhooks
    const all = async () => {
      while ((await world.deliveries(id)).length < manyAtOnce) await fanOut.run()
      await deliverer.runDue()
    }
    await Promise.all([all(), all(), all()])
    expect(new Set(world.receiver.at(path).map(({ id: arrived }) => arrived)).size).toBe(manyAtOnce)
    expect(world.receiver.at(path)).toHaveLength(manyAtOnce)
  }, 60_000)
})

describe('an answer of an endpoint', () => {
  it('is read only up to a limit, and not kept', async () => {
    const path = world.newPath()
    let closed = false
    world.receiver.answer(path, (response) => {
      response.once('close', () => (closed = true))
      response.writeHead(200, { 'X-Receiver': 'a secret of the receiver' })
      const more = () => {
        while (response.writable && response.write('a secret of the receiver'.repeat(1000)));
      }
      response.on('drain', more)
      more()
    })
    const { id } = await world.endpointAt(path)
    await world.happen(1)
    await world.work()
    expect((await world.deliveries(id))[0]).toMatchObject({ state: 'delivered', last_status: 200 })
    await expect.poll(() => closed).toBe(true)
    const { rows } = await world.service.database.query<{ row: string }>(
      'SELECT to_jsonb(d)::text AS row FROM webhook_deliveries d WHERE endpoint_id = $1',
      [id],
    )
    expect(JSON.stringify(rows) + world.service.log.join('')).not.toContain(
      'secret of the receiver',
    )
  })

  it('delays one attempt of its endpoint when it does not arrive, and no other endpoint', async () => {
    const [hanging, well] = [world.newPath(), world.newPath()]
    const held: (() => void)[] = []
    world.receiver.answer(
      hanging,
      (response) => void held.push(() => response.writeHead(204).end()),
    )
    await world.endpointAt(hanging)
    await world.endpointAt(well)
    await world.happen(50)
    const { fanOut, deliverer } = world.service.services.webhooks
    await fanOut.run()
    const working = deliverer.runDue()
    await expect.poll(() => held.length).toBe(perEndpointMax)
    await expect.poll(() => world.receiver.at(well).length).toBeGreaterThanOrEqual(perEndpointMax)
    // A second worker takes the rest, and no more of the endpoint that hangs.
    while (world.receiver.at(well).length < 50) await deliverer.runDue()
    expect(world.receiver.at(well)).toHaveLength(50)
    expect(held).toHaveLength(perEndpointMax)
    world.receiver.answer(hanging, 204)
    for (const answer of held) answer()
    await working
    expect(world.receiver.at(hanging)).toHaveLength(50)
  }, 60_000)

  it('limits an endpoint to one attempt at once when it is an error, until it accepts one', async () => {
    const path = world.newPath()
    world.receiver.answer(path, 500)
    await world.endpointAt(path)
    await world.happen(20)
    await world.work()
    const { deliverer } = world.service.services.webhooks
    world.pass(10_000)
    const held: ServerResponse[] = []
    world.receiver.answer(path, (response) => void held.push(response))
    const attempt = async (status: number) => {
      const begun = await deliverer.begin(100)
      expect(await deliverer.begin(100)).toEqual([])
      await expect.poll(() => held.length).toBe(begun.length)
      for (const response of held.splice(0)) response.writeHead(status).end()
      await Promise.all(begun.map(({ done }) => done))
      return begun.length
    }
    expect(await attempt(500)).toBe(1)
    expect(await attempt(204)).toBe(1)
    expect(await attempt(204)).toBe(perEndpointMax)
    world.receiver.answer(path, 204)
    world.pass(hour)
    await world.work()
    expect(new Set(world.receiver.at(path).map(({ id }) => id)).size).toBe(20)
  }, 60_000)
})

describe('a disabled endpoint', () => {
  it('is sent nothing, and after it is enabled the events it missed', async () => {
    const path = world.newPath()
    const { id } = await world.endpointAt(path)
    await world.happen(1)
    await world.service.services.webhooks.fanOut.run()
    await succeed(world.service, disableWebhookEndpoint, { key, params: paramsOf(id) })
    await world.happen(2)
    expect(await world.work()).toBe(0)
    await succeed(world.service, enableWebhookEndpoint, { key, params: paramsOf(id) })
    expect(await world.work()).toBe(3)
    expect(world.receiver.at(path).map(numberOf).sort()).toEqual([1, 1, 2])
  })

  it('continues with the events that still exist when some were deleted', async () => {
    const path = world.newPath()
    const { id } = await world.endpointAt(path)
    await succeed(world.service, disableWebhookEndpoint, { key, params: paramsOf(id) })
    await world.happen(3)
    await world.service.database.query(`SELECT forget_events(100000, interval '0')`)
    await world.happen(1, 'chat.updated')
    await succeed(world.service, enableWebhookEndpoint, { key, params: paramsOf(id) })
    expect(await world.work()).toBe(1)
    expect(world.receiver.at(path)[0]?.body).toContain('chat.updated')
    expect(world.service.log.join('')).toContain('events were deleted')
  })

  it('does the same when its organization is suspended', async () => {
    const path = world.newPath()
    // Of this type only: the suspension is an event itself.
    await world.endpoint(
      { target_url: `${world.receiver.url}${path}`, event_types: ['order.updated'] },
      world.otherAdmin,
    )
    await world.happen(1, 'order.updated', world.quay)
    const params = { organization_id: world.quay.id }
    await succeed(world.service, suspendOrganization, { key: operator, params })
    expect(await world.work()).toBe(0)
    const { database } = world.service
    await database.query(`UPDATE organizations SET status = 'active' WHERE id = $1`, [
      world.quay.id,
    ])
    expect(await world.work()).toBe(1)
  })
})

describe('a rotated secret', () => {
  it('leaves the old one valid for a day, with the new signature first', async () => {
    const path = world.newPath()
    const { id, secret: old } = await world.endpointAt(path)
    const rotated = await succeed(world.service, rotateWebhookSecret, { key, params: paramsOf(id) })
    const { secret = '' } = rotated
    expect(secret).not.toBe(old)
    for (const [ms, secrets] of [
      [0, [secret, old]],
      [24 * hour - 1000, [secret, old]],
      [1000, [secret]],
    ] as const) {
      world.pass(ms)
      await world.happen(1)
      await world.work()
      const arrived = world.receiver.at(path).at(-1)
      if (arrived === undefined) throw new Error('nothing arrived')
      expect(arrived.headers['webhook-signature']).toBe(signaturesOf(arrived, secrets))
    }
  })
})

describe('a delivery', () => {
  it('is sent again under its id, as if for the first time', async () => {
    const path = world.newPath()
    const { id } = await world.endpointAt(path)
    await world.happen(1)
    await world.work()
    const [first] = await world.deliveries(id)
    const params = { webhook_delivery_id: first?.id ?? '' }
    world.pass(hour)
    const resent = await succeed(world.service, resendWebhookDelivery, { key, params })
    expect(resent).toMatchObject({ state: 'pending', attempts: 0, next_attempt_time: world.now })
    expect(await world.work()).toBe(1)
    const [one, other] = world.receiver.at(path)
    expect([other?.id, other?.body]).toEqual([one?.id, one?.body])
    expect(other?.headers['webhook-timestamp']).not.toBe(one?.headers['webhook-timestamp'])
    expect(await world.delivery(first?.id ?? '')).toMatchObject({ state: 'delivered', attempts: 1 })
  })

  it('is sent again when the claim of a stopped worker has lapsed, and then ends once', async () => {
    const path = world.newPath()
    const { id } = await world.endpointAt(path)
    const held: (() => void)[] = []
    world.receiver.answer(path, (response) => void held.push(() => response.writeHead(500).end()))
    await world.happen(1)
    const { fanOut, deliverer } = world.service.services.webhooks
    await fanOut.run()
    const slow = deliverer.runDue()
    await expect.poll(() => held.length).toBe(1)
    expect(await deliverer.runDue()).toBe(0)
    await world.service.database.query(
      `UPDATE webhook_deliveries SET claimed_until = now() - interval '1 second' WHERE claim IS NOT NULL`,
    )
    world.receiver.answer(path, 204)
    expect(await deliverer.runDue()).toBe(1)
    // The answer that the slow worker receives comes too late to count.
    for (const answer of held) answer()
    await slow
    expect((await world.deliveries(id))[0]).toMatchObject({ state: 'delivered', attempts: 1 })
    expect(new Set(world.receiver.at(path).map((one) => one.id)).size).toBe(1)
  })

  it('is deleted with its event, and a deleted endpoint with its last delivery', async () => {
    const path = world.newPath()
    const { id } = await world.endpointAt(path)
    await world.happen(3)
    await world.work()
    const { database } = world.service
    const rowsOf = async (table: string, column: string) =>
      (await database.query(`SELECT FROM ${table} WHERE ${column} = $1`, [id])).rowCount
    await database.query(`SELECT forget_webhook_deliveries(1000, interval '1 day')`)
    expect(await rowsOf('webhook_deliveries', 'endpoint_id')).toBe(3)
    // An event that is kept keeps its deliveries, however old they are.
    await database.query(`SELECT forget_webhook_deliveries(100000, interval '0')`)
    expect(await rowsOf('webhook_deliveries', 'endpoint_id')).toBe(3)
    await database.query(`SELECT forget_events(100000, interval '0')`)
    await database.query('UPDATE webhook_endpoints SET deleted_at = now() WHERE id = $1', [id])
    await database.query(`SELECT forget_webhook_deliveries(100000, interval '0')`)
    expect(await rowsOf('webhook_deliveries', 'endpoint_id')).toBe(0)
    expect(await rowsOf('webhook_endpoints', 'id')).toBe(0)
  })
})
