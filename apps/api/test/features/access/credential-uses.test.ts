import { listAccounts, listCredentials, revokeCredential } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { CredentialUses } from '../../../src/platform/signing/credential-uses.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { CredentialIssuer, credentialParams } from '../../harness/credential-issuer.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
const issuer = new CredentialIssuer(world)
const { admin } = issuer

beforeAll(() => issuer.start())
afterAll(() => world.close())

describe('the time of the last use', () => {
  const lastUse = async (id: string) => {
    await world.service.services.credentialUses.flush()
    const { credentials } = await succeed(world.service, listCredentials, { key: admin })
    return credentials.find((credential) => credential.id === id)?.last_use_time
  }

  it('is that of a request with a valid signature, and is written once a minute', async () => {
    const { key, id } = await issuer.issued('viewer')
    expect(await lastUse(id)).toBeNull()
    const first = world.service.clock.now()
    const uses: unknown[] = []
    for (const seconds of [0, 59, 60, 61]) {
      world.service.clock.set(new Date(first + seconds * 1000).toISOString())
      await issuer.statusFor(key)
      uses.push(await lastUse(id))
    }
    const [begin, next] = [first, first + 60_000].map((ms) => new Date(ms).toISOString())
    expect(uses).toEqual([begin, begin, next, next])
  })

  it('is that of a refused request too, and not that of a revoked key', async () => {
    const { key, id } = await issuer.issued('viewer')
    await refused(world.service, 403, callOf(listAccounts, { key }))
    const used = await lastUse(id)
    expect(used).toBe(new Date(world.service.clock.now()).toISOString())
    await succeed(world.service, revokeCredential, { key: admin, params: credentialParams(id) })
    world.service.clock.set(new Date(world.service.clock.now() + 120_000).toISOString())
    expect(await issuer.statusFor(key)).toBe(401)
    expect(await lastUse(id)).toBe(used)
  })

  it('does not keep a request from its answer when it cannot be written', async () => {
    const { key, id } = await issuer.issued('viewer')
    const { database } = world.service
    await database.query('ALTER TABLE credential_uses RENAME TO credential_uses_away')
    const status = await issuer.statusFor(key)
    await world.service.services.credentialUses.flush()
    await database.query('ALTER TABLE credential_uses_away RENAME TO credential_uses')
    expect(status).toBe(200)
    expect(await lastUse(id)).toBeNull()
    await issuer.statusFor(key)
    expect(await lastUse(id)).not.toBeNull()
  })
  it('is written at a stop, even if others were being written when the use was noted', async () => {
    const [{ id: first }, { id: second }] = [
      await issuer.issued('viewer'),
      await issuer.issued('viewer'),
    ]
    const pool = openServicePool({ url: world.service.database.url, poolSize: 1 })
    const uses = new CredentialUses(pool, { warn: expect.unreachable })
    const usedMs = world.service.clock.now()
    uses.note(first, usedMs)
    const writing = uses.flush()
    uses.note(second, usedMs)
    await uses.close()
    await writing
    await pool.end()
    const used = new Date(usedMs).toISOString()
    expect([await lastUse(first), await lastUse(second)]).toEqual([used, used])
  })
})
