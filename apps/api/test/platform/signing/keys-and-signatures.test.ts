import { generateKeyPairSync, sign } from 'node:crypto'
import { signRequest } from '@vadium/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicKeyFault } from '../../../src/platform/signing/public-key.ts'
import { call } from '../../harness/call.ts'
import { notCanonical } from '../../harness/not-canonical.ts'
import { signedHeaders } from '../../harness/signed-headers.ts'
import { now, World } from '../../harness/world/world.ts'

const world = new World()
const key = world.lenderKey
beforeAll(() => world.start())
afterAll(() => world.close())

describe('weak keys', () => {
  it('are refused at enrolment, whatever their encoding', () => {
    const weak = [
      '0000000000000000000000000000000000000000000000000000000000000000',
      '0100000000000000000000000000000000000000000000000000000000000000',
      '0100000000000000000000000000000000000000000000000000000000000080',
      'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
      'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
      'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
      '0200000000000000000000000000000000000000000000000000000000000000',
    ]
    for (const hex of weak) {
      expect(publicKeyFault(Buffer.from(hex, 'hex').toString('base64url')), hex).toBeDefined()
    }
  })

  it('are distinguished from a good one', () => {
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
    expect(publicKeyFault(x)).toBeUndefined()
    expect(publicKeyFault(`${x}=`)).toBeDefined()
    expect(publicKeyFault(notCanonical(x))).toBeDefined()
  })
})

it('lets the calls of all tests sign as the SDK does', () => {
  const sentAt = Date.parse(now) + 29
  for (const request of [
    { method: 'GET', target: '/transfers?token=BTC' },
    { method: 'POST', target: '/orders', body: '{"text":"ä"}' },
  ]) {
    const ofSdk = signRequest(request, key.privateKey, sentAt)
    expect(signedHeaders(request, key, sentAt)).toEqual(ofSdk)
  }
})

it('verifies a signature of any Ed25519 implementation over the documented bytes', async () => {
  const signedAt = Date.parse(now) + 23
  const text = `GET|/transfers|token=BTC|${signedAt}`
  const seed = Buffer.from(key.privateKey, 'base64url').subarray(0, 32)
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const signature = sign(null, Buffer.from(text), {
    key: pkcs8,
    format: 'der',
    type: 'pkcs8',
  }).toString('base64url')
  const reply = await call(world.service, {
    target: '/transfers?token=BTC',
    headers: {
      'X-API-Key': key.publicKey,
      'X-Timestamp-Ms': String(signedAt),
      'X-Signature': signature,
    },
  })
  expect(reply.status).toBe(200)
})
