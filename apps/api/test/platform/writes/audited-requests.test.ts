import { signRequest } from '@vadium/client'
import {
  createOrder,
  listTransfers,
  type Operation,
  previewMarkToMarketRequest,
  roles,
} from '@vadium/schema'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../harness/book.ts'
import { call, type CallOptions, doneStatus, type Reply } from '../../harness/call.ts'
import { openExampleBooks } from '../../harness/example-books.ts'
import { exampleCall, type ExampleCall } from '../../harness/example-requests.ts'
import type { LivingBook } from '../../harness/living-book.ts'
import { type LivingBooks, livingSettings, setStatus } from '../../harness/living-books.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { operationsOfEachKind } from '../../harness/tried-in-full.ts'

let opened: LivingBooks
let service: RunningService
let book: LivingBook
beforeAll(async () => {
  opened = await openExampleBooks()
  service = opened.service
  ;[book] = opened.books
}, 60_000)
afterAll(() => opened.close())

const requestIdOf = ({ headers }: Reply) => String(headers['x-request-id'])

/** The entries of one request, in the trails of all organizations. */
async function linesOf(reply: Reply, at = service) {
  await at.services.audit.flush()
  const { rows } = await service.database.query(
    `SELECT kind, organization_id, credential_id, event, outcome, subject_id FROM audit_entries
     WHERE request_id = $1 AND kind = 'request'`,
    [requestIdOf(reply)],
  )
  return rows
}

async function credentialOf(key: Key) {
  const { rows } = await service.database.query(
    'SELECT id, organization_id FROM credentials WHERE public_key = $1',
    [Buffer.from(key.publicKey, 'base64url')],
  )
  return { credential_id: rows[0]?.['id'], organization_id: rows[0]?.['organization_id'] }
}

/** Exactly one entry, with the caller, the operation and the outcome. */
async function expectLine(operation: Operation, key: Key, reply: Reply, outcome: string) {
  expect(await linesOf(reply)).toEqual([
    {
      kind: 'request',
      ...(await credentialOf(key)),
      event: operation.id,
      outcome,
      subject_id: expect.toSatisfy((id) => id === null || typeof id === 'string') as unknown,
    },
  ])
}

/** A read, a write, and the one that answers strangers by another code. */
const asksStrangers = new Set<Operation | undefined>([
  operationsOfEachKind.find(({ safe }) => safe),
  operationsOfEachKind.find(({ safe }) => !safe),
  previewMarkToMarketRequest,
])

describe.each(operationsOfEachKind)('the audit trail of $id', (operation) => {
  let validCall: ExampleCall
  beforeAll(async () => {
    validCall = await exampleCall(operation, book)
  })
  const unsigned = (): CallOptions => {
    const { key: _key, ...options } = validCall
    return options
  }

  it('has one entry with the operation and its resource, also for the reuse of a key', async () => {
    const headers = { 'Idempotency-Key': `again-${operation.id}` }
    const [id] = [...validCall.target.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g)]
    for (let time = 0; time < (operation.safe ? 1 : 2); time += 1) {
      const reply = await call(service, operation.safe ? validCall : { ...validCall, headers })
      expect(reply.status, reply.text).toBe(doneStatus(operation))
      await expectLine(operation, validCall.key, reply, 'ok')
      const [line] = await linesOf(reply)
      expect(line?.['subject_id']).toBe(operation.params ? id?.[0] : null)
    }
  })

  const excluded = roles.find((role) => !operation.roles.includes(role))

  it.runIf(excluded)('has one entry for a role without permission', async () => {
    const key = book.lender.keys[excluded ?? 'viewer']
    const reply = await call(service, { ...validCall, key })
    await expectLine(operation, key, reply, 'ROLE_NOT_PERMITTED')
  })

  it('has one entry for a suspended organization', async () => {
    await setStatus(service, validCall.caller, 'suspended')
    const reply = await call(service, validCall)
    await setStatus(service, validCall.caller, 'active')
    await expectLine(operation, validCall.key, reply, 'ORGANIZATION_SUSPENDED')
  })

  it.runIf(operation.body)('has one entry for a malformed request', async () => {
    const reply = await call(service, { ...validCall, body: '{' })
    await expectLine(operation, validCall.key, reply, 'BODY_MALFORMED')
  })

  it.runIf(isLongRun || asksStrangers.has(operation))('has no entry for a stranger', async () => {
    const headers = signRequest(
      { method: operation.method, target: validCall.target, body: validCall.body },
      validCall.key.privateKey,
      service.clock.now() - 5000,
    )
    const known = await call(service, { ...unsigned(), headers })
    expect(await linesOf(known)).toHaveLength(1)
    const strangers: CallOptions[] = [
      unsigned(),
      { ...unsigned(), headers },
      { ...unsigned(), key: validCall.caller.revokedKeys[validCall.role] },
      { ...unsigned(), key: validCall.caller.expiredKeys[validCall.role] },
      { ...validCall, signedAt: service.clock.now() - 31_000 },
      { ...unsigned(), headers: { ...headers, 'X-Signature': 'A'.repeat(86) } },
    ]
    for (const stranger of strangers) {
      const reply = await call(service, stranger)
      expect(reply.text).toMatch(/UNAUTHENTICATED|TIMESTAMP_OUT_OF_WINDOW/)
      expect(await linesOf(reply)).toEqual([])
    }
  })
})

describe('the audit trail', () => {
  const listing = (key: Key): CallOptions => ({ target: listTransfers.path, key })

  it('has no entry for a signature that another process has accepted before', async () => {
    const { key, ...options } = await exampleCall(createOrder, book)
    const headers = signRequest(
      { method: 'POST', target: options.target, body: options.body },
      key.privateKey,
      service.clock.now() - 4000,
    )
    expect((await call(service, { ...options, headers })).status).toBe(200)
    const other = await startService({ database: service.database, settings: livingSettings })
    try {
      const reply = await call(other, { ...options, headers })
      expect(reply.text).toContain('UNAUTHENTICATED')
      expect(await linesOf(reply, other)).toEqual([])
    } finally {
      await other.close()
    }
  })

  it('has no entry for a credential that has ended since it was cached', async () => {
    const key = book.lender.keys.reporting
    expect((await call(service, listing(key))).status).toBe(200)
    const end = (text: string) =>
      service.database.query(`UPDATE credentials SET revoked_at = ${text} WHERE public_key = $1`, [
        Buffer.from(key.publicKey, 'base64url'),
      ])
    await end('now()')
    const reply = await call(service, listing(key))
    expect(reply.status).toBe(401)
    expect(await linesOf(reply)).toEqual([])
    await end('NULL')
  })

  it('has no entry for a request of no operation', async () => {
    const reply = await call(service, { target: '/nowhere', key: book.lender.keys.admin })
    expect(reply.status).toBe(404)
    expect(await linesOf(reply)).toEqual([])
  })

  it('has one entry for a request beyond its budget', async () => {
    const other = await startService({
      database: service.database,
      settings: { ...livingSettings, RATE_LIMIT_CREDENTIAL: '1' },
    })
    try {
      const key = book.lender.keys.viewer
      expect((await call(other, listing(key))).status).toBe(200)
      const reply = await call(other, listing(key))
      expect(reply.status).toBe(429)
      await other.services.audit.flush()
      await expectLine(listTransfers, key, reply, 'RATE_LIMITED')
    } finally {
      await other.close()
    }
  })

  it('has one entry for a request that failed with an internal error', async () => {
    await service.database.query('ALTER TABLE transfers RENAME TO renamed')
    try {
      const reply = await call(service, listing(book.lender.keys.admin))
      expect(reply.status).toBe(500)
      await expectLine(listTransfers, book.lender.keys.admin, reply, 'INTERNAL')
    } finally {
      await service.database.query('ALTER TABLE renamed RENAME TO transfers')
    }
  })

  it('has one entry for a request that the database failed', async () => {
    const holder = new pg.Client({ connectionString: service.database.url })
    await holder.connect()
    try {
      await holder.query('BEGIN; LOCK transfers IN ACCESS EXCLUSIVE MODE')
      const reply = await call(service, listing(book.lender.keys.admin))
      expect(reply.status).toBe(429)
      await expectLine(listTransfers, book.lender.keys.admin, reply, 'OVERLOADED')
    } finally {
      await holder.end()
    }
  })

  it.each([
    'UPDATE audit_entries SET outcome = outcome',
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
  ])(
    'can only be appended to, by the service and by the owner of the table: %s',
    async (statement) => {
      await expect(service.database.query(statement)).rejects.toThrow('only ever appended to')
      const client = new pg.Client({ connectionString: service.database.url })
      await client.connect()
      try {
        await client.query('SET ROLE vadium_service')
        await expect(client.query(statement)).rejects.toThrow('permission denied')
      } finally {
        await client.end()
      }
    },
  )
})
