import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listAuditEntries,
  listNotifications,
  listWebhookEndpoints,
  type OperationBody,
  resendWebhookDelivery,
  search,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resealSecrets } from '../../../src/platform/secrets/stored-secrets.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { openRoom, type RoomKind, rooms, textIn } from '../../harness/chat-rooms.ts'
import { consoleUrl, RoomWorld } from '../../harness/room-world.ts'
import { testSecretBox } from '../../harness/test-secrets.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'

const world = new RoomWorld()
const key = world.admin
beforeAll(() => world.start())
afterAll(() => world.close())
beforeEach(() => world.deleteEndpoints())

const params = (id: string) => ({ webhook_endpoint_id: id })
const update = (id: string, body: OperationBody<typeof updateWebhookEndpoint>) =>
  callOf(updateWebhookEndpoint, { params: params(id), body })

/** The details of a refusal. */
async function faultOf(status: number, asked: ReturnType<typeof callOf>) {
  const { body } = await refused(world.service, status, { ...asked, key })
  return body.error.details?.map(({ field, issue }) => `${field} ${issue}`)
}

describe('a chat room', () => {
  it.each(Object.keys(rooms) as RoomKind[])(
    'gets each notification as a text, and no other event: %s',
    async (kind) => {
      const { path, id } = await world.room({}, kind)
      expect(await world.get(id)).toMatchObject({
        target_url: `${world.receiver.url}/`,
        format: 'text',
        content: 'title',
        event_types: ['notification.created'],
      })
      await world.notify()
      const { orderId, orderNumber } = world.deal
      await world.notify({ link: { resource: 'order', id: orderId, order_id: orderId } })
      await world.work()
      const texts = world.receiver.at(path).map(({ body }) => textIn(body))
      const fact = `A transfer failed, was rejected or was cancelled.`
      expect(new Set(texts)).toEqual(
        new Set([
          `${fact}\nSeverity: warning\nTime: ${world.now}\n${consoleUrl}/transfers/${world.transferId}`,
          `${fact}\nOrder: ${orderNumber}\nSeverity: warning\nTime: ${world.now}\n${consoleUrl}/orders/${orderId}`,
        ]),
      )
      const deliveries = await world.deliveries(id)
      expect(deliveries).toHaveLength(2)
      expect(
        deliveries.every(({ state, last_status }) => state === 'delivered' && last_status === 200),
      ).toBe(true)
      const [sent] = world.receiver.at(path)
      expect(sent?.headers).toMatchObject({ 'content-type': 'application/json' })
      expect(sent?.headers['webhook-signature']).toMatch(/^v1,/)
    },
  )

  it('gets the text of the notification as data with `content: full`', async () => {
    const { path } = await world.room({ content: 'full' })
    await world.notify({ title: 'Evil <!channel> @here [x](https://x.example) `failed`' })
    await world.work()
    const text = textIn(world.receiver.at(path)[0]?.body ?? '') ?? ''
    expect(text).toContain(
      "\n`Evil &lt;!channel&gt; (at)here (x)(https: //x.example) 'failed'`\n`It can be retried.`\n",
    )
    for (const read of Object.values(rooms)) {
      expect(read(text)).toEqual({
        calls: [],
        links: [`${consoleUrl}/transfers/${world.transferId}`],
      })
    }
  })

  it('gets a test as a text', async () => {
    const { path, id } = await world.room()
    const test = await succeed(world.service, testWebhookEndpoint, { key, params: params(id) })
    expect(test).toMatchObject({ event_type: 'webhook.test', event_id: null })
    await world.work()
    expect(textIn(world.receiver.at(path)[0]?.body ?? '')).toMatch(/^Vadium: this is a test\./)
    expect(await world.delivery(test.id)).toMatchObject({ state: 'delivered' })
  })

  it('gets a text again, the same under one id, until it takes it', async () => {
    const { path, id } = await world.room()
    await world.notify()
    world.receiver.answer(path, (response) =>
      response.writeHead(429, { 'Retry-After': '120' }).end(),
    )
    await world.work()
    const [delivery] = await world.deliveries(id)
    expect(delivery).toMatchObject({ state: 'pending', last_status: 429, attempts: 1 })
    expect(Date.parse(delivery?.next_attempt_time ?? '') - world.service.clock.now()).toBe(120_000)
    world.pass(120_000)
    world.receiver.answer(path, 500)
    await world.work()
    openRoom(world.receiver, path, 'slack')
    world.pass(60_000)
    await world.work()
    expect((await world.deliveries(id))[0]).toMatchObject({ state: 'delivered', attempts: 3 })
    const sent = world.receiver.at(path)
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ id: one }) => one))).toEqual(new Set([delivery?.id]))
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
  })

  it('is not written to any more once it is archived (410), and the notification does not show its address', async () => {
    const { path, secret, id } = await world.room()
    await world.notify()
    world.receiver.answer(path, 410)
    await world.work()
    expect(await world.get(id)).toMatchObject({ status: 'disabled', disabled_reason: 'GONE' })
    const query = { category: 'webhook_disabled' as const, page_size: 1 }
    const { notifications } = await succeed(world.service, listNotifications, { key, query })
    expect(notifications[0]?.title).toContain(new URL(world.receiver.url).host)
    expect(JSON.stringify(notifications)).not.toContain(secret)
  })
})

describe('the address of a chat room', () => {
  it('is in no answer, log or row once it is given, and stays usable under another key', async () => {
    const { path, secret, id } = await world.room({ description: 'Our room' })
    const moved = `${world.newPath()}-${secret}`
    openRoom(world.receiver, moved, 'slack')
    const body = { target_url: `${world.receiver.url}${moved}` }
    expect(await world.update(id, body)).toMatchObject({ target_url: `${world.receiver.url}/` })
    await succeed(world.service, testWebhookEndpoint, { key, params: params(id) })
    await world.work()
    expect([world.receiver.at(path).length, world.receiver.at(moved).length]).toEqual([0, 1])
    await refused(world.service, 422, {
      ...update(id, {
        target_url: `https://127.0.0.9/${secret}`,
        content: 'full',
        format: 'events',
      }),
      key,
    })
    const { database } = world.service
    const tables = [
      'webhook_endpoints',
      'webhook_deliveries',
      'idempotency_keys',
      'events',
      'audit_entries',
    ]
    const rows = await Promise.all(
      tables.map((table) => database.query(`SELECT t::text FROM ${table} t`)),
    )
    const answers = [
      await succeed(world.service, listWebhookEndpoints, { key }),
      await succeed(world.service, search, { key, query: { query: id } }),
      await succeed(world.service, listAuditEntries, { key, query: { page_size: 1000 } }),
      await world.deliveries(id),
    ]
    expect(JSON.stringify([rows.map((one) => one.rows), answers, world.service.log])).not.toContain(
      secret,
    )

    await withOwnerClient(database.url, async (client) => {
      expect(await resealSecrets(client, testSecretBox)).toBe(0)
    })
    await succeed(world.service, deleteWebhookEndpoint, { key, params: params(id) })
    const { rows: left } = await database.query(
      'SELECT url, sealed_url FROM webhook_endpoints WHERE id = $1',
      [id],
    )
    expect(left).toEqual([{ url: `${world.receiver.url}/`, sealed_url: null }])
  })

  it.each([
    [
      'what is shown of it',
      { target_url: 'https://hooks.slack.com/', format: 'text' },
      'target_url must be the whole address of the chat room',
    ],
    [
      'an address of this network',
      { target_url: 'https://10.0.0.1/hooks/x', format: 'text' },
      'target_url must be an address on the public internet',
    ],
    [
      'other events',
      { format: 'text', event_types: ['order.updated'] },
      'event_types of a chat room is notification.created alone',
    ],
    ['a content of events', { content: 'full' }, 'content is for the format text'],
  ] as const)('is refused with %s', async (_what, body, fault) => {
    const asked = { target_url: 'https://hooks.slack.com/services/T0/B0/x', ...body }
    const written = JSON.parse(JSON.stringify(asked)) as OperationBody<typeof createWebhookEndpoint>
    expect(await faultOf(422, callOf(createWebhookEndpoint, { body: written }))).toEqual([fault])
  })
})

describe('another format', () => {
  it('needs an address with it, and ends what waits in the old one', async () => {
    const eventPath = world.newPath()
    const { id } = await world.endpointAt(eventPath)
    world.receiver.answer(eventPath, 500)
    await world.notify()
    await world.work()
    const waiting = (await world.deliveries(id)).filter(({ state }) => state === 'pending')
    expect(waiting.length).toBeGreaterThan(0)
    const needed = ['target_url is needed for another format, because that of a room is a secret']
    expect(await faultOf(422, update(id, { format: 'text' }))).toEqual(needed)
    const { path, url } = world.newRoom()
    const room = await world.update(id, { format: 'text', target_url: url })
    expect(room).toMatchObject({ content: 'title', event_types: ['notification.created'] })
    for (const { id: one } of waiting) {
      expect(await world.delivery(one)).toMatchObject({
        state: 'failed',
        last_error: 'FORMAT_CHANGED',
        next_attempt_time: null,
      })
      const resend = callOf(resendWebhookDelivery, { params: { webhook_delivery_id: one } })
      expect(await faultOf(409, resend)).toEqual([
        'webhook_delivery_id was made in the format events, which its endpoint has no more',
      ])
    }
    world.pass(3_600_000)
    await world.notify()
    await world.work()
    expect(world.receiver.at(path).map(({ body }) => textIn(body) !== undefined)).toEqual([true])

    expect(await faultOf(422, update(id, { format: 'events' }))).toEqual(needed)
    const back = world.newPath()
    await world.update(id, { format: 'events', target_url: `${world.receiver.url}${back}` })
    expect(await world.get(id)).toMatchObject({
      target_url: `${world.receiver.url}${back}`,
      content: null,
      event_types: ['notification.created'],
    })
    await world.notify()
    await world.work()
    expect(world.receiver.at(back).map(({ body }) => textIn(body))).toEqual([undefined])
  })

  it('ends an attempt under way, whose result is recorded no more', async () => {
    const path = world.newPath()
    const { id } = await world.endpointAt(path)
    await world.notify()
    await world.service.services.numbering.sweep()
    const { url } = world.newRoom()
    let changed = Promise.resolve()
    world.receiver.answer(path, (response) => {
      changed = world.update(id, { format: 'text', target_url: url }).then(() => {
        response.writeHead(503).end()
      })
    })
    const { fanOut, deliverer } = world.service.services.webhooks
    await fanOut.run()
    const [attempt] = await deliverer.begin(1)
    await attempt?.done
    await changed
    expect((await world.deliveries(id)).map(({ state }) => state)).not.toContain('pending')
    world.pass(3_600_000)
    expect(await world.work()).toBe(0)
    expect(world.receiver.at(path)).toHaveLength(1)
  })

  it('changes what later texts contain, and nothing else', async () => {
    const { path, id } = await world.room()
    await world.notify({ title: 'Harbor called' })
    await world.work()
    expect(await world.update(id, { content: 'full' })).toMatchObject({ content: 'full' })
    await world.notify({ title: 'Harbor called' })
    await world.work()
    const texts = world.receiver.at(path).map(({ body }) => textIn(body) ?? '')
    expect(texts.map((text) => text.includes('Harbor called'))).toEqual([false, true])
  })
})
