import {
  activateOrganization,
  createCredential,
  listTransfers,
  revokeCredential,
  rotateCredential,
  suspendOrganization,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { callOf, refused, succeed } from '../../harness/call.ts'
import {
  type PrimaryAndStandby,
  startPrimaryAndStandby,
} from '../../harness/primary-and-standby.ts'
import { createdOrganizations } from '../../harness/created-organizations.ts'
import { replicaOutcomes } from '../../harness/replica-outcomes.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const platform = book.party('platform')
const operator = platform.credential('operator')
const harbor = book.party('harbor')
const admin = harbor.credential('admin')
const viewer = harbor.credential('viewer')

let servers: PrimaryAndStandby
let service: RunningService
beforeAll(async () => {
  servers = await startPrimaryAndStandby()
  service = await startService({
    scenario: book.scenario,
    database: servers.primary,
    settings: { DATABASE_REPLICA_URL: servers.standby.url },
  })
}, 60_000)
afterAll(async () => {
  await service.close()
  await servers.stop()
})

const outcomes = (work: () => Promise<unknown>) => replicaOutcomes(service, work)
const isUsed = () => service.services.replicas?.counts.used === 1
const pauseReplay = () => servers.standby.query('SELECT pg_wal_replay_pause()')
const resumeReplay = () => servers.standby.query('SELECT pg_wal_replay_resume()')

const { newOrganization, slugs } = createdOrganizations(() => service, operator)

beforeEach(async () => {
  await resumeReplay()
  await expect.poll(isUsed).toBe(true)
})

describe('a replica that follows', () => {
  it('shows what was written before the request, again and again', async () => {
    const seen = await outcomes(async () => {
      for (let count = 0; count < 20; count += 1) {
        const slug = await newOrganization()
        expect(await slugs()).toContain(slug)
      }
    })
    expect(seen['replica']).toBeGreaterThan(0)
  })
})

describe('a replica that is behind', () => {
  it('is left out, and the primary shows what was written, until it has caught up', async () => {
    await pauseReplay()
    const slug = await newOrganization()
    expect(await outcomes(async () => expect(await slugs()).toContain(slug))).toEqual({ behind: 1 })
    expect(await outcomes(async () => expect(await slugs()).toContain(slug))).toEqual({
      left_out: 1,
    })
    await resumeReplay()
    await expect.poll(isUsed).toBe(true)
    expect(await outcomes(async () => expect(await slugs()).toContain(slug))).toEqual({
      replica: 1,
    })
  })

  it('decides nothing about credentials: made, rotated, revoked or suspended, they are as the primary has them', async () => {
    await pauseReplay()
    const body = { account_id: harbor.accountId, role: 'viewer' }
    const { credential, private_key: privateKey = '' } = await succeed(service, createCredential, {
      key: admin,
      body,
    })
    const made = { publicKey: credential.public_key, privateKey }
    await succeed(service, listTransfers, { key: made })
    const params = { credential_id: credential.id }
    const rotated = await succeed(service, rotateCredential, { key: admin, params, body: {} })
    await refused(service, 401, callOf(listTransfers, { key: made }))
    const next = {
      publicKey: rotated.credential.public_key,
      privateKey: rotated.private_key ?? '',
    }
    await succeed(service, listTransfers, { key: next })
    await succeed(service, revokeCredential, {
      key: admin,
      params: { credential_id: rotated.credential.id },
    })
    await refused(service, 401, callOf(listTransfers, { key: next }))
    const organization = { key: operator, params: { organization_id: harbor.id } }
    await succeed(service, suspendOrganization, organization)
    const { reason } = await refused(service, 403, callOf(listTransfers, { key: viewer }))
    expect(reason).toBe('ORGANIZATION_SUSPENDED')
    await succeed(service, activateOrganization, organization)
    await succeed(service, listTransfers, { key: viewer })
  })
})
