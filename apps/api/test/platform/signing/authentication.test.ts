import { generateKeyPair, signRequest } from '@vadium/client'
import {
  errorAnswer,
  headerNames,
  listTransfers,
  type Operation,
  operations,
  roles,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../harness/book.ts'
import { call, type CallOptions, doneStatus, refused, type Reply } from '../../harness/call.ts'
import { openExampleBooks } from '../../harness/example-books.ts'
import { exampleCall, type ExampleCall } from '../../harness/example-requests.ts'
import type { LivingBook, Member } from '../../harness/living-book.ts'
import {
  type LivingBooks,
  livingSettings,
  openLivingBooks,
  setStatus,
} from '../../harness/living-books.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { notCanonical } from '../../harness/not-canonical.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { isTriedInFull } from '../../harness/tried-in-full.ts'

let opened: LivingBooks
let service: RunningService
let book: LivingBook
beforeAll(async () => {
  // In a long run other roles play examples too, whose time ends what was prepared.
  opened = await (isLongRun ? openLivingBooks() : openExampleBooks())
  service = opened.service
  ;[book] = opened.books
}, 60_000)
afterAll(() => opened.close())

const twinCount = isLongRun ? 20 : 5

let lastSignedAt = 0

/** Signed at the time of the service, or beside it; never twice at one time. */
function headersOf(options: CallOptions, key: Key, besideMs = 0): Record<string, string> {
  const { method = 'GET', target, body } = options
  const at =
    besideMs === 0
      ? (lastSignedAt = Math.max(service.clock.now() - 29_000, lastSignedAt + 1))
      : service.clock.now() + besideMs
  return signRequest({ method, target, body }, key.privateKey, at)
}

const reasonOf = ({ text }: Reply) => /"reason":"(\w+)"/.exec(text)?.[1]

/** The caller was known: the second answer of a write may well differ. */
function expectKnown(reply: Reply): void {
  expect(reply.status, reply.text).toBeLessThan(500)
  expect(['UNAUTHENTICATED', 'ROUTE_NOT_FOUND']).not.toContain(reasonOf(reply))
}

/** What was accepted of each operation, and the status with which a stranger would be refused. */
const accepted = new Map<Operation, Accepted>()

interface Accepted {
  readonly options: CallOptions
  readonly status: number
}

/** To play what an example needs is slow, so all tests of a signature share what was accepted. */
async function acceptedOnce(operation: Operation, example?: ExampleCall): Promise<Accepted> {
  const known = accepted.get(operation)
  if (known !== undefined) return known
  const { key, ...unsigned } = example ?? (await exampleCall(operation, book))
  const options = { ...unsigned, headers: headersOf(unsigned, key) }
  const reply = await call(service, options)
  expect(reply.status, reply.text).toBe(doneStatus(operation))
  const { status } = errorAnswer('UNAUTHENTICATED', operation.errors)
  const answered = { options, status }
  accepted.set(operation, answered)
  return answered
}

describe.each(operations)('$id', (operation) => {
  /** The status with which it refuses an unknown caller. */
  const { status } = errorAnswer('UNAUTHENTICATED', operation.errors)
  let signed: ExampleCall
  let options: CallOptions
  const keyOf = (member: Member, kind: 'keys' | 'revokedKeys' | 'expiredKeys' = 'keys') =>
    member[kind][signed.role]

  beforeAll(async () => {
    signed = await exampleCall(operation, book)
    const { key: _key, ...unsigned } = signed
    options = unsigned
  })

  it.runIf(isTriedInFull(operation))(
    'refuses a caller without a valid signature, and gives no reason',
    async () => {
      const { caller, key } = signed
      const good = headersOf(options, key)
      const { apiKey, signature, timestamp } = headerNames
      const at = Number(good[timestamp])
      const other = caller.keys[signed.role === 'viewer' ? 'admin' : 'viewer']
      const texts = new Set<string>()
      const attempts: [string, Record<string, string>][] = [
        ['no headers', {}],
        ['no signature', { [apiKey]: good[apiKey] ?? '', [timestamp]: good[timestamp] ?? '' }],
        ['unknown key', headersOf(options, generateKeyPair())],
        ['revoked key', headersOf(options, keyOf(caller, 'revokedKeys'))],
        ['expired key', headersOf(options, keyOf(caller, 'expiredKeys'))],
        ["another's signature", { ...good, [apiKey]: other.publicKey }],
        ['another target', headersOf({ ...options, target: '/other' }, key)],
        ['another method', headersOf({ ...options, method: 'PUT' }, key)],
        ['another body', headersOf({ ...options, method: 'POST', body: '{"a":1}' }, key)],
        ['another time', { ...good, [timestamp]: String(at + 1) }],
        ['12 digits', { ...good, [timestamp]: String(at).slice(1) }],
        ['a plus', { ...good, [timestamp]: `+${String(at).slice(1)}` }],
        ['a fraction', { ...good, [timestamp]: `${at}.0` }],
        ['padding', { ...good, [signature]: `${good[signature]}==` }],
        ['base64', { ...good, [signature]: (good[signature] ?? '').replaceAll(/./g, '+') }],
        ['not canonical', { ...good, [signature]: notCanonical(good[signature] ?? '') }],
        ['a short key', { ...good, [apiKey]: key.publicKey.slice(1) }],
      ]
      for (const [name, headers] of attempts) {
        const reply = await refused(service, status, { ...options, headers })
        expect(reply.reason, name).toBe('UNAUTHENTICATED')
        texts.add(JSON.stringify({ ...reply.body.error, request_id: '' }))
      }
      expect(texts.size).toBe(1)
    },
  )

  it('is allowed for its roles and no other', async () => {
    const { member } = signed
    await acceptedOnce(operation, signed)
    const excluded = roles.filter((role) => !operation.roles.includes(role))
    for (const role of isTriedInFull(operation) ? roles : excluded) {
      if (role === signed.role) continue
      const allowed = operation.roles.includes(role)
      const keys = role === 'operator' ? book.platform.keys : member.keys
      // A read leaves its resource as it was, for the next role of the same organization.
      const isShared = operation.safe && ![role, signed.role].includes('operator')
      const isPlayed = allowed && !isShared && isLongRun
      const asked = isPlayed
        ? await exampleCall(operation, book, role)
        : { ...options, key: keys[role] }
      const reply = await call(service, asked)
      if (!allowed) {
        expect(reply.status, `${role}: ${reply.text}`).toBe(403)
        expect(reasonOf(reply)).toBe('ROLE_NOT_PERMITTED')
      } else if (isPlayed || isShared) expect(reply.status, `${role}: ${reply.text}`).toBe(200)
      // What this role asks for may have been done already, or be another organization's.
      else {
        expectKnown(reply)
        expect(reasonOf(reply), role).not.toBe('ROLE_NOT_PERMITTED')
      }
    }
  })

  it('accepts a signature once', async () => {
    const { options: sent } = await acceptedOnce(operation, signed)
    const again = await refused(service, status, sent)
    expect(again.reason).toBe('UNAUTHENTICATED')
  })

  it.runIf(isTriedInFull(operation))(
    'accepts one of many identical requests sent at once',
    async () => {
      const headers = headersOf(options, signed.key)
      const twins = await Promise.all(
        Array.from({ length: twinCount }, () => call(service, { ...options, headers })),
      )
      const strangers = twins.filter((reply) => reasonOf(reply) === 'UNAUTHENTICATED')
      expect(strangers).toHaveLength(twinCount - 1)
      for (const reply of strangers) expect(reply.status).toBe(status)
      for (const reply of twins) expect(reply.status).toBeLessThan(500)
    },
  )

  it.runIf(isTriedInFull(operation))(
    "accepts 30 s either way, and shows the server's time to a caller who signed well at another time",
    async () => {
      for (const offset of [-30_000, 30_000]) {
        expectKnown(
          await call(service, { ...options, headers: headersOf(options, signed.key, offset) }),
        )
      }
      for (const offset of [-30_001, 30_001]) {
        const headers = headersOf(options, signed.key, offset)
        const reply = await refused(service, status, { ...options, headers })
        expect(reply.reason).toBe('TIMESTAMP_OUT_OF_WINDOW')
        expect(reply.body.error.details?.[0]?.value).toBe(String(service.clock.now()))
      }
      const headers = headersOf(options, generateKeyPair(), 60_000)
      const stranger = await refused(service, status, { ...options, headers })
      expect(stranger.reason).toBe('UNAUTHENTICATED')
    },
  )

  it.runIf(isTriedInFull(operation))('refuses a security header that is given twice', async () => {
    const good = headersOf(options, signed.key)
    for (const name of [headerNames.apiKey, headerNames.timestamp, headerNames.signature]) {
      const headers = { ...good, [name.toLowerCase()]: good[name] ?? '' }
      const reply = await refused(service, 400, { ...options, headers })
      expect(reply.reason).toBe('REQUEST_MALFORMED')
    }
  })

  it.runIf(isTriedInFull(operation))('refuses a suspended organization', async () => {
    await setStatus(service, signed.caller, 'suspended')
    const reply = await refused(service, 403, { ...options, key: signed.key })
    await setStatus(service, signed.caller, 'active')
    expect(reply.body.error).toMatchObject({
      code: 'PERMISSION_DENIED',
      reason: 'ORGANIZATION_SUSPENDED',
    })
  })

  it.runIf(isTriedInFull(operation))('ignores a method override', async () => {
    const headers = { 'X-HTTP-Method-Override': 'DELETE' }
    expectKnown(await call(service, { ...options, key: signed.key, headers }))
  })

  it.runIf(isTriedInFull(operation))(
    'applies a change of the credential to the very next request',
    async () => {
      const { key, caller, role } = signed
      const asked = { ...options, key }
      expectKnown(await call(service, asked))
      await change("revoked_at = '2026-03-02T12:00:00Z'", key)
      expect((await refused(service, status, asked)).reason).toBe('UNAUTHENTICATED')
      await change('revoked_at = NULL', key)
      expectKnown(await call(service, asked))

      // A credential of a firm cannot become an operator's: the database refuses a second platform.
      const excluded = roles.find((name) => name !== 'operator' && !operation.roles.includes(name))
      if (excluded !== undefined) {
        await change(`role = '${excluded}'`, key)
        expect((await refused(service, 403, asked)).reason).toBe('ROLE_NOT_PERMITTED')
        await change(`role = '${role}'`, key)
        expectKnown(await call(service, asked))
      }

      await setStatus(service, caller, 'suspended')
      expect((await refused(service, 403, asked)).reason).toBe('ORGANIZATION_SUSPENDED')
      await setStatus(service, caller, 'active')
      expectKnown(await call(service, asked))
    },
  )
})

it('accepts a signature of a write once, even after a restart', async () => {
  const sent: Accepted[] = []
  for (const operation of operations.filter(({ safe }) => !safe)) {
    sent.push(await acceptedOnce(operation))
  }
  const restarted = await startService({ database: service.database, settings: livingSettings })
  try {
    restarted.clock.set(new Date(service.clock.now()).toISOString())
    for (const { options, status } of sent) {
      const again = await refused(restarted, status, options)
      expect(again.reason, options.target).toBe('UNAUTHENTICATED')
    }
  } finally {
    await restarted.close()
  }
})

const change = (text: string, key: Key) =>
  service.database.query(`UPDATE credentials SET ${text} WHERE public_key = $1`, [
    Buffer.from(key.publicKey, 'base64url'),
  ])

it('answers unknown callers by the code of the operation: 401 on the list, 403 on the preview', async () => {
  const codes = new Map<string, string>()
  for (const { id, method, path, errors } of operations) {
    const { status } = errorAnswer('UNAUTHENTICATED', errors)
    const target = path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
    const reply = await refused(service, status, { method, target })
    if (status !== 401) codes.set(id, `${status} ${reply.body.error.code}`)
  }
  expect([...codes]).toEqual([['previewMarkToMarketRequest', '403 PERMISSION_DENIED']])
})

it('checks a credential in the database even when the request is refused for another reason', async () => {
  const key = book.lender.keys.execution
  const bad = { target: `${listTransfers.path}?unknown=1`, key }
  await refused(service, 400, bad)
  await change("revoked_at = '2026-03-02T12:00:00Z'", key)
  await refused(service, 401, bad)
  await change('revoked_at = NULL', key)
})

describe('the log', () => {
  it('has the cause of a refusal, and no key, signature or query', async () => {
    const revoked = book.lender.revokedKeys.admin
    const secret = { target: '/transfers?token=SECRETTOKEN' }
    const headers = headersOf(secret, revoked)
    await refused(service, 401, { ...secret, headers })
    // The line is written when the answer has been sent.
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
