import { generateKeyPair } from '@vadium/client'
import {
  createAccount,
  createCredential,
  headerNames,
  listAccounts,
  listAssets,
  listAuditEntries,
  listCredentials,
  revokeCredential,
  type Role,
  rotateCredential,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book, type Key, type Party } from './harness/book.ts'
import { call, callOf, refused, succeed } from './harness/call.ts'
import { type RunningService, startService } from './harness/service.ts'

const book = new Book()
const platform = book.party('platform')
const harbor = book.party('harbor')
const quay = book.party('quay')
const operator = platform.credential('operator')
const platformAdmin = platform.credential('admin')
const admin = harbor.credential('admin')
const execution = harbor.credential('execution')
const quayAdmin = quay.credential('admin')
const nobodys = '00000000-0000-4000-8000-000000000000'

// Whether a credential has expired is also asked of the database, by its own clock: the tests run ahead of it.
const now = '2099-01-01T12:00:00.000Z'
const later = (seconds: number) => new Date(Date.parse(now) + seconds * 1000).toISOString()

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  service.clock.set(now)
})
afterAll(() => service.close())

const accountOf = (party: Party) =>
  book.scenario.accounts.find(({ organization_id }) => organization_id === party.id)?.id ?? ''
const params = (credential_id: string) => ({ credential_id })
const create = (changes: object = {}, key: Key = admin) =>
  succeed(service, createCredential, {
    key,
    body: { account_id: accountOf(harbor), role: 'viewer', ...changes },
  })
/** A new credential, with its key to sign with. */
async function issued(role: Role, party: Party = harbor, changes: object = {}) {
  const key = generateKeyPair()
  const { credential } = await create(
    { account_id: accountOf(party), role, public_key: key.publicKey, ...changes },
    operator,
  )
  return { key, id: credential.id, credential }
}
const statusFor = async (key: Key) => (await call(service, callOf(listAssets, { key }))).status
const bare = (text: string) => text.replace(/"request_id":"[^"]*"/, '')

describe('200, create', () => {
  it('enrols a key that the caller made, which is good at once', async () => {
    const key = generateKeyPair()
    const answer = await create({ public_key: key.publicKey })
    expect(answer).toEqual({
      credential: {
        id: answer.credential.id,
        organization_id: harbor.id,
        account_id: accountOf(harbor),
        role: 'viewer',
        public_key: key.publicKey,
        create_time: now,
        expire_time: null,
        revoke_time: null,
      },
    })
    expect(await statusFor(key)).toBe(200)
  })

  it('makes a key where none is given, and shows the private one once', async () => {
    const options = callOf(createCredential, {
      key: admin,
      headers: { [headerNames.idempotencyKey]: 'made-by-the-service' },
      body: { account_id: accountOf(harbor), role: 'execution' },
    })
    const first = await call(service, options)
    expect(first.status).toBe(200)
    const { credential, private_key: privateKey } = first.body as {
      credential: { public_key: string }
      private_key: string
    }
    const bytes = Buffer.from(privateKey, 'base64url')
    expect(bytes).toHaveLength(64)
    expect(bytes.subarray(32).toString('base64url')).toBe(credential.public_key)
    expect(await statusFor({ publicKey: credential.public_key, privateKey })).toBe(200)

    const again = await call(service, options)
    expect(again.headers[headerNames.idempotencyReplayed.toLowerCase()]).toBe('true')
    expect(again.body).toEqual({ credential })

    const seed = bytes.subarray(0, 32)
    const traces = [privateKey, seed.toString('base64url'), seed.toString('hex')]
    const { rows } = await service.database.query(
      `SELECT string_agg(k::text, '') || (SELECT string_agg(c::text, '') FROM credentials c)
         || (SELECT string_agg(a::text, '') FROM audit_entries a) AS everything
       FROM idempotency_keys k`,
    )
    const kept = String(rows[0]?.['everything']) + service.log.join('')
    expect(kept).toContain((first.body as { credential: { id: string } }).credential.id)
    for (const trace of traces) expect(kept.includes(trace)).toBe(false)
  })

  it('ends when it was said to', async () => {
    const { key, credential } = await issued('viewer', harbor, { expire_time: later(60) })
    expect(credential.expire_time).toBe(later(60))
    expect(await statusFor(key)).toBe(200)
    service.clock.set(later(59.999))
    expect(await statusFor(key)).toBe(200)
    service.clock.set(later(60))
    expect(await statusFor(key)).toBe(401)
  })

  it('makes credentials for accounts that were created since the start', async () => {
    const account = await succeed(service, createAccount, {
      key: operator,
      body: { organization_id: harbor.id, name: 'New desk', kind: 'program' },
    })
    expect((await create({ account_id: account.id })).credential.account_id).toBe(account.id)
  })

  it('is given by the operator for any organization, and as operator within its own', async () => {
    expect(await statusFor((await issued('admin', quay)).key)).toBe(200)
    const colleague = await issued('operator', platform)
    const made = await create({ account_id: accountOf(quay) }, colleague.key)
    expect(made.credential.organization_id).toBe(quay.id)
  })
})

describe('200, list', () => {
  it('shows those of the own organization, newest first; to the operator, all', async () => {
    const { id } = await issued('viewer')
    await succeed(service, revokeCredential, { key: admin, params: params(id) })
    const own = await succeed(service, listCredentials, { key: admin })
    expect(own.credentials.every(({ organization_id }) => organization_id === harbor.id)).toBe(true)
    expect(own.credentials.find((credential) => credential.id === id)?.revoke_time).not.toBeNull()
    const times = own.credentials.map(({ create_time }) => create_time)
    expect(times).toEqual([...times].sort().reverse())

    const all = await succeed(service, listCredentials, { key: operator })
    expect(new Set(all.credentials.map(({ organization_id }) => organization_id)).size).toBe(3)
    const filtered = await succeed(service, listCredentials, {
      key: operator,
      query: { organization_id: harbor.id },
    })
    expect(filtered).toEqual(own)
  })

  it('finds nothing of another organization', async () => {
    const list = await succeed(service, listCredentials, {
      key: admin,
      query: { organization_id: quay.id },
    })
    expect(list).toEqual({ credentials: [] })
  })
})

describe('200, rotate', () => {
  it('makes a new credential of the same kind, and ends the old one at once', async () => {
    const old = await issued('execution')
    const answer = await succeed(service, rotateCredential, {
      key: admin,
      params: params(old.id.toUpperCase()),
      body: {},
    })
    expect(answer.credential).toMatchObject({
      account_id: accountOf(harbor),
      organization_id: harbor.id,
      role: 'execution',
      expire_time: null,
    })
    expect(answer.credential.id).not.toBe(old.id)
    expect(await statusFor(old.key)).toBe(401)
    const key = { publicKey: answer.credential.public_key, privateKey: answer.private_key ?? '' }
    expect(await statusFor(key)).toBe(200)
  })

  it('leaves the old one good for as long as is asked', async () => {
    const old = await issued('viewer')
    const key = generateKeyPair()
    const start = service.clock.now()
    await succeed(service, rotateCredential, {
      key: admin,
      params: params(old.id),
      body: { public_key: key.publicKey, overlap_seconds: 3600 },
    })
    expect([await statusFor(old.key), await statusFor(key)]).toEqual([200, 200])
    service.clock.set(new Date(start + 3_599_999).toISOString())
    expect(await statusFor(old.key)).toBe(200)
    service.clock.set(new Date(start + 3_600_000).toISOString())
    expect([await statusFor(old.key), await statusFor(key)]).toEqual([401, 200])
  })

  it('never leaves it good for longer than it would have been', async () => {
    const expireTime = new Date(service.clock.now() + 60_000).toISOString()
    const old = await issued('viewer', harbor, { expire_time: expireTime })
    await succeed(service, rotateCredential, {
      key: admin,
      params: params(old.id),
      body: { overlap_seconds: 2_592_000 },
    })
    const { credentials } = await succeed(service, listCredentials, { key: admin })
    expect(credentials.find(({ id }) => id === old.id)?.expire_time).toBe(expireTime)
  })

  it('rotates the credential that signs', async () => {
    const own = await issued('admin')
    const answer = await succeed(service, rotateCredential, {
      key: own.key,
      params: params(own.id),
      body: {},
    })
    expect(await statusFor(own.key)).toBe(401)
    const key = { publicKey: answer.credential.public_key, privateKey: answer.private_key ?? '' }
    expect(await statusFor(key)).toBe(200)
  })
})

describe('200, revoke', () => {
  it('acts on the next request', async () => {
    const { key, id, credential } = await issued('viewer')
    expect(await statusFor(key)).toBe(200)
    const revoked = await succeed(service, revokeCredential, { key: admin, params: params(id) })
    expect(revoked).toEqual({
      ...credential,
      revoke_time: new Date(service.clock.now()).toISOString(),
    })
    expect(await statusFor(key)).toBe(401)
  })

  it('revokes the credential that signs, which has its answer and no other', async () => {
    const { key, id } = await issued('admin')
    await succeed(service, revokeCredential, { key, params: params(id) })
    await refused(service, 401, callOf(listAccounts, { key }))
  })

  it('revokes one that has expired, so that no clock brings it back', async () => {
    const { id } = await issued('viewer', harbor, {
      expire_time: new Date(service.clock.now() + 1000).toISOString(),
    })
    service.clock.set(new Date(service.clock.now() + 2000).toISOString())
    const revoked = await succeed(service, revokeCredential, { key: admin, params: params(id) })
    expect(revoked.revoke_time).not.toBeNull()
  })
})

describe('the audit trail', () => {
  it('says in the organization of the credential who made, rotated and revoked it', async () => {
    const old = await issued('viewer')
    const { credential } = await succeed(service, rotateCredential, {
      key: admin,
      params: params(old.id),
      body: {},
    })
    await succeed(service, revokeCredential, { key: admin, params: params(credential.id) })
    const { audit_entries } = await succeed(service, listAuditEntries, { key: admin })
    const events = audit_entries
      .filter(({ kind }) => kind === 'credential')
      .filter(({ subject_id }) => [old.id, credential.id].includes(subject_id ?? ''))
    expect(new Set(events.map(({ event, subject_id }) => `${event} ${subject_id ?? ''}`))).toEqual(
      new Set([
        `credential.created ${old.id}`,
        `credential.rotated ${old.id}`,
        `credential.created ${credential.id}`,
        `credential.revoked ${credential.id}`,
      ]),
    )
    const { credentials } = await succeed(service, listCredentials, { key: operator })
    const idOf = ({ publicKey }: Key) =>
      credentials.find(({ public_key }) => public_key === publicKey)?.id
    const made = events.find(
      ({ event, subject_id }) => `${event} ${subject_id}` === `credential.created ${old.id}`,
    )
    expect(made).toMatchObject({ credential_id: idOf(operator), organization_id: harbor.id })
    const revoked = events.find(({ event }) => event === 'credential.revoked')
    expect(revoked).toMatchObject({ credential_id: idOf(admin), outcome: 'ok' })
    // The request that did it has its own line, in the organization that asked.
    expect(audit_entries).toContainEqual(
      expect.objectContaining({ event: revokeCredential.id, request_id: revoked?.request_id }),
    )
  })

  it('says nothing of what was refused', async () => {
    const { id } = await issued('viewer')
    const body = { public_key: 'A'.repeat(43), overlap_seconds: 60 }
    await refused(service, 422, callOf(rotateCredential, { key: admin, params: params(id), body }))
    const { audit_entries } = await succeed(service, listAuditEntries, { key: admin })
    expect(audit_entries.filter(({ event }) => event === 'credential.rotated')).not.toContainEqual(
      expect.objectContaining({ subject_id: id }),
    )
    const { credentials } = await succeed(service, listCredentials, { key: admin })
    expect(credentials.find((credential) => credential.id === id)?.expire_time).toBeNull()
  })
})

describe('400', () => {
  it.each([
    [{ public_key: 'short' }, 'public_key'],
    [{ role: 'owner' }, 'role'],
    [{ expire_time: '2099-13-01T00:00:00.000Z' }, 'expire_time'],
    [{ account_id: 'x' }, 'account_id'],
  ])('names the member that is wrong: %o', async (changes, field) => {
    const body = { account_id: accountOf(harbor), role: 'viewer', ...changes }
    const reply = await refused(service, 400, callOf(createCredential, { key: admin, body }))
    expect(reply.body.error.details?.[0]?.field).toBe(field)
  })

  it.each([-1, 2_592_001, 1.5, '60'])(
    'does not overlap for %j seconds',
    async (overlap_seconds) => {
      const { id } = await issued('viewer')
      const reply = await refused(
        service,
        400,
        callOf(rotateCredential, { key: admin, params: params(id), body: { overlap_seconds } }),
      )
      expect(reply.body.error.details?.[0]?.field).toBe('overlap_seconds')
    },
  )
})

describe('403', () => {
  it('lets nobody at it but admins and operators', async () => {
    for (const options of [
      callOf(createCredential, {
        key: execution,
        body: { account_id: accountOf(harbor), role: 'viewer' },
      }),
      callOf(listCredentials, { key: execution }),
      callOf(rotateCredential, { key: execution, params: params(nobodys), body: {} }),
      callOf(revokeCredential, { key: execution, params: params(nobodys) }),
    ]) {
      expect((await refused(service, 403, options)).reason).toBe('ROLE_NOT_PERMITTED')
    }
  })

  it('keeps an admin of the platform from the keys of its operators', async () => {
    const colleague = await issued('operator', platform)
    for (const options of [
      callOf(rotateCredential, { key: platformAdmin, params: params(colleague.id), body: {} }),
      callOf(revokeCredential, { key: platformAdmin, params: params(colleague.id) }),
    ]) {
      const reply = await refused(service, 403, options)
      expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
      expect(reply.body.error.details?.[0]?.field).toBe('credential_id')
    }
    expect(await statusFor(colleague.key)).toBe(200)
  })
})

describe('404', () => {
  it("answers another organization's credential as one that does not exist", async () => {
    const others = await issued('viewer', quay)
    for (const [operation, body] of [
      [rotateCredential, {}],
      [revokeCredential, undefined],
    ] as const) {
      const ask = (id: string) =>
        refused(
          service,
          404,
          callOf(operation, { key: admin, params: params(id), ...(body && { body }) }),
        )
      const missing = await ask(nobodys)
      const foreign = await ask(others.id)
      expect(missing.reason).toBe('CREDENTIAL_NOT_FOUND')
      expect(bare(foreign.text)).toBe(bare(missing.text))
    }
    expect(await statusFor(others.key)).toBe(200)
  })
})

describe('409', () => {
  it('gives a key to one credential for ever, and does not say whose it was', async () => {
    const own = await issued('viewer')
    const others = await issued('viewer', quay)
    await succeed(service, revokeCredential, { key: quayAdmin, params: params(others.id) })
    const target = await issued('viewer')
    const replies = []
    for (const { publicKey } of [own.key, others.key]) {
      const body = { account_id: accountOf(harbor), role: 'viewer', public_key: publicKey }
      replies.push(
        await refused(service, 409, callOf(createCredential, { key: admin, body })),
        await refused(
          service,
          409,
          callOf(rotateCredential, {
            key: admin,
            params: params(target.id),
            body: { public_key: publicKey },
          }),
        ),
      )
    }
    for (const reply of replies) expect(reply.reason).toBe('ALREADY_EXISTS')
    expect(new Set(replies.map(({ text }) => bare(text))).size).toBe(1)
    // What was refused left the old one as it was.
    expect(await statusFor(target.key)).toBe(200)
  })

  it('enrols a key once, however many ask at once', async () => {
    const { publicKey } = generateKeyPair()
    const body = { account_id: accountOf(harbor), role: 'viewer', public_key: publicKey }
    const twins = await Promise.all(
      Array.from({ length: 10 }, () =>
        call(service, callOf(createCredential, { key: admin, body })),
      ),
    )
    expect(twins.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
  })

  it('rotates a credential once, however many ask at once', async () => {
    const { id } = await issued('viewer')
    const twins = await Promise.all(
      Array.from({ length: 10 }, () =>
        call(service, callOf(rotateCredential, { key: admin, params: params(id), body: {} })),
      ),
    )
    expect(twins.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
  })

  it('neither rotates nor revokes what is revoked, nor rotates what has expired', async () => {
    const revoked = await issued('viewer')
    await succeed(service, revokeCredential, { key: admin, params: params(revoked.id) })
    const expired = await issued('viewer', harbor, {
      expire_time: new Date(service.clock.now() + 1000).toISOString(),
    })
    service.clock.set(new Date(service.clock.now() + 1000).toISOString())
    for (const options of [
      callOf(rotateCredential, { key: admin, params: params(revoked.id), body: {} }),
      callOf(revokeCredential, { key: admin, params: params(revoked.id) }),
      callOf(rotateCredential, { key: admin, params: params(expired.id), body: {} }),
    ]) {
      const reply = await refused(service, 409, options)
      expect(reply.reason).toBe('INVALID_STATE')
      expect(reply.body.error.details?.[0]?.field).toBe('credential_id')
    }
  })
})

describe('422', () => {
  const refusal = async (changes: object, key: Key = admin) => {
    const body = { account_id: accountOf(harbor), role: 'viewer', ...changes }
    const reply = await refused(service, 422, callOf(createCredential, { key, body }))
    return [reply.reason, reply.body.error.details?.[0]?.field, reply.text] as const
  }

  it("answers another organization's account as one that does not exist", async () => {
    const [reason, field, missing] = await refusal({ account_id: nobodys })
    expect([reason, field]).toEqual(['REFERENCE_UNKNOWN', 'account_id'])
    const [, , foreign] = await refusal({ account_id: accountOf(quay) })
    expect(bare(foreign)).toBe(bare(missing))
  })

  it.each([
    ['of small order', '0100000000000000000000000000000000000000000000000000000000000000'],
    ['not canonical', 'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
    ['no point', '0200000000000000000000000000000000000000000000000000000000000000'],
  ])('enrols no key that is %s', async (_what, hex) => {
    const public_key = Buffer.from(hex, 'hex').toString('base64url')
    const [reason, field] = await refusal({ public_key })
    expect([reason, field]).toEqual(['VALUE_INVALID', 'public_key'])
    const { id } = await issued('viewer')
    const reply = await refused(
      service,
      422,
      callOf(rotateCredential, { key: admin, params: params(id), body: { public_key } }),
    )
    expect(reply.reason).toBe('VALUE_INVALID')
  })

  it('ends after now, on a day that there is', async () => {
    for (const expire_time of [
      new Date(service.clock.now()).toISOString(),
      '2026-01-01T00:00:00.000Z',
      '2199-02-30T00:00:00.000Z',
    ]) {
      const [reason, field] = await refusal({ expire_time })
      expect([reason, field]).toEqual(['VALUE_INVALID', 'expire_time'])
    }
  })

  it('lets only operators make operators, and only of their own organization', async () => {
    const [reason, field, text] = await refusal({ role: 'operator' })
    expect([reason, field]).toEqual(['VALUE_INVALID', 'role'])
    expect(text).toContain('"allowed":["viewer","execution","reporting","admin"]')
    const [again] = await refusal(
      { role: 'operator', account_id: accountOf(platform) },
      platformAdmin,
    )
    expect(again).toBe('VALUE_INVALID')
    const elsewhere = await refusal({ role: 'operator' }, operator)
    expect(elsewhere.slice(0, 2)).toEqual(['VALUE_INVALID', 'role'])
  })
})
