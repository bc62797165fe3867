import { inspect } from 'node:util'
import { createPublicKey, verify } from 'node:crypto'
import {
  headerNames,
  possessionInput,
  possessionProofPattern,
  publicKeyPattern,
  signaturePattern,
  signingInput,
} from '@vadium/schema'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { VadiumClient as WebClient } from '../src/browser.ts'
import { webSigner } from '../src/core/web-signer.ts'
import {
  generateKeyPair,
  generateWebKeyPair,
  proveKey,
  proveWebKey,
  publicKeyOf,
  signRequest,
  signWebRequest,
  VadiumClient,
} from '../src/index.ts'
import { patientClient, rejection } from './patient-client.ts'
import { json, keys, refusal, scriptedServer } from './scripted-server.ts'

const BASE_URL = 'http://127.0.0.1:1'
const seedOnly = Buffer.from(keys.privateKey, 'base64url').subarray(0, 32).toString('base64url')

describe('a signature', () => {
  it('verifies over the raw target, whatever the filters are', async () => {
    await using server = await scriptedServer()
    server.answer(json({ transfers: [] }))
    const { client } = patientClient(server)
    const text = fc.string({ unit: 'grapheme', maxLength: 20 })
    const filters = fc.record(
      { token: text, status: text, senderCustodian: text, orderId: fc.integer() },
      { requiredKeys: [] },
    )

    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        await client.transfers.list(filter)
        const { target = '', verified } = server.arrived.at(-1) ?? {}
        expect(verified).toBe(true)
        expect(target).not.toMatch(/[|#' ]/)
        const received = Object.fromEntries(new URL(target, server.url).searchParams)
        const sent = Object.entries(filter).map(([name, value]) => [name, String(value)])
        expect(received).toEqual(Object.fromEntries(sent))
      }),
      { numRuns: 100 },
    )
  })

  it('covers the base path', async () => {
    await using server = await scriptedServer()
    server.answer(json({ transfers: [] }))
    const client = new VadiumClient({ baseUrl: `${server.url}/a%7Cb/v1`, ...keys })
    await client.transfers.list()
    expect(server.arrived[0]).toMatchObject({ target: '/a%7Cb/v1/transfers', verified: true })
  })

  it('can be made with the seed alone', async () => {
    await using server = await scriptedServer()
    server.answer(json({ transfers: [] }))
    const client = new VadiumClient({ baseUrl: server.url, privateKey: seedOnly })
    await client.transfers.list()
    expect(server.arrived[0]?.verified).toBe(true)
    expect(server.arrived[0]?.headers['x-api-key']).toBe(keys.publicKey)
  })

  it("can be made by the caller's own signer", async () => {
    await using server = await scriptedServer()
    server.answer(json({ transfers: [] }))
    const client = new VadiumClient({ baseUrl: server.url, signer: webSigner(keys.privateKey) })
    await client.transfers.list()
    expect(server.arrived[0]?.verified).toBe(true)
  })

  it('never shares its time with another, however many calls run at once', async () => {
    await using server = await scriptedServer()
    server.answer(refusal('OVERLOADED'), json({ transfers: [] }))
    const now = () => 1_790_000_000_000.9
    // On a busy machine, attempts that exceed a time limit would be repeated, and counted.
    const { client } = patientClient(server, { now, timeoutMs: 600_000 })

    await Promise.all(Array.from({ length: 200 }, () => client.transfers.list()))

    const times = server.arrived.map(({ timestamp }) => timestamp)
    expect(times).toHaveLength(201)
    expect(new Set(times).size).toBe(201)
    expect(times.every((time) => /^\d{13}$/.test(time))).toBe(true)
  })

  it('never shares its time with another client of the same key, nor with signRequest', async () => {
    await using server = await scriptedServer()
    server.answer(json({ transfers: [] }))
    const clients = [
      patientClient(server).client,
      patientClient(server).client,
      patientClient(server, { now: () => Date.now() - 1 }).client,
      new VadiumClient({ baseUrl: server.url, signer: webSigner(keys.privateKey) }),
      new WebClient({ baseUrl: server.url, ...keys }),
    ]

    const signed: string[] = []
    for (let round = 0; round < 50; round += 1) {
      const request = { method: 'GET', target: '/transfers' }
      signed.push(signRequest(request, keys.privateKey)[headerNames.timestamp])
      await Promise.all(clients.map((client) => client.transfers.list()))
    }

    const times = [...signed, ...server.arrived.map(({ timestamp }) => timestamp)]
    expect(times).toHaveLength(300)
    expect(new Set(times).size).toBe(300)
    expect(new Set(server.arrived.map(({ headers }) => headers['x-signature'])).size).toBe(250)
  })

  it("has the time of its client's clock", async () => {
    await using server = await scriptedServer()
    server.answer(json({ transfers: [] }))
    const { privateKey } = generateKeyPair()
    for (const now of [1_780_000_000_000, 1_770_000_000_000, 1_770_000_000_000]) {
      await patientClient(server, { now: () => now, privateKey }).client.transfers.list()
    }
    const times = server.arrived.map(({ timestamp }) => timestamp)
    expect(times).toEqual(['1780000000000', '1770000000000', '1770000000001'])
  })
})

describe('signRequest', () => {
  it.each([
    { method: 'GET', target: '/v1/transfers?token=BTC' },
    { method: 'POST', target: '/mark-to-market-requests:preview', body: '{"position_id":"é"}' },
    { method: 'POST', target: '/x', body: Uint8Array.of(0, 255) },
  ])('signs $method $target for another program', (request) => {
    const headers = signRequest(request, keys.privateKey, 1_790_000_000_000)
    const timestamp = headers[headerNames.timestamp]
    const signature = headers[headerNames.signature]

    expect(timestamp).toBe('1790000000000')
    expect(headers[headerNames.apiKey]).toBe(keys.publicKey)
    expect(signature).toMatch(signaturePattern)
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: keys.publicKey },
      format: 'jwk',
    })
    const body = Buffer.from(request.body ?? '')
    const input = signingInput({ ...request, body, timestamp })
    expect(verify(null, input, key, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  it.each(['transfers', 'transfers/1', 'http://host/', '/a|b', '/a#b', '/a b', '/é', ''])(
    'refuses the target %j',
    (target) => {
      const sign = () => signRequest({ method: 'GET', target }, keys.privateKey)
      expect(sign).toThrow(TypeError)
      expect(sign).toThrow('target must begin with "/" and be percent-encoded')
    },
  )
})

describe('WebCrypto, in Node too', () => {
  it('signs as node:crypto does', async () => {
    const request = { method: 'POST', target: '/x', body: 'é' }
    const signed = await signWebRequest(request, keys.privateKey, 1_790_000_000_000)
    expect(signed).toEqual(signRequest(request, keys.privateKey, 1_790_000_000_000))
  })

  it('signs with a key that cannot be exported', async () => {
    const importKey = vi.spyOn(crypto.subtle, 'importKey')
    onTestFinished(() => importKey.mockRestore())
    await webSigner(keys.privateKey).sign(Uint8Array.of(1))
    const imported = importKey.mock.settledResults.at(-1)
    expect(imported?.value).toMatchObject({ extractable: false, usages: ['sign'] })
  })

  it('generates keys that the client accepts', async () => {
    const pair = await generateWebKeyPair()
    expect(pair.publicKey).toMatch(publicKeyPattern)
    expect(() => new VadiumClient({ baseUrl: BASE_URL, ...pair })).not.toThrow()
  })
})

describe('a proof of possession', () => {
  const enrolment = {
    installationId: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
    organizationId: '1b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a12',
    accountId: '2b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a13',
  }

  it('has the public key, the time and the signature of both and the ids', () => {
    const at = 1_772_452_800_000
    const [key, time, signature = ''] = proveKey(keys.privateKey, enrolment, at).split('.')
    expect([key, time]).toEqual([keys.publicKey, String(at)])
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: keys.publicKey }
    const input = possessionInput(enrolment, keys.publicKey, String(at))
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
    expect(verify(null, input, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  it('is the same when WebCrypto makes it', async () => {
    const proof = proveKey(keys.privateKey, enrolment, 1_772_452_800_000)
    expect(proof).toMatch(possessionProofPattern)
    expect(await proveWebKey(keys.privateKey, enrolment, 1_772_452_800_000)).toBe(proof)
  })
})

describe('a key', () => {
  it('is generated in the form in which it is read', () => {
    const pair = generateKeyPair()
    expect(pair.publicKey).toMatch(publicKeyPattern)
    expect(pair.privateKey).toHaveLength(86)
    expect(pair.privateKey).not.toBe(generateKeyPair().privateKey)
    expect(() => new VadiumClient({ baseUrl: BASE_URL, ...pair })).not.toThrow()
  })

  it('returns its public key', () => {
    expect(publicKeyOf(keys.privateKey)).toBe(keys.publicKey)
    expect(publicKeyOf(seedOnly)).toBe(keys.publicKey)
    expect(() => publicKeyOf(damaged)).toThrow(TypeError)
  })

  const otherPublicKey = Buffer.from(generateKeyPair().publicKey, 'base64url')
  const seed = Buffer.from(seedOnly, 'base64url')
  const damaged = Buffer.concat([seed, otherPublicKey]).toString('base64url')

  it.each([
    ['empty', ''],
    ['too short', keys.privateKey.slice(0, 60)],
    ['too long', `${keys.privateKey}AAAA`],
    ['padded', `${seedOnly}=`],
    ['with white space', `${keys.privateKey}\n`],
    ['standard base64', Buffer.alloc(64, 0xff).toString('base64')],
    // The last character of 32 bytes has two unused bits: one of four spellings is accepted.
    ['not canonical', `${Buffer.alloc(32).toString('base64url').slice(0, -1)}B`],
    ['with halves that do not match', damaged],
  ])('is refused when it is %s, without being quoted', (_, privateKey) => {
    const error = capture(() => new VadiumClient({ baseUrl: BASE_URL, privateKey }))
    expect(error).toBeInstanceOf(TypeError)
    expect(error).toMatchObject({ message: expect.stringContaining('privateKey') as string })
    if (privateKey !== '') expect(inspect(error)).not.toContain(privateKey)
  })

  it('is refused when it has another length than the two, and the error names its length', () => {
    const privateKey = Buffer.alloc(63).toString('base64url')
    expect(() => new VadiumClient({ baseUrl: BASE_URL, privateKey })).toThrow(
      'must have 64 bytes (seed and public key) or 32 (the seed), but it has 63.',
    )
  })

  it('is refused when it is not a string', () => {
    const options = JSON.parse(`{"baseUrl":"${BASE_URL}","privateKey":7}`) as {
      baseUrl: string
      privateKey: string
    }
    expect(() => new VadiumClient(options)).toThrow(/privateKey must be/)
  })

  it('never appears in the client or in its errors', async () => {
    await using server = await scriptedServer()
    server.answer((response) => response.destroy())
    const { client } = patientClient(server)
    const error = await rejection(client.transfers.list())
    const deep = { depth: Infinity, showHidden: true }

    for (const shown of [
      inspect(client, deep),
      JSON.stringify(client),
      inspect(error, deep),
      JSON.stringify(error),
      String(error),
    ]) {
      expect(shown).not.toContain(keys.privateKey)
      expect(shown).not.toContain(seedOnly)
    }
  })
})

describe('the base URL', () => {
  it.each([
    'example.com',
    'ftp://example.com',
    'https://user:secret@example.com',
    'https://example.com/?a=b',
    'https://example.com/#a',
    'https://example.com/a|b',
    'https://example.com//a',
    '',
  ])('is refused when it is %j, without being quoted', (baseUrl) => {
    const error = capture(() => new VadiumClient({ baseUrl, privateKey: keys.privateKey }))
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).not.toContain('secret')
  })
})

function capture(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    return error
  }
  return undefined
}
