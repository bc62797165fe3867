import { generateKeyPair, proveKey } from '@vadium/client'
import {
  activateOrganization,
  type Approval,
  approveApproval,
  createCredential,
  listApprovals,
  listCredentials,
  listOrganizations,
  revokeCredential,
  suspendOrganization,
} from '@vadium/schema'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Key } from '../../harness/book.ts'
import { call, callOf, succeed } from '../../harness/call.ts'
import { HostedWorld } from '../../harness/hosted-world.ts'

const world = new HostedWorld()
const newKeys = () => [generateKeyPair(), generateKeyPair()] as const
let [first, second] = newKeys()
let [third, fourth] = newKeys()
beforeEach(async () => {
  ;[first, second] = newKeys()
  ;[third, fourth] = newKeys()
  await world.start()
  return () => world.close()
})

const recover = (keys: readonly Key[], ...more: string[]) =>
  world.recover(
    '--organization',
    'vadium',
    ...keys.flatMap(({ publicKey }) => ['--public-key', publicKey]),
    ...more,
  )
const credentialOf = async (key: Key, reader = key) => {
  const { credentials } = await succeed(world.service, listCredentials, { key: reader })
  return credentials.find(({ public_key }) => public_key === key.publicKey)?.id ?? ''
}
const revokeOwn = async (key: Key) => {
  const params = { credential_id: await credentialOf(key) }
  await succeed(world.service, revokeCredential, { key, params })
}

/** Whether two operators together activate an organization that one of them has suspended. */
async function expectTwoPeople(asking: Key, approving: Key): Promise<void> {
  const params = { organization_id: await world.organizationId('harbor') }
  await succeed(world.service, suspendOrganization, { key: asking, params })
  const asked = await call(world.service, callOf(activateOrganization, { key: asking, params }))
  expect(asked.status, asked.text).toBe(202)
  const { approval } = asked.body as { approval: Approval }
  const decision = {
    params: { approval_id: approval.id },
    body: { request_hash: approval.request_hash },
  }
  const own = await call(world.service, callOf(approveApproval, { key: asking, ...decision }))
  expect(own.status).toBe(403)
  await succeed(world.service, approveApproval, { key: approving, ...decision })
  const { approvals } = await succeed(world.service, listApprovals, { key: asking })
  expect(approvals.find(({ id }) => id === approval.id)?.state).not.toBe('PENDING')
}

describe('in an installation of one person, a lost last operator', () => {
  beforeEach(async () => {
    await world.bootstrap('vadium', [first])
    await world.enrolled('harbor', 'admin')
    await world.enrolled('quay', 'admin')
  })

  it('is recovered, the platform is active, and every organization is notified', async () => {
    await revokeOwn(first)
    await world.suspend('vadium')
    await world.suspend('quay')
    expect(await recover([third])).toContain(`${third.publicKey} acts as operator of vadium`)
    const { organizations } = await succeed(world.service, listOrganizations, { key: third })
    expect(organizations.filter(({ status }) => status === 'active')).toHaveLength(2)
    const critical = { vadium: 'critical', harbor: 'critical', quay: 'critical' }
    expect(await world.notified(await credentialOf(third))).toEqual(critical)
  })

  it('is recovered when its credential is valid and its private key is lost', async () => {
    const lost = await credentialOf(first)
    await expect(recover([third])).rejects.toThrow(`Operations (credential ${lost})`)
    await recover([third], '--revoke', lost)
    await succeed(world.service, listOrganizations, { key: third })
    expect((await call(world.service, callOf(listOrganizations, { key: first }))).status).toBe(401)
    expect(await world.notified(lost)).toMatchObject({ vadium: 'warning' })
  })

  it('is one person again, not two', async () => {
    await revokeOwn(first)
    await expect(recover([third, fourth])).rejects.toThrow('Give at most 1')
  })

  it('is not the admin of the platform', async () => {
    const admin = await world.enrolled('vadium', 'admin')
    await world.revoke(admin.id)
    await recover([third], '--role', 'admin')
    await expect(recover([fourth])).rejects.toThrow('has not lost its last operator')
    expect(await world.rowsOf('vadium')).toMatchObject([
      { role: 'admin' },
      { role: 'operator' },
      { role: 'admin', name: 'Recovery' },
    ])
  })
})

describe('in an installation of two people', () => {
  beforeEach(async () => {
    await world.bootstrap('vadium', [first, second])
    await world.enrolled('harbor', 'admin')
  })

  it('no operator is recovered while there are two, and both are named', async () => {
    const refusal = recover([third])
    await expect(refusal).rejects.toThrow('First operator (credential')
    await expect(refusal).rejects.toThrow('Second operator (credential')
  })

  it('a lost second operator is recovered, because one could do nothing alone', async () => {
    await revokeOwn(second)
    await expect(recover([third, fourth])).rejects.toThrow('Give at most 1')
    await recover([third])
    await expectTwoPeople(first, third)
  })

  it('two lost operators are recovered together, and need each other', async () => {
    await revokeOwn(first)
    await revokeOwn(second)
    await recover([third, fourth])
    const names = (await world.rowsOf('vadium')).map(({ name }) => name)
    expect(names.slice(2)).toEqual(['Recovery 1', 'Recovery 2'])
    await expectTwoPeople(third, fourth)
  })

  it('two lost operators are recovered one after the other', async () => {
    await revokeOwn(first)
    await revokeOwn(second)
    expect(await recover([third])).toContain('vadium lacks 1 more')
    expect(await recover([fourth])).not.toContain('lacks')
    expect(await recover([third, fourth])).toContain('Nothing was changed')
    await expectTwoPeople(fourth, third)
  })

  it('a lost admin is replaced by no operator over the API, alone or with another', async () => {
    const { id, accountId } = await world.enrolled('quay', 'admin')
    await world.revoke(id)
    const organizationId = await world.organizationId('quay')
    const { installationId } = world.service.services
    const enrolment = { installationId, organizationId, accountId }
    const proof = proveKey(third.privateKey, enrolment, world.service.clock.now())
    const body = { account_id: accountId, role: 'admin', proof } as const
    const asked = await call(world.service, callOf(createCredential, { key: first, body }))
    expect(asked.status, asked.text).toBe(202)
    const { approval } = asked.body as { approval: Approval }
    const decision = {
      params: { approval_id: approval.id },
      body: { request_hash: approval.request_hash },
    }
    for (const key of [first, second]) {
      const reply = await call(world.service, callOf(approveApproval, { key, ...decision }))
      expect(reply.status, reply.text).toBe(403)
    }
    await world.recover('--organization', 'quay', '--public-key', fourth.publicKey)
    await succeed(world.service, approveApproval, { key: fourth, ...decision })
  })

  it('two admins of an organization are recovered together', async () => {
    const [{ id }] = [await world.enrolled('quay', 'admin')]
    await world.revoke(id)
    const keys = [third, fourth].flatMap(({ publicKey }) => ['--public-key', publicKey])
    await world.recover('--organization', 'quay', ...keys)
    for (const key of [third, fourth]) await succeed(world.service, listCredentials, { key })
  })
})
