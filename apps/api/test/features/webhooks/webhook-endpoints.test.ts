import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  getWebhookDelivery,
  getWebhookEndpoint,
  headerNames,
  listWebhookDeliveries,
  listWebhookEndpoints,
  type Operation,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
  webhookEndpointsMax,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { placeOfWebhookSecret } from '../../../src/platform/secrets/stored-secrets.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { WebhookWorld } from '../../harness/webhook-world.ts'
import { testSecretBox } from '../../harness/test-secrets.ts'

const world = new WebhookWorld()
const key = world.admin
const unknownId = '00000000-0000-4000-8000-000000000000'
const target_url = 'https://hooks.example.com/vadium'
beforeAll(() => world.start({}))
afterAll(() => world.close())
beforeEach(async () => {
  await world.service.database.query(
    'UPDATE webhook_endpoints SET deleted_at = now(), sealed_url = NULL',
  )
})

const paramsOf = (id: string) => ({ webhook_endpoint_id: id })
const create = (body: object, more: { headers?: Record<string, string> } = {}) =>
  succeed(world.service, createWebhookEndpoint, { key, body, ...more })

describe('200 OK', () => {
  it('returns 200 and creates an endpoint, and shows its secret once', async () => {
    const body = { target_url, description: 'Our book', event_types: ['order.updated'] }
    const headers = { [headerNames.idempotencyKey]: 'shown-once' }
    const { webhook_endpoint, secret } = await create(body, { headers })
    expect(webhook_endpoint).toEqual({
      ...body,
      id: webhook_endpoint.id,
      format: 'events',
      content: null,
      status: 'enabled',
      disabled_reason: null,
      disabled_time: null,
      create_time: world.now,
      last_success_time: null,
      last_failure_time: null,
      old_secret_expire_time: null,
    })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const again = await create(body, { headers })
    expect(again).toEqual({ webhook_endpoint })
    expect(await world.get(webhook_endpoint.id)).toEqual(webhook_endpoint)
    const { rows } = await world.service.database.query('SELECT answer FROM idempotency_keys')
    expect(JSON.stringify(rows) + world.service.log.join('')).not.toContain('whsec_')
  })

  it('returns 200 with the endpoints, newest first, in pages', async () => {
    const made: string[] = []
    for (let i = 0; i < 3; i += 1) {
      world.pass(1)
      made.unshift((await create({ target_url })).webhook_endpoint.id)
    }
    const listed: string[] = []
    let page_token: string | undefined
    do {
      const query = { page_size: 2, ...(page_token !== undefined && { page_token }) }
      const page = await succeed(world.service, listWebhookEndpoints, { key, query })
      listed.push(...page.webhook_endpoints.map(({ id }) => id))
      page_token = page.next_page_token
    } while (page_token !== undefined)
    expect(listed).toEqual(made)
  })

  it('returns 200 and changes the given members only', async () => {
    const { webhook_endpoint: made } = await create({ target_url, event_types: ['chat.updated'] })
    const params = paramsOf(made.id.toUpperCase())
    const change = (body: object) =>
      succeed(world.service, updateWebhookEndpoint, { key, params, body })
    const other = 'https://hooks.example.com/other'
    expect(await change({ target_url: other })).toEqual({ ...made, target_url: other })
    expect(await change({ description: 'Ours' })).toMatchObject({
      target_url: other,
      description: 'Ours',
    })
    expect(await change({ event_types: [] })).toMatchObject({
      target_url: other,
      description: 'Ours',
      event_types: [],
    })
    expect(await change({})).toEqual(await world.get(made.id))
    expect(await change({ description: null })).toMatchObject({
      target_url: other,
      description: null,
    })
  })

  it('returns 200 and disables and enables an endpoint', async () => {
    const { webhook_endpoint: made } = await create({ target_url })
    const params = paramsOf(made.id)
    const disabled = await succeed(world.service, disableWebhookEndpoint, { key, params })
    expect(disabled).toEqual({
      ...made,
      status: 'disabled',
      disabled_reason: 'REQUESTED',
      disabled_time: world.now,
    })
    expect(await succeed(world.service, enableWebhookEndpoint, { key, params })).toEqual(made)
  })

  it('returns 200 and rotates the secret, shown once', async () => {
    const { webhook_endpoint: made, secret } = await create({ target_url })
    const headers = { [headerNames.idempotencyKey]: 'rotated-once' }
    const rotate = () =>
      succeed(world.service, rotateWebhookSecret, { key, params: paramsOf(made.id), headers })
    const rotated = await rotate()
    const old_secret_expire_time = new Date(Date.parse(world.now) + 86_400_000).toISOString()
    expect(rotated).toEqual({
      webhook_endpoint: { ...made, old_secret_expire_time },
      secret: expect.stringMatching(/^whsec_/) as string,
    })
    expect(rotated.secret).not.toBe(secret)
    expect(await rotate()).toEqual({ webhook_endpoint: { ...made, old_secret_expire_time } })
  })

  it('returns 200 and deletes an endpoint with its deliveries and its secret', async () => {
    const { webhook_endpoint: made, secret = '' } = await create({ target_url })
    const params = paramsOf(made.id)
    const test = await succeed(world.service, testWebhookEndpoint, { key, params })
    expect(await succeed(world.service, deleteWebhookEndpoint, { key, params })).toEqual(made)
    const list = await succeed(world.service, listWebhookEndpoints, { key })
    expect(list.webhook_endpoints).toEqual([])
    expect(await world.deliveries(made.id)).toEqual([])
    const { rows } = await world.service.database.query<{ secret: Buffer }>(
      'SELECT secret FROM webhook_endpoints WHERE id = $1',
      [made.id],
    )
    const sealed = rows[0]?.secret ?? Buffer.alloc(0)
    const kept = testSecretBox.unseal(placeOfWebhookSecret(made.id), sealed)
    expect(secret).not.toContain(kept.toString('base64'))
    for (const operation of [getWebhookDelivery, resendWebhookDelivery]) {
      const gone = { webhook_delivery_id: test.id }
      const { reason } = await refused(world.service, 404, {
        ...callOf(operation, { params: gone }),
        key,
      })
      expect(reason).toBe('WEBHOOK_DELIVERY_NOT_FOUND')
    }
  })

  it('returns 200 with deliveries by endpoint, state and event type', async () => {
    const [one, other] = [await create({ target_url }), await create({ target_url })]
    const [first, second] = [one.webhook_endpoint.id, other.webhook_endpoint.id]
    await world.happen(2)
    await world.happen(1, 'chat.updated')
    await world.service.services.webhooks.fanOut.run()
    await succeed(world.service, testWebhookEndpoint, { key, params: paramsOf(first) })
    await world.service.database.query(
      `UPDATE webhook_deliveries SET state = 'failed', due_at = NULL
       WHERE endpoint_id = $1 AND event_type = 'chat.updated'`,
      [second],
    )
    const count = async (query: Record<string, string>) => {
      const list = await succeed(world.service, listWebhookDeliveries, { key, query })
      return list.webhook_deliveries.length
    }
    expect(await count({})).toBe(7)
    expect(await count({ webhook_endpoint_id: first })).toBe(4)
    expect(await count({ state: 'failed' })).toBe(1)
    expect(await count({ state: 'failed', webhook_endpoint_id: first })).toBe(0)
    expect(await count({ event_type: 'webhook.test' })).toBe(1)
    expect(await count({ event_type: 'order.updated', state: 'pending' })).toBe(4)
    expect(await count({ webhook_endpoint_id: unknownId })).toBe(0)
    const others = await succeed(world.service, listWebhookDeliveries, { key: world.otherAdmin })
    expect(others.webhook_deliveries).toEqual([])
  })
})

describe('400 Bad Request', () => {
  it.each([
    ['an invalid address', { target_url: 'hooks.example.com' }, 'target_url'],
    ['another scheme', { target_url: 'ftp://example.com/' }, 'target_url'],
    ['a fragment', { target_url: 'https://example.com/#a' }, 'target_url'],
    ['characters that no address has', { target_url: 'https://example.com/ä\n' }, 'target_url'],
    [
      'an address that is too long',
      { target_url: `https://example.com/${'a'.repeat(3000)}` },
      'target_url',
    ],
    ['an unknown event type', { target_url, event_types: ['order.eaten'] }, 'event_types.0'],
    [
      'an event type given twice',
      { target_url, event_types: ['order.updated', 'order.updated'] },
      'event_types',
    ],
    ['a description of two lines', { target_url, description: 'one\ntwo' }, 'description'],
    ['no address', {}, 'target_url'],
  ])('returns 400 for %s', async (_what, body, field) => {
    const reply = await refused(world.service, 400, {
      ...callOf(createWebhookEndpoint, { body }),
      key,
    })
    expect(reply.reason).toBe('BODY_INVALID')
    expect(reply.body.error.details?.[0]?.field).toContain(field)
  })

  it('returns 400 for an unknown state', async () => {
    const query = { state: 'lost' }
    const { reason } = await refused(world.service, 400, {
      ...callOf(listWebhookDeliveries, { query }),
      key,
    })
    expect(reason).toBe('PARAMETER_INVALID')
  })
})

describe('404 Not Found', () => {
  it.each([
    getWebhookEndpoint,
    updateWebhookEndpoint,
    enableWebhookEndpoint,
    disableWebhookEndpoint,
    deleteWebhookEndpoint,
    rotateWebhookSecret,
    testWebhookEndpoint,
  ])('returns 404 for an unknown endpoint: $id', async (operation) => {
    const { webhook_endpoint } = await succeed(world.service, createWebhookEndpoint, {
      key: world.otherAdmin,
      body: { target_url },
    })
    const body = operation === updateWebhookEndpoint ? { body: {} } : {}
    for (const id of [unknownId, webhook_endpoint.id]) {
      const { reason } = await refused(world.service, 404, {
        ...callOf(operation, { params: paramsOf(id), ...body }),
        key,
      })
      expect(reason).toBe('WEBHOOK_ENDPOINT_NOT_FOUND')
    }
  })
})

describe('409 Conflict', () => {
  it('returns 409 for one endpoint more than the maximum, even when all are created at once', async () => {
    const calls = Array.from({ length: webhookEndpointsMax + 4 }, () =>
      call(world.service, { ...callOf(createWebhookEndpoint, { body: { target_url } }), key }),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(webhookEndpointsMax)
    expect(statuses.filter((status) => status === 409)).toHaveLength(4)
    const [{ id } = { id: '' }] = (await succeed(world.service, listWebhookEndpoints, { key }))
      .webhook_endpoints
    await succeed(world.service, deleteWebhookEndpoint, { key, params: paramsOf(id) })
    await create({ target_url })
  })

  it('returns 409 for an endpoint in that state already, and for a delivery to a disabled one', async () => {
    const { webhook_endpoint: made } = await create({ target_url })
    const params = paramsOf(made.id)
    const test = await succeed(world.service, testWebhookEndpoint, { key, params })
    const refusal = async (operation: Operation) =>
      (await refused(world.service, 409, { ...callOf(operation, { params }), key })).reason
    expect(await refusal(enableWebhookEndpoint)).toBe('INVALID_STATE')
    await succeed(world.service, disableWebhookEndpoint, { key, params })
    for (const operation of [disableWebhookEndpoint, testWebhookEndpoint]) {
      expect(await refusal(operation)).toBe('INVALID_STATE')
    }
    const { reason } = await refused(world.service, 409, {
      ...callOf(resendWebhookDelivery, { params: { webhook_delivery_id: test.id } }),
      key,
    })
    expect(reason).toBe('INVALID_STATE')
  })
})

describe('422 Unprocessable Content', () => {
  it.each([
    ['http://hooks.example.com/', 'must begin with https://'],
    ['https://127.0.0.1/', 'must be an address on the public internet'],
    ['https://2130706433/', 'must be an address on the public internet'],
    ['https://[::ffff:10.0.0.1]/', 'must be an address on the public internet'],
    ['https://user:secret@hooks.example.com/', 'must not have user information'],
  ])('returns 422 for the forbidden address %s', async (address, issue) => {
    const { webhook_endpoint } = await create({ target_url })
    for (const asked of [
      callOf(createWebhookEndpoint, { body: { target_url: address } }),
      callOf(updateWebhookEndpoint, {
        params: paramsOf(webhook_endpoint.id),
        body: { target_url: address },
      }),
    ]) {
      const reply = await refused(world.service, 422, { ...asked, key })
      expect(reply.reason).toBe('VALUE_INVALID')
      expect(reply.body.error.details).toEqual([{ field: 'target_url', issue }])
    }
    expect((await world.get(webhook_endpoint.id)).target_url).toBe(target_url)
  })
})
