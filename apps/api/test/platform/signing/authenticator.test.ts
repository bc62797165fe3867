import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { generateKeyPair, signRequest } from '@vadium/client'
import { headerNames } from '@vadium/schema'
import type { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { Authenticator, type ReceivedRequest } from '../../../src/platform/signing/authenticator.ts'
import { CredentialRepository } from '../../../src/platform/signing/credential.repository.ts'
import { publicKeyFault } from '../../../src/platform/signing/public-key.ts'
import { repeatedSecurityHeader } from '../../../src/platform/signing/signature-headers.ts'
import { KnownSince } from '../../../src/platform/signing/known-since.ts'
import { ReplayMemory } from '../../../src/platform/signing/replay.ts'
import { Refusal } from '../../../src/platform/refusal.ts'
import { Book, type Key } from '../../harness/book.ts'
import { type RunningService, startService } from '../../harness/service.ts'

/** Counts the queries to the database. */
class CountedRepository extends CredentialRepository {
  asked = 0

  override find(publicKey: Uint8Array) {
    this.asked += 1
    return super.find(publicKey)
  }
}

const book = new Book()
const harbor = book.party('harbor')
const keys = [harbor.credential('viewer'), harbor.credential('admin'), harbor.credential('viewer')]
const [viewer, admin, third] = keys as [Key, Key, Key]

let service: RunningService
let pool: Pool
let repository: CountedRepository
let now: number
let authenticator: Authenticator
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  pool = openServicePool({ url: service.database.url, poolSize: 2 })
  now = service.clock.now()
})
afterAll(async () => {
  await pool.end()
  await service.close()
})
beforeEach(() => {
  repository = new CountedRepository(pool)
  authenticator = new Authenticator(
    repository,
    new ReplayMemory(new KnownSince({ knownFromMs: -Infinity, firstReadMs: -Infinity })),
    { now: () => now },
    2,
  )
})

const { apiKey, signature, timestamp } = headerNames
let sent = 0

/** A request as it arrives, with its headers in lower case. */
function requestOf(
  key: Key,
  changes: Record<string, string | undefined> = {},
  signedAt = now - (sent += 1),
): ReceivedRequest {
  const request = { method: 'GET', target: '/transfers' }
  const signed = { ...signRequest(request, key.privateKey, signedAt), ...changes }
  const headers = Object.fromEntries(
    Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]),
  )
  return { ...request, headers, body: new Uint8Array() }
}

async function causeOf(request: ReceivedRequest): Promise<string | undefined> {
  const answer = await authenticator.authenticate(request)
  if (!(answer instanceof Refusal)) throw new Error('it was let in')
  expect(answer.reason).toBe('UNAUTHENTICATED')
  expect(answer.details).toEqual([])
  return answer.cause
}

const setCredential = (key: Key, column: 'revoked_at' | 'expires_at', time: string | null) =>
  service.database.query(`UPDATE credentials SET ${column} = $2 WHERE public_key = $1`, [
    Buffer.from(key.publicKey, 'base64url'),
    time,
  ])

/** Another text for the same bytes. */
const otherText = (text: string) => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return text.slice(0, -1) + (alphabet[alphabet.indexOf(text.at(-1) ?? '') ^ 1] ?? '')
}

describe('the logged cause of a refusal', () => {
  const good = () => requestOf(viewer)
  const valueOf = (name: string) => String(good().headers[name.toLowerCase()])

  it.each([
    ['not signed', { [apiKey]: undefined }],
    ['not signed', { [timestamp]: undefined }],
    ['not signed', { [signature]: undefined }],
    ['not signed', { [signature]: '' }],
    ['malformed key', { [apiKey]: 'short' }],
    ['malformed signature', { [signature]: 'short' }],
    ['malformed timestamp', { [timestamp]: '123456789012' }],
  ])('is %s: %o', async (cause, changes) => {
    expect(await causeOf(requestOf(viewer, changes))).toBe(cause)
    expect(repository.asked).toBe(0)
  })

  it.each([apiKey, signature])(
    'is that of another text for the same bytes, as %s',
    async (name) => {
      const changed = requestOf(viewer, { [name]: otherText(valueOf(name)) })
      expect(await causeOf(changed)).toBe('key or signature not in canonical base64url')
    },
  )

  it('is that of a key that is not enrolled, after a query each time', async () => {
    const stranger = generateKeyPair()
    for (let i = 1; i <= 2; i += 1) {
      expect(await causeOf(requestOf(stranger))).toBe('unknown key')
      expect(repository.asked).toBe(i)
    }
  })

  it('is that of a signature by another key, after a query each time', async () => {
    for (let i = 1; i <= 3; i += 1) {
      expect(await causeOf(requestOf(viewer, { [signature]: valueOf(signature) }))).toBe(
        'bad signature',
      )
      expect(repository.asked).toBe(i)
    }
  })

  it('is that of a key that was revoked, or expires at this very time', async () => {
    await setCredential(third, 'revoked_at', '2020-01-01T00:00:00.000Z')
    expect(await causeOf(requestOf(third))).toBe('revoked key')
    await setCredential(third, 'revoked_at', null)
    await setCredential(third, 'expires_at', new Date(now).toISOString())
    expect(await causeOf(requestOf(third))).toBe('expired key')
    await setCredential(third, 'expires_at', new Date(now + 1).toISOString())
    expect(await causeOf(requestOf(third))).toBe('expired key')
    const looked = new Authenticator(
      repository,
      new ReplayMemory(new KnownSince({ knownFromMs: -Infinity, firstReadMs: -Infinity })),
      {
        now: () => now,
      },
    )
    expect(await looked.authenticate(requestOf(third))).not.toBeInstanceOf(Refusal)
    await setCredential(third, 'expires_at', null)
  })

  it('is that of a key that expired while it was cached, after a query each time', async () => {
    await setCredential(third, 'expires_at', new Date(now).toISOString())
    for (let i = 1; i <= 3; i += 1) {
      expect(await causeOf(requestOf(third))).toBe('expired key')
      expect(repository.asked).toBe(i)
    }
    await setCredential(third, 'expires_at', null)
  })

  it('is that of a signature that was accepted before', async () => {
    const request = good()
    expect(await authenticator.authenticate(request)).toMatchObject({
      principal: { role: 'viewer' },
    })
    expect(await causeOf(request)).toBe('replayed signature')
  })
})

describe('a header of a signature', () => {
  it.each([apiKey, timestamp, signature])('%s may be given once, in any case', (name) => {
    const raw = (...names: string[]) => {
      const request = new IncomingMessage(new Socket())
      request.rawHeaders = names.flatMap((one) => [one, 'x'])
      return repeatedSecurityHeader(request)
    }
    expect(raw(apiKey, timestamp, signature, 'Accept', 'Accept')).toBeUndefined()
    expect(raw('Accept', name, 'Accept', name.toLowerCase())).toBe(name)
    expect(raw(name.toUpperCase(), apiKey === name ? timestamp : apiKey, name)).toBe(name)
    expect(raw()).toBeUndefined()
  })
})

describe('the time of a signature', () => {
  it.each([-30_000, 30_000])('may differ by %i ms from that of the service', async (besideMs) => {
    const request = requestOf(viewer, {}, now + besideMs)
    expect(await authenticator.authenticate(request)).toMatchObject({
      principal: { role: 'viewer' },
    })
  })

  it.each([-30_001, 30_001])(
    'is refused with the right time when it differs by %i ms',
    async (besideMs) => {
      const answer = await authenticator.authenticate(requestOf(viewer, {}, now + besideMs))
      expect(answer).toMatchObject({
        reason: 'TIMESTAMP_OUT_OF_WINDOW',
        details: [
          {
            field: timestamp,
            issue: `must be within 30 s of the server's time, ${now}`,
            value: String(now),
          },
        ],
      })
    },
  )
})

describe('the cached credentials', () => {
  it('are the newest that were used, up to a limit', async () => {
    const seen = async (key: Key) => {
      const before = repository.asked
      expect(await authenticator.authenticate(requestOf(key))).not.toBeInstanceOf(Refusal)
      return repository.asked - before
    }
    expect([await seen(viewer), await seen(viewer), await seen(admin)]).toEqual([1, 0, 1])
    expect([await seen(viewer), await seen(admin)]).toEqual([0, 0])
    // The first of three is removed; and when it comes again, the second.
    expect([await seen(third), await seen(third), await seen(admin)]).toEqual([1, 0, 0])
    expect([await seen(viewer), await seen(third), await seen(admin)]).toEqual([1, 0, 1])
  })

  it('include no revoked key', async () => {
    await setCredential(third, 'revoked_at', '2020-01-01T00:00:00.000Z')
    await causeOf(requestOf(third))
    await causeOf(requestOf(third))
    expect(repository.asked).toBe(2)
    await setCredential(third, 'revoked_at', null)
  })
})

describe('the verified signature', () => {
  it('has the bytes of the signature and the time that it names', async () => {
    const request = requestOf(viewer, {}, now - 2500)
    const text = String(request.headers[signature.toLowerCase()])
    const answer = await authenticator.authenticate(request)
    if (answer instanceof Refusal) throw new Error('it was not let in')
    expect(answer.signature.bytes.toString('base64url')).toBe(text)
    expect(answer.signature.signedAtMs).toBe(now - 2500)
  })
})

describe('confirm', () => {
  it('returns the current owner of the key, from the database', async () => {
    const request = requestOf(third)
    const answer = await authenticator.authenticate(request)
    if (answer instanceof Refusal) throw new Error('it was not let in')
    expect(await authenticator.confirm(request)).toEqual(answer.principal)
    expect(repository.asked).toBe(2)
    await setCredential(third, 'revoked_at', '2020-01-01T00:00:00.000Z')
    expect(await authenticator.confirm(request)).toMatchObject({ cause: 'revoked key' })
    await setCredential(third, 'revoked_at', null)
    await setCredential(third, 'expires_at', new Date(now).toISOString())
    expect(await authenticator.confirm(request)).toMatchObject({ cause: 'expired key' })
    await setCredential(third, 'expires_at', null)
  })

  it('refuses a request without a signature, or with a key that is not enrolled', async () => {
    const bare = requestOf(viewer, { [apiKey]: undefined })
    expect(await authenticator.confirm(bare)).toMatchObject({ cause: 'not signed' })
    const stranger = requestOf(generateKeyPair())
    expect(await authenticator.confirm(stranger)).toMatchObject({ cause: 'unknown key' })
  })
})

describe('the reason for not enrolling a public key', () => {
  const expected = 'expected an Ed25519 public key, base64url without padding, 43 characters'
  const text = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')

  it.each([
    [expected, 'AAAA'],
    [`${expected}, in its canonical form`, otherText(generateKeyPair().publicKey)],
    ['the key is weak: its order is small', text(`01${'00'.repeat(31)}`)],
    [
      // A point of large order that is not the prime one.
      'the key is weak: its order is small',
      text('13cb9ed2c3ffa2ecda0db6d9ecca4ce6c8ab66e7ca2ff48ea24b4f98ea4f98c4'),
    ],
    ['the key is not a point of the curve in its canonical encoding', text(`02${'00'.repeat(31)}`)],
    [
      // The neutral element, as one more than the prime of the field.
      'the key is not a point of the curve in its canonical encoding',
      text(`ee${'ff'.repeat(30)}7f`),
    ],
  ])('is %s', (fault, key) => {
    expect(publicKeyFault(key)).toBe(fault)
  })
})
