import { generateKeyPair } from '@vadium/client'
import {
  createAccount,
  createCredential,
  getCurrentCredential,
  headerNames,
  listAccounts,
  listAuditEntries,
  listCredentials,
  revokeCredential,
  rotateCredential,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { CredentialIssuer, credentialParams, later, now } from '../../harness/credential-issuer.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
const issuer = new CredentialIssuer(world)
const { lender: harbor, borrower: quay } = world
const { admin, operator, platform } = issuer

beforeAll(() => issuer.start())
afterAll(() => world.close())

describe('the current credential', () => {
  it('returns 200 with the credential that signed, its account and its organization', async () => {
    const key = generateKeyPair()
    const { credential } = await issuer.create({
      public_key: key.publicKey,
      proof: issuer.proof(key),
    })
    const current = await succeed(world.service, getCurrentCredential, { key })
    expect(current).toMatchObject({
      account: { id: harbor.accountId, organization_id: harbor.id, kind: 'program' },
      organization: { id: harbor.id, slug: 'harbor', status: 'active' },
      sandbox: false,
      book_time: new Date(world.service.clock.now()).toISOString(),
    })
    expect(current.credential).toEqual(credential)
  })

  it('returns 200 to an operator, with the organization of the platform', async () => {
    const { credential, organization } = await succeed(world.service, getCurrentCredential, {
      key: operator,
    })
    expect(credential).toMatchObject({ role: 'operator', organization_id: platform.id })
    expect(organization.id).toBe(platform.id)
  })
})

describe('creation', () => {
  it('returns 200 and enrols a key that the caller generated, which is valid at once', async () => {
    const key = generateKeyPair()
    const answer = await issuer.create({ public_key: key.publicKey, proof: issuer.proof(key) })
    expect(answer).toEqual({
      credential: {
        id: answer.credential.id,
        organization_id: harbor.id,
        account_id: harbor.accountId,
        role: 'viewer',
        public_key: key.publicKey,
        create_time: now,
        expire_time: null,
        revoke_time: null,
        last_use_time: null,
      },
    })
    expect(await issuer.statusFor(key)).toBe(200)
  })

  it('returns 200 and generates a key when none is given, and shows the private key once', async () => {
    const options = callOf(createCredential, {
      key: admin,
      headers: { [headerNames.idempotencyKey]: 'made-by-the-service' },
      body: { account_id: harbor.accountId, role: 'execution' },
    })
    const first = await call(world.service, options)
    expect(first.status).toBe(200)
    const { credential, private_key: privateKey } = first.body as {
      credential: { public_key: string }
      private_key: string
    }
    const bytes = Buffer.from(privateKey, 'base64url')
    expect(bytes).toHaveLength(64)
    expect(bytes.subarray(32).toString('base64url')).toBe(credential.public_key)
    expect(await issuer.statusFor({ publicKey: credential.public_key, privateKey })).toBe(200)

    const again = await call(world.service, options)
    expect(again.headers[headerNames.idempotencyReplayed.toLowerCase()]).toBe('true')
    expect(again.body).toEqual({ credential })

    const seed = bytes.subarray(0, 32)
    const traces = [privateKey, seed.toString('base64url'), seed.toString('hex')]
    const { rows } = await world.service.database.query(
      `SELECT string_agg(k::text, '') || (SELECT string_agg(c::text, '') FROM credentials c)
         || (SELECT string_agg(a::text, '') FROM audit_entries a) AS everything
       FROM idempotency_keys k`,
    )
    const kept = String(rows[0]?.['everything']) + world.service.log.join('')
    expect(kept).toContain((first.body as { credential: { id: string } }).credential.id)
    for (const trace of traces) expect(kept.includes(trace)).toBe(false)
  })

  it('returns 200 for a credential that expires at its expiry time', async () => {
    const { key, credential } = await issuer.issued('viewer', harbor, { expire_time: later(60) })
    expect(credential.expire_time).toBe(later(60))
    expect(await issuer.statusFor(key)).toBe(200)
    world.service.clock.set(later(59.999))
    expect(await issuer.statusFor(key)).toBe(200)
    world.service.clock.set(later(60))
    expect(await issuer.statusFor(key)).toBe(401)
  })

  it('returns 200 for accounts that were created since the start of the service', async () => {
    const account = await succeed(world.service, createAccount, {
      key: operator,
      body: { organization_id: harbor.id, name: 'New desk', kind: 'program' },
    })
    expect((await issuer.create({ account_id: account.id })).credential.account_id).toBe(account.id)
  })

  it('returns 200 for any organization when the operator asks, and for operators within its own', async () => {
    expect(await issuer.statusFor((await issuer.issued('admin', quay)).key)).toBe(200)
    const colleague = await issuer.issued('operator', platform)
    const made = await issuer.create({ account_id: quay.accountId }, colleague.key)
    expect(made.credential.organization_id).toBe(quay.id)
  })
})

describe('the list', () => {
  it("returns 200 with the credentials of the caller's organization, newest first, or all for the operator", async () => {
    const { id } = await issuer.issued('viewer')
    await succeed(world.service, revokeCredential, { key: admin, params: credentialParams(id) })
    await world.service.services.credentialUses.flush()
    const own = await succeed(world.service, listCredentials, { key: admin })
    expect(own.credentials.every(({ organization_id }) => organization_id === harbor.id)).toBe(true)
    expect(own.credentials.find((credential) => credential.id === id)?.revoke_time).not.toBeNull()
    const times = own.credentials.map(({ create_time }) => create_time)
    expect(times).toEqual([...times].sort().reverse())

    const all = await succeed(world.service, listCredentials, { key: operator })
    expect(new Set(all.credentials.map(({ organization_id }) => organization_id)).size).toBe(4)
    const filtered = await succeed(world.service, listCredentials, {
      key: operator,
      query: { organization_id: harbor.id },
    })
    expect(filtered).toEqual(own)
  })

  it('returns 200 with none of another organization', async () => {
    const list = await succeed(world.service, listCredentials, {
      key: admin,
      query: { organization_id: quay.id },
    })
    expect(list).toEqual({ credentials: [] })
  })
})

describe('rotation', () => {
  it('returns 200 and creates a new credential of the same kind, and ends the old one at once', async () => {
    const old = await issuer.issued('execution')
    const answer = await succeed(world.service, rotateCredential, {
      key: admin,
      params: credentialParams(old.id.toUpperCase()),
      body: {},
    })
    expect(answer.credential).toMatchObject({
      account_id: harbor.accountId,
      organization_id: harbor.id,
      role: 'execution',
      expire_time: null,
    })
    expect(answer.credential.id).not.toBe(old.id)
    expect(await issuer.statusFor(old.key)).toBe(401)
    const key = { publicKey: answer.credential.public_key, privateKey: answer.private_key ?? '' }
    expect(await issuer.statusFor(key)).toBe(200)
  })

  it('returns 200 and leaves the old credential valid for the requested overlap', async () => {
    const old = await issuer.issued('viewer')
    const key = generateKeyPair()
    const start = world.service.clock.now()
    await succeed(world.service, rotateCredential, {
      key: admin,
      params: credentialParams(old.id),
      body: { proof: issuer.proof(key), overlap_seconds: 3600 },
    })
    expect([await issuer.statusFor(old.key), await issuer.statusFor(key)]).toEqual([200, 200])
    world.service.clock.set(new Date(start + 3_599_999).toISOString())
    expect(await issuer.statusFor(old.key)).toBe(200)
    world.service.clock.set(new Date(start + 3_600_000).toISOString())
    expect([await issuer.statusFor(old.key), await issuer.statusFor(key)]).toEqual([401, 200])
  })

  it('returns 200 and never leaves the old credential valid beyond its own expiry', async () => {
    const expireTime = new Date(world.service.clock.now() + 60_000).toISOString()
    const old = await issuer.issued('viewer', harbor, { expire_time: expireTime })
    await succeed(world.service, rotateCredential, {
      key: admin,
      params: credentialParams(old.id),
      body: { overlap_seconds: 2_592_000 },
    })
    const { credentials } = await succeed(world.service, listCredentials, { key: admin })
    expect(credentials.find(({ id }) => id === old.id)?.expire_time).toBe(expireTime)
  })

  it('returns 200 for the credential that signs the request', async () => {
    const own = await issuer.issued('admin')
    const answer = await succeed(world.service, rotateCredential, {
      key: own.key,
      params: credentialParams(own.id),
      body: {},
    })
    expect(await issuer.statusFor(own.key)).toBe(401)
    const key = { publicKey: answer.credential.public_key, privateKey: answer.private_key ?? '' }
    expect(await issuer.statusFor(key)).toBe(200)
  })
})

describe('revocation', () => {
  it('returns 200 and takes effect at the next request', async () => {
    const { key, id, credential } = await issuer.issued('viewer')
    expect(await issuer.statusFor(key)).toBe(200)
    await world.service.services.credentialUses.flush()
    const revoked = await succeed(world.service, revokeCredential, {
      key: admin,
      params: credentialParams(id),
    })
    expect(revoked).toEqual({
      ...credential,
      revoke_time: new Date(world.service.clock.now()).toISOString(),
      last_use_time: new Date(world.service.clock.now()).toISOString(),
    })
    expect(await issuer.statusFor(key)).toBe(401)
  })

  it('returns 200 for the credential that signs the request, which is refused afterwards', async () => {
    const { key, id } = await issuer.issued('admin')
    await succeed(world.service, revokeCredential, { key, params: credentialParams(id) })
    await refused(world.service, 401, callOf(listAccounts, { key }))
  })

  it('returns 200 for an expired credential, so that a clock set back does not make it valid again', async () => {
    const { id } = await issuer.issued('viewer', harbor, {
      expire_time: new Date(world.service.clock.now() + 1000).toISOString(),
    })
    world.service.clock.set(new Date(world.service.clock.now() + 2000).toISOString())
    const revoked = await succeed(world.service, revokeCredential, {
      key: admin,
      params: credentialParams(id),
    })
    expect(revoked.revoke_time).not.toBeNull()
  })
})

describe('the audit trail', () => {
  it('has an entry, in the organization of the credential, for its creation, rotation and revocation', async () => {
    const old = await issuer.issued('viewer')
    const { credential } = await succeed(world.service, rotateCredential, {
      key: admin,
      params: credentialParams(old.id),
      body: {},
    })
    await succeed(world.service, revokeCredential, {
      key: admin,
      params: credentialParams(credential.id),
    })
    const { audit_entries } = await succeed(world.service, listAuditEntries, { key: admin })
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
    const { credentials } = await succeed(world.service, listCredentials, { key: operator })
    const idOf = ({ publicKey }: Key) =>
      credentials.find(({ public_key }) => public_key === publicKey)?.id
    const made = events.find(
      ({ event, subject_id }) => `${event} ${subject_id}` === `credential.created ${old.id}`,
    )
    expect(made).toMatchObject({ credential_id: idOf(operator), organization_id: harbor.id })
    const revoked = events.find(({ event }) => event === 'credential.revoked')
    expect(revoked).toMatchObject({ credential_id: idOf(admin), outcome: 'ok' })
    // The request itself has its own entry, in the organization of the caller.
    expect(audit_entries).toContainEqual(
      expect.objectContaining({ event: revokeCredential.id, request_id: revoked?.request_id }),
    )
  })

  it('has no such entry for a refused change', async () => {
    const { id } = await issuer.issued('viewer')
    const body = { public_key: 'A'.repeat(43), overlap_seconds: 60 }
    await refused(
      world.service,
      422,
      callOf(rotateCredential, { key: admin, params: credentialParams(id), body }),
    )
    const { audit_entries } = await succeed(world.service, listAuditEntries, { key: admin })
    expect(audit_entries.filter(({ event }) => event === 'credential.rotated')).not.toContainEqual(
      expect.objectContaining({ subject_id: id }),
    )
    const { credentials } = await succeed(world.service, listCredentials, { key: admin })
    expect(credentials.find((credential) => credential.id === id)?.expire_time).toBeNull()
  })
})
