import { generateKeyPairSync, sign } from 'node:crypto'
import { generateKeyPair, signRequest } from '@vadium/client'
import { headerNames, listTransfers, operations, previewMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { publicKeyFault } from '../src/modules/credentials/public-key.ts'
import { Book, type Key } from './harness/book.ts'
import { call, type CallOptions, refused } from './harness/call.ts'
import { type RunningService, startService } from './harness/service.ts'

const now = Date.parse('2026-03-02T12:00:00.000Z')

const book = new Book()
const harbor = book.party('harbor')
const quay = book.party('quay')
const admin = harbor.credential('admin')
const viewer = harbor.credential('viewer')
const execution = harbor.credential('execution')
const reporting = harbor.credential('reporting')
const operator = harbor.credential('operator')
const revoked = harbor.credential('admin', { revoked_at: '2026-03-02T10:00:00.000Z' })
const expired = harbor.credential('admin', { expires_at: '2026-03-02T12:00:00.000Z' })
const suspended = book.party('gone', 'copper', 'suspended').credential('admin')
const deal = book.deal(harbor, quay)
book.price('BTC', '60000', '2026-03-02T12:00:00.000Z')
book.price('ETH', '2500', '2026-03-02T12:00:00.000Z')

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

const listing: CallOptions = { method: 'GET', target: listTransfers.path }
const preview: CallOptions = {
  method: 'POST',
  target: previewMarkToMarketRequest.path,
  body: JSON.stringify({ position_id: deal.positionId }),
}
/** Each operation, with the status by which it says that it does not know the caller. */
const each: [string, CallOptions, number][] = [
  ['listing', listing, 401],
  ['preview', preview, 403],
]

const headersOf = (options: CallOptions, key: Key, at: number = now): Record<string, string> =>
  signRequest(
    { method: options.method ?? 'GET', target: options.target, body: options.body },
    key.privateKey,
    at,
  )

describe.each(each)('%s', (_name, options, status) => {
  it('does not know a caller without a valid signature, and does not say why', async () => {
    const good = headersOf(options, admin)
    const { apiKey, signature, timestamp } = headerNames
    const stranger = generateKeyPair()
    const texts = new Set<string>()
    const attempts: [string, Record<string, string>][] = [
      ['no headers', {}],
      ['no signature', { [apiKey]: good[apiKey] ?? '', [timestamp]: good[timestamp] ?? '' }],
      ['unknown key', headersOf(options, stranger)],
      ['revoked key', headersOf(options, revoked)],
      ['expired key', headersOf(options, expired)],
      ["another's signature", { ...good, [apiKey]: viewer.publicKey }],
      ['another target', headersOf({ ...options, target: '/other' }, admin)],
      ['another method', headersOf({ ...options, method: 'PUT' }, admin)],
      ['another time', { ...good, [timestamp]: String(now + 1) }],
      ['12 digits', { ...good, [timestamp]: '177245280000' }],
      ['a plus', { ...good, [timestamp]: `+${String(now).slice(1)}` }],
      ['a fraction', { ...good, [timestamp]: `${now}.0` }],
      ['padding', { ...good, [signature]: `${good[signature]}==` }],
      ['base64', { ...good, [signature]: (good[signature] ?? '').replaceAll(/./g, '+') }],
      ['not canonical', { ...good, [signature]: notCanonical(good[signature] ?? '') }],
      ['a short key', { ...good, [apiKey]: admin.publicKey.slice(1) }],
    ]
    for (const [name, headers] of attempts) {
      const reply = await refused(service, status, { ...options, headers })
      expect(reply.reason, name).toBe('UNAUTHENTICATED')
      texts.add(JSON.stringify({ ...reply.body.error, request_id: '' }))
    }
    expect(texts.size).toBe(1)
  })

  it('accepts a signature once', async () => {
    const headers = headersOf(options, admin, now + 17)
    expect((await call(service, { ...options, headers })).status).toBe(200)
    const again = await refused(service, status, { ...options, headers })
    expect(again.reason).toBe('UNAUTHENTICATED')
  })

  it('accepts one of many twins sent at once', async () => {
    const headers = headersOf(options, admin, now + 18)
    const twins = await Promise.all(
      Array.from({ length: 20 }, () => call(service, { ...options, headers })),
    )
    expect(twins.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(twins.filter((reply) => reply.status === status)).toHaveLength(19)
  })

  it('accepts 30 s either way, and tells who signed well at another time the time of the server', async () => {
    for (const offset of [-30_000, 30_000]) {
      const headers = headersOf(options, admin, now + offset)
      expect((await call(service, { ...options, headers })).status).toBe(200)
    }
    for (const offset of [-30_001, 30_001]) {
      const headers = headersOf(options, admin, now + offset)
      const reply = await refused(service, status, { ...options, headers })
      expect(reply.reason).toBe('TIMESTAMP_OUT_OF_WINDOW')
      expect(reply.body.error.details?.[0]?.value).toBe(String(now))
    }
    const stranger = headersOf(options, generateKeyPair(), now + 60_000)
    const reply = await refused(service, status, { ...options, headers: stranger })
    expect(reply.reason).toBe('UNAUTHENTICATED')
  })

  it('refuses a security header that is given twice', async () => {
    const good = headersOf(options, admin, now + 19)
    for (const name of [headerNames.apiKey, headerNames.timestamp, headerNames.signature]) {
      const reply = await refused(service, 400, {
        ...options,
        headers: { ...good, [name.toLowerCase()]: good[name] ?? '' },
      })
      expect(reply.reason).toBe('REQUEST_MALFORMED')
    }
  })

  it('refuses a suspended organization', async () => {
    const reply = await refused(service, 403, { ...options, key: suspended })
    expect(reply.body.error).toMatchObject({
      code: 'PERMISSION_DENIED',
      reason: 'ORGANIZATION_SUSPENDED',
    })
  })

  it('ignores a method override', async () => {
    const headers = { 'X-HTTP-Method-Override': 'DELETE' }
    expect((await call(service, { ...options, key: admin, headers })).status).toBe(200)
  })
})

it('answers unknown callers by the code of the operation: 401 on the list, 403 on the preview', async () => {
  expect((await refused(service, 401, listing)).body.error.code).toBe('UNAUTHENTICATED')
  expect((await refused(service, 403, preview)).body.error.code).toBe('PERMISSION_DENIED')
})

describe('roles', () => {
  const keys = { viewer, execution, reporting, admin, operator }
  const requests: Record<string, CallOptions> = {
    [listTransfers.id]: listing,
    [previewMarkToMarketRequest.id]: preview,
  }
  it.each(operations)('$id is for its roles and no other', async (operation) => {
    for (const [role, key] of Object.entries(keys)) {
      const options = requests[operation.id]
      if (options === undefined) throw new Error(`no request is known for ${operation.id}`)
      const reply = await call(service, { ...options, key })
      const allowed = operation.roles.some((name) => name === role)
      expect(reply.status, role).toBe(allowed ? 200 : 403)
      if (!allowed) expect(reply.text).toContain('ROLE_NOT_PERMITTED')
    }
  })
})

describe('a credential that changes', () => {
  const change = (text: string, key: Key) =>
    service.database.query(`UPDATE credentials SET ${text} WHERE public_key = $1`, [
      Buffer.from(key.publicKey, 'base64url'),
    ])

  it.each(each)('acts on the very next request: %s', async (_name, options, status) => {
    expect((await call(service, { ...options, key: execution })).status).toBe(200)
    await change("revoked_at = '2026-03-02T12:00:00Z'", execution)
    await refused(service, status, { ...options, key: execution })
    await change('revoked_at = NULL', execution)
    expect((await call(service, { ...options, key: execution })).status).toBe(200)

    await change("role = 'operator'", execution)
    const reply = await refused(service, 403, { ...options, key: execution })
    expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
    await change("role = 'execution'", execution)
    expect((await call(service, { ...options, key: execution })).status).toBe(200)

    const setStatus = (value: string) =>
      service.database.query('UPDATE organizations SET status = $1 WHERE id = $2', [
        value,
        harbor.id,
      ])
    await setStatus('suspended')
    const refusal = await refused(service, 403, { ...options, key: execution })
    expect(refusal.reason).toBe('ORGANIZATION_SUSPENDED')
    await setStatus('active')
    expect((await call(service, { ...options, key: execution })).status).toBe(200)
  })

  it('is held against the database also where the request is refused for another reason', async () => {
    const bad = { ...listing, target: '/transfers?unknown=1' }
    await refused(service, 400, { ...bad, key: execution })
    await change("revoked_at = '2026-03-02T12:00:00Z'", execution)
    await refused(service, 401, { ...bad, key: execution })
    await change('revoked_at = NULL', execution)
  })
})

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

  it('are told from a good one', () => {
    const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })
    expect(publicKeyFault(x)).toBeUndefined()
    expect(publicKeyFault(`${x}=`)).toBeDefined()
    expect(publicKeyFault(notCanonical(x))).toBeDefined()
  })
})

describe('the log', () => {
  it('holds the cause of a refusal, and no key, signature or query', async () => {
    const secret = { ...listing, target: '/transfers?token=SECRETTOKEN' }
    const headers = headersOf(secret, revoked)
    await refused(service, 401, { ...secret, headers })
    // The line is written when the answer has left.
    await expect
      .poll(() => service.log.filter((line) => line.includes('revoked key')))
      .not.toEqual([])
    const lines = service.log.join('')
    expect(lines.includes('SECRETTOKEN')).toBe(false)
    expect(lines.includes(headers[headerNames.signature] ?? '')).toBe(false)
    expect(lines.includes(revoked.publicKey)).toBe(false)
    for (const line of service.log) expect(line.split('\n')).toHaveLength(2)
  })
})

/** Another text for the same bytes: the unused low bits of the last character changed. */
function notCanonical(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(text.at(-1) ?? '')
  const other = text.slice(0, -1) + (alphabet[last ^ 1] ?? '')
  expect(Buffer.from(other, 'base64url')).toEqual(Buffer.from(text, 'base64url'))
  return other
}

it('verifies what any Ed25519 signs over the documented bytes', async () => {
  const text = `GET|/transfers|token=BTC|${now + 23}`
  const seed = Buffer.from(admin.privateKey, 'base64url').subarray(0, 32)
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const signature = sign(null, Buffer.from(text), {
    key: pkcs8,
    format: 'der',
    type: 'pkcs8',
  }).toString('base64url')
  const reply = await call(service, {
    target: '/transfers?token=BTC',
    headers: {
      'X-API-Key': admin.publicKey,
      'X-Timestamp-Ms': String(now + 23),
      'X-Signature': signature,
    },
  })
  expect(reply.status).toBe(200)
})
