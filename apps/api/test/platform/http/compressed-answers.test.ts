import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createCredential, createOrder, type Operation } from '@vadium/schema'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf } from '../../harness/call.ts'
import { signedHeaders } from '../../harness/signed-headers.ts'
import { World } from '../../harness/world/world.ts'

const world = new World({ short: 8 })
const { lenderKey: key } = world
beforeAll(() => world.start())
afterAll(() => world.close())

const long = '/positions?order_by=create_time'
const short = '/orders/00000000-0000-4000-8000-000000000000'

let signedAt = 0
/** The bytes of an answer and its headers, as they are sent. */
async function sent(target: string, accepted?: string) {
  const { origin, pathname } = new URL(world.service.url)
  const full = `${pathname === '/' ? '' : pathname}${target}`
  const signature = signedHeaders(
    { method: 'GET', target: full, body: undefined },
    key,
    world.service.clock.now() + (signedAt += 1),
  )
  const headers = { ...signature, ...(accepted !== undefined && { 'accept-encoding': accepted }) }
  const reply = await request(origin + full, { headers })
  return {
    encoding: reply.headers['content-encoding'],
    vary: reply.headers['vary'],
    length: Number(reply.headers['content-length']),
    bytes: Buffer.from(await reply.body.arrayBuffer()),
  }
}

describe('an answer of 1 KiB or more', () => {
  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'br;q=0.1, gzip;q=0.9', gunzipSync],
  ] as const)('is sent as %s to a reader that accepts %s', async (encoding, accepted, decoded) => {
    const plain = await sent(long)
    expect([plain.encoding, plain.vary]).toEqual([undefined, 'Accept-Encoding'])
    expect(plain.length).toBeGreaterThan(1024)
    const compressed = await sent(long, accepted)
    expect([compressed.encoding, compressed.vary]).toEqual([encoding, 'Accept-Encoding'])
    expect(compressed.length).toBe(compressed.bytes.length)
    expect(compressed.length).toBeLessThan(plain.length / 3)
    expect(decoded(compressed.bytes).equals(plain.bytes)).toBe(true)
  })

  it.each(['identity', 'br;q=0, gzip;q=0', 'zstd', ';;;', 'br\t;q'])(
    'is sent as it is to a reader that accepts %j',
    async (accepted) => {
      const reply = await sent(long, accepted)
      expect(reply.encoding).toBeUndefined()
      expect(reply.bytes.toString()).toContain('"positions"')
    },
  )
})

it('sends a shorter answer, and an error, as they are', async () => {
  expect((await sent('/installation', 'br')).encoding).toBeUndefined()
  const refused = await sent(short, 'br')
  expect(refused.encoding).toBeUndefined()
  expect(JSON.parse(refused.bytes.toString())).toMatchObject({ error: { code: 'NOT_FOUND' } })
})

it.each([
  ['an order', createOrder, () => world.orders.body()],
  ['a credential', createCredential, () => ({})],
] as const)(
  'compresses no answer of a write, of which one may contain a secret: %s',
  async (_what, operation: Operation, body) => {
    const headers = { 'accept-encoding': 'br, gzip' }
    const reply = await call(world.service, callOf(operation, { key, body: body(), headers }))
    expect(reply.headers).not.toHaveProperty('content-encoding')
  },
)
