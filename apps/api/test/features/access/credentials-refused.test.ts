import { generateKeyPair } from '@vadium/client'
import {
  createCredential,
  type IssuedCredential,
  listCredentials,
  liveCredentialsMax,
  revokeCredential,
  rotateCredential,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import {
  CredentialIssuer,
  credentialParams,
  nobodys,
  now,
} from '../../harness/credential-issuer.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
const issuer = new CredentialIssuer(world)
const { lender: harbor, borrower: quay } = world
const { admin, execution, operator, platform, platformAdmin, quayAdmin } = issuer

beforeAll(() => issuer.start())
afterAll(() => world.close())

const bare = (text: string) => text.replace(/"request_id":"[^"]*"/, '')

describe('400 Bad Request', () => {
  it.each([
    [{ public_key: 'short' }, 'public_key'],
    [{ role: 'owner' }, 'role'],
    [{ expire_time: '2099-13-01T00:00:00.000Z' }, 'expire_time'],
    [{ account_id: 'x' }, 'account_id'],
  ])('returns 400 and names the invalid member: %o', async (changes, field) => {
    const body = { account_id: harbor.accountId, role: 'viewer', ...changes }
    const reply = await refused(world.service, 400, callOf(createCredential, { key: admin, body }))
    expect(reply.body.error.details?.[0]?.field).toBe(field)
  })

  it.each([-1, 2_592_001, 1.5, '60'])(
    'returns 400 for an overlap of %j seconds',
    async (overlap_seconds) => {
      const { id } = await issuer.issued('viewer')
      const reply = await refused(
        world.service,
        400,
        callOf(rotateCredential, {
          key: admin,
          params: credentialParams(id),
          body: { overlap_seconds },
        }),
      )
      expect(reply.body.error.details?.[0]?.field).toBe('overlap_seconds')
    },
  )
})

describe('403 Forbidden', () => {
  it('returns 403 for callers other than admins and operators', async () => {
    for (const options of [
      callOf(createCredential, {
        key: execution,
        body: { account_id: harbor.accountId, role: 'viewer' },
      }),
      callOf(listCredentials, { key: execution }),
      callOf(rotateCredential, { key: execution, params: credentialParams(nobodys), body: {} }),
      callOf(revokeCredential, { key: execution, params: credentialParams(nobodys) }),
    ]) {
      expect((await refused(world.service, 403, options)).reason).toBe('ROLE_NOT_PERMITTED')
    }
  })

  it('returns 403 for an admin of the platform who changes the keys of its operators', async () => {
    const colleague = await issuer.issued('operator', platform)
    for (const options of [
      callOf(rotateCredential, {
        key: platformAdmin,
        params: credentialParams(colleague.id),
        body: {},
      }),
      callOf(revokeCredential, { key: platformAdmin, params: credentialParams(colleague.id) }),
    ]) {
      const reply = await refused(world.service, 403, options)
      expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
      expect(reply.body.error.details?.[0]?.field).toBe('credential_id')
    }
    expect(await issuer.statusFor(colleague.key)).toBe(200)
  })
})

describe('404 Not Found', () => {
  it("returns 404 for another organization's credential, as for an unknown one", async () => {
    const others = await issuer.issued('viewer', quay)
    for (const [operation, body] of [
      [rotateCredential, {}],
      [revokeCredential, undefined],
    ] as const) {
      const ask = (id: string) =>
        refused(
          world.service,
          404,
          callOf(operation, { key: admin, params: credentialParams(id), ...(body && { body }) }),
        )
      const missing = await ask(nobodys)
      const foreign = await ask(others.id)
      expect(missing.reason).toBe('CREDENTIAL_NOT_FOUND')
      expect(bare(foreign.text)).toBe(bare(missing.text))
    }
    expect(await issuer.statusFor(others.key)).toBe(200)
  })
})

describe('409 Conflict', () => {
  it('returns 409 for a key that was ever enrolled, without naming its owner', async () => {
    const own = await issuer.issued('viewer')
    const others = await issuer.issued('viewer', quay)
    await succeed(world.service, revokeCredential, {
      key: quayAdmin,
      params: credentialParams(others.id),
    })
    const target = await issuer.issued('viewer')
    const replies = []
    for (const key of [own.key, others.key]) {
      const proof = issuer.proof(key)
      const body = { account_id: harbor.accountId, role: 'viewer', proof }
      replies.push(
        await refused(world.service, 409, callOf(createCredential, { key: admin, body })),
        await refused(
          world.service,
          409,
          callOf(rotateCredential, {
            key: admin,
            params: credentialParams(target.id),
            body: { proof },
          }),
        ),
      )
    }
    for (const reply of replies) expect(reply.reason).toBe('ALREADY_EXISTS')
    expect(new Set(replies.map(({ text }) => bare(text))).size).toBe(1)
    // The refused rotation has left the old credential as it was.
    expect(await issuer.statusFor(target.key)).toBe(200)
  })

  it('returns 409 for all but one of several enrolments of a key at once', async () => {
    const proof = issuer.proof(generateKeyPair())
    const body = { account_id: harbor.accountId, role: 'viewer', proof }
    const twins = await Promise.all(
      Array.from({ length: 10 }, () =>
        call(world.service, callOf(createCredential, { key: admin, body })),
      ),
    )
    expect(twins.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
  })

  it('returns 409 for all but one of several rotations of a credential at once', async () => {
    const { id } = await issuer.issued('viewer')
    const twins = await Promise.all(
      Array.from({ length: 10 }, () =>
        call(
          world.service,
          callOf(rotateCredential, { key: admin, params: credentialParams(id), body: {} }),
        ),
      ),
    )
    expect(twins.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
  })

  it('returns 409 for one valid credential too many, even when several are created at once', async () => {
    const { database } = world.service
    const credentialsOf = async () =>
      (
        await database.query(
          `SELECT FROM credentials WHERE organization_id = $1 AND revoked_at IS NULL
             AND (expires_at IS NULL OR expires_at > $2)`,
          [quay.id, now],
        )
      ).rowCount ?? 0
    await database.query(
      `INSERT INTO credentials (id, organization_id, account_id, role, public_key, created_at)
       SELECT gen_random_uuid(), $1, $2, 'viewer', sha256(convert_to(n::text, 'UTF8')), now()
       FROM generate_series(1, $3::int) AS n`,
      [quay.id, quay.accountId, liveCredentialsMax - 1 - (await credentialsOf())],
    )
    const create = (key = quayAdmin) =>
      callOf(createCredential, { key, body: { account_id: quay.accountId, role: 'viewer' } })
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => call(world.service, create())),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const reply = await refused(world.service, 409, create(operator))
    expect(reply.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'credentials' }],
    })
    expect(await credentialsOf()).toBe(liveCredentialsMax)
    expect(
      (
        await call(
          world.service,
          callOf(createCredential, {
            key: admin,
            body: { account_id: harbor.accountId, role: 'viewer' },
          }),
        )
      ).status,
    ).toBe(200)

    // A rotation does not add to the number, unless both credentials are valid for a while.
    const { body } = replies.find(({ status }) => status === 200) ?? expect.unreachable()
    const { id } = (body as IssuedCredential).credential
    const rotate = (overlap_seconds: number) =>
      callOf(rotateCredential, {
        key: quayAdmin,
        params: credentialParams(id),
        body: { overlap_seconds },
      })
    expect((await refused(world.service, 409, rotate(60))).reason).toBe('INVALID_STATE')
    expect((await call(world.service, rotate(0))).status).toBe(200)
    expect(await credentialsOf()).toBe(liveCredentialsMax)
  })

  it('returns 409 for the rotation of a revoked or expired credential, and a second revocation', async () => {
    const revoked = await issuer.issued('viewer')
    await succeed(world.service, revokeCredential, {
      key: admin,
      params: credentialParams(revoked.id),
    })
    const expired = await issuer.issued('viewer', harbor, {
      expire_time: new Date(world.service.clock.now() + 1000).toISOString(),
    })
    world.service.clock.set(new Date(world.service.clock.now() + 1000).toISOString())
    for (const options of [
      callOf(rotateCredential, { key: admin, params: credentialParams(revoked.id), body: {} }),
      callOf(revokeCredential, { key: admin, params: credentialParams(revoked.id) }),
      callOf(rotateCredential, { key: admin, params: credentialParams(expired.id), body: {} }),
    ]) {
      const reply = await refused(world.service, 409, options)
      expect(reply.reason).toBe('INVALID_STATE')
      expect(reply.body.error.details?.[0]?.field).toBe('credential_id')
    }
  })
})

describe('422 Unprocessable Content', () => {
  const refusal = async (changes: object, key: Key = admin) => {
    const body = { account_id: harbor.accountId, role: 'viewer', ...changes }
    const reply = await refused(world.service, 422, callOf(createCredential, { key, body }))
    return [reply.reason, reply.body.error.details?.[0]?.field, reply.text] as const
  }

  it("returns 422 for another organization's account, as for an unknown one", async () => {
    const [reason, field, missing] = await refusal({ account_id: nobodys })
    expect([reason, field]).toEqual(['REFERENCE_UNKNOWN', 'account_id'])
    const [, , foreign] = await refusal({ account_id: quay.accountId })
    expect(bare(foreign)).toBe(bare(missing))
  })

  it.each([
    ['of small order', '0100000000000000000000000000000000000000000000000000000000000000'],
    ['not canonical', 'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'],
    ['no point', '0200000000000000000000000000000000000000000000000000000000000000'],
  ])('returns 422 for a key that is %s', async (_what, hex) => {
    const publicKey = Buffer.from(hex, 'hex').toString('base64url')
    // For a key of small order one constant signature fits every message.
    const constant = Buffer.alloc(64)
    constant[0] = 1
    const proof = [publicKey, world.service.clock.now(), constant.toString('base64url')].join('.')
    const [reason, field] = await refusal({ proof })
    expect([reason, field]).toEqual(['VALUE_INVALID', 'proof'])
    const { id } = await issuer.issued('viewer')
    const reply = await refused(
      world.service,
      422,
      callOf(rotateCredential, { key: admin, params: credentialParams(id), body: { proof } }),
    )
    expect(reply.reason).toBe('VALUE_INVALID')
  })

  it('returns 422 for an expiry in the past, or on a day that does not exist', async () => {
    for (const expire_time of [
      new Date(world.service.clock.now()).toISOString(),
      '2026-01-01T00:00:00.000Z',
      '2199-02-30T00:00:00.000Z',
    ]) {
      const [reason, field] = await refusal({ expire_time })
      expect([reason, field]).toEqual(['VALUE_INVALID', 'expire_time'])
    }
  })

  it("returns 422 for an operator's credential, unless an operator creates it in its own organization", async () => {
    const [reason, field, text] = await refusal({ role: 'operator' })
    expect([reason, field]).toEqual(['VALUE_INVALID', 'role'])
    expect(text).toContain('"allowed":["viewer","execution","reporting","admin"]')
    const [again] = await refusal(
      { role: 'operator', account_id: platform.accountId },
      platformAdmin,
    )
    expect(again).toBe('VALUE_INVALID')
    const elsewhere = await refusal({ role: 'operator' }, operator)
    expect(elsewhere.slice(0, 2)).toEqual(['VALUE_INVALID', 'role'])
  })
})
