import { operations } from '@vadium/schema'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  generateKeyPair,
  type RetryEvent,
  VadiumClient,
  VadiumError,
  verifyWebhook,
  wasReplayed,
} from '../src/index.ts'
import {
  FakeService,
  lostConnection,
  type MethodName,
  rawReply,
  refusal,
  signWebhook,
  webhookSecret,
} from '../src/testing/index.ts'
import { methodOf } from '../src/testing/methods.ts'
import { rejection } from './patient-client.ts'
import { priceOrWait } from './testing-example.ts'

const { privateKey } = generateKeyPair()
const id = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'
const order = 'orders.get'

function clientOf(service: FakeService, options: object = {}) {
  const wait = () => Promise.resolve()
  const { transport } = service
  return new VadiumClient({
    baseUrl: 'https://fake.example',
    privateKey,
    transport,
    wait,
    ...options,
  })
}

describe('a fake service', () => {
  it.each(
    operations.filter(({ file, streams }) => file === undefined && streams !== true).map(methodOf),
  )('has a valid answer of %s', (method) => {
    expect(new FakeService().sample(method as MethodName)).toBeTypeOf('object')
  })

  it('takes the calls of a client, checks them, and records them', async () => {
    const service = new FakeService()
    const client = clientOf(service)
    expect((await client.orders.get(id)).id).toBeTypeOf('string')
    expect(await client.transfers.list().toArray({ limit: 5 })).toHaveLength(1)
    await client.markToMarketRequests.preview({ position_id: id })
    expect(service.requests).toMatchObject([
      { method: order, params: { order_id: id }, body: undefined },
      { method: 'transfers.list' },
      { method: 'markToMarketRequests.preview', body: { position_id: id } },
    ])
  })

  it('answers what a test prepares, with the digits of amounts', async () => {
    const service = new FakeService()
    const [transfer] = service.sample('transfers.list').transfers
    expect(transfer?.quantity).toBeTypeOf('string')
    const transfers =
      transfer === undefined ? [] : [{ ...transfer, quantity: '1.100000000000000000001' }]
    service.answer('transfers.list', { transfers })
    const client = clientOf(service)
    expect((await client.transfers.list()).transfers).toEqual(transfers)
    expect((await client.transfers.list()).transfers).toEqual(transfers)
  })

  it('answers a script in its order, and then as before', async () => {
    const service = new FakeService()
    service.script(
      order,
      refusal('ORDER_NOT_FOUND'),
      refusal('RATE_LIMITED', { retryAfterSeconds: 3 }),
      rawReply(502, '<html>'),
      lostConnection(),
      service.sample(order, { id }),
    )
    const client = clientOf(service)
    const first = await rejection(client.orders.get(id))
    expect(first).toMatchObject({ reason: 'ORDER_NOT_FOUND', status: 404 })
    expect((first as VadiumError).requestId).toBeTypeOf('string')
    const failures: string[] = []
    const patient = clientOf(service, {
      onRetry: ({ error }: RetryEvent) => failures.push(`${error.status ?? ''} ${error.reason}`),
    })
    expect((await patient.orders.get(id)).id).toBe(id)
    expect(failures).toEqual(['429 RATE_LIMITED', '502 REPLY_MALFORMED', ' CONNECTION_LOST'])
    expect(await client.orders.get(id)).toEqual(service.sample(order))
  })

  it('refuses to answer what the service would not answer', () => {
    const service = new FakeService()
    const wrong = { ...service.sample(order), status: 'UNHEARD_OF' }
    expect(() => service.answer(order, wrong)).toThrow(/answer of getOrder is not valid: \/status/)
    expect(() => service.script('transfers.list', {} as { transfers: [] })).toThrow(TypeError)
    expect(() => service.answer('orders.fly' as typeof order, wrong)).toThrow(
      'The client has no method orders.fly.',
    )
  })

  it('takes every letter in a text, and refuses what nobody sees', async () => {
    const client = clientOf(new FakeService())
    const text = 'Copper: {pay the CAP}.\nÉté, p. 2'
    expect((await client.chats.post(id, { text })).id).toBeTypeOf('string')
    const unseen = await rejection(client.chats.post(id, { text: 'Copper\u0007' }))
    expect(unseen).toMatchObject({ reason: 'BODY_INVALID' })
  })

  it('takes a body that may be left out, and refuses a wrong one', async () => {
    const client = clientOf(new FakeService())
    expect((await client.orderRequests.accept(id)).id).toBeTypeOf('string')
    const wrong = client.orderRequests.accept(id, { collateral_wallet_id: '' })
    expect(await rejection(wrong)).toMatchObject({ reason: 'BODY_INVALID' })
  })

  it('refuses what the service refuses', async () => {
    const service = new FakeService()
    const client = clientOf(service)
    const body = { position_id: 'no id' }
    expect(await rejection(client.markToMarketRequests.preview(body))).toMatchObject({
      reason: 'BODY_INVALID',
      details: [{ field: 'position_id' }],
    })
    expect(await rejection(client.transfers.list({ page_size: 0 }))).toMatchObject({
      reason: 'PARAMETER_INVALID',
    })
    expect(await rejection(client.rawRequest('GET', '/nowhere'))).toMatchObject({ status: 404 })
    const { publicKey } = generateKeyPair()
    const signer = { publicKey: () => publicKey, sign: () => new Uint8Array(64) }
    const forger = clientOf(service, { privateKey: undefined, signer })
    expect(await rejection(forger.orders.get(id))).toMatchObject({ reason: 'UNAUTHENTICATED' })
  })

  it('repeats the answer of a write under its key', async () => {
    const service = new FakeService()
    const client = clientOf(service)
    const accept = () => client.markToMarketRequests.accept(id, { idempotencyKey: 'once' })
    expect(wasReplayed(await accept())).toBe(false)
    expect(wasReplayed(await accept())).toBe(true)
  })

  it('refuses another request under the key of a write, and knows keys by credential', async () => {
    const service = new FakeService()
    const idempotencyKey = 'once'
    const post = (text: string, client = clientOf(service)) =>
      client.chats.post(id, { text }, { idempotencyKey })
    await post('one')
    const reused = { reason: 'IDEMPOTENCY_KEY_REUSED', status: 422 }
    expect(await rejection(post('two'))).toMatchObject(reused)
    const accepted = clientOf(service).markToMarketRequests.accept(id, { idempotencyKey })
    expect(await rejection(accepted)).toMatchObject(reused)
    const other = clientOf(service, { privateKey: generateKeyPair().privateKey })
    expect(wasReplayed(await post('two', other))).toBe(false)
  })

  it('repeats a refusal of the book under its key, and no other', async () => {
    const service = new FakeService()
    const accept = 'markToMarketRequests.accept'
    const reasonsOf = async (idempotencyKey: string) => {
      const client = clientOf(service, { retries: false })
      const call = () => client.markToMarketRequests.accept(id, { idempotencyKey })
      const outcome = await call().then(
        () => 'accepted',
        (error: unknown) => error,
      )
      return outcome instanceof VadiumError ? outcome.reason : outcome
    }
    service.script(accept, refusal('INVALID_STATE'))
    expect([await reasonsOf('a'), await reasonsOf('a'), await reasonsOf('b')]).toEqual([
      'INVALID_STATE',
      'INVALID_STATE',
      'accepted',
    ])
    service.script(accept, refusal('RATE_LIMITED'), refusal('ROLE_NOT_PERMITTED'))
    expect([await reasonsOf('c'), await reasonsOf('c'), await reasonsOf('c')]).toEqual([
      'RATE_LIMITED',
      'ROLE_NOT_PERMITTED',
      'accepted',
    ])
  })

  it('streams the events of a test', async () => {
    const service = new FakeService()
    const event = service.sample('events.stream', { id: 'p-1' })
    service.answer('events.stream', [event])
    const stream = clientOf(service).events.stream()
    expect((await stream.next()).value).toEqual(event)
    await stream.return()
  })

  it('serves other processes over HTTP', async () => {
    const service = new FakeService()
    const server = await service.listen()
    const client = new VadiumClient({ baseUrl: server.url, privateKey })
    expect(await client.orders.get(id)).toEqual(service.sample(order))
    service.script(order, lostConnection())
    expect(await rejection(client.orders.get(id, { retries: false }))).toMatchObject({
      reason: 'CONNECTION_LOST',
    })
    await client.close()
    await server.close()
  })
})

describe('a signed webhook', () => {
  const event = { type: 'webhook.test', timestamp: '2026-03-02T12:00:00.000Z', data: {} } as never

  it('is accepted with each of its secrets, and refused when it is changed', () => {
    const secrets = [webhookSecret(), webhookSecret()]
    const { headers, body } = signWebhook(event, secrets)
    for (const secret of secrets) expect(verifyWebhook(headers, body, secret)).toEqual(event)
    expect(() => verifyWebhook(headers, `${body} `, String(secrets[0]))).toThrow(
      'No signature fits',
    )
    const old = signWebhook(event, secrets, { now: Date.now() - 301_000, id: 'msg_1' })
    expect(() => verifyWebhook(old.headers, old.body, String(secrets[0]))).toThrow('five minutes')
  })
})

describe('the example of the README', () => {
  const example = readFileSync(new URL('testing-example.ts', import.meta.url), 'utf8')
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

  it('is the one that is tested', () => {
    const ofReader = example.replaceAll("'../src/index.ts'", "'@vadium/client'")
    expect(readme).toContain(
      ofReader.replaceAll("'../src/testing/index.ts'", "'@vadium/client/testing'"),
    )
  })

  it('shows what it says', async () => {
    expect(await priceOrWait()).toBe('wait')
  })
})
