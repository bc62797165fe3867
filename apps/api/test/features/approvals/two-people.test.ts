import {
  activateOrganization,
  createAccount,
  createCredential,
  listAssets,
  type Role,
  setApprovalPolicy,
  suspendOrganization,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { ApprovalWorld } from '../../harness/approval-world.ts'
import type { Key } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { isLongRun } from '../../harness/long-run.ts'

const world = new ApprovalWorld()
const { borrower, lender, lenderAdmin, lenderSecondAdmin, operator, secondOperator } = world

beforeAll(async () => {
  await world.start()
  await withOwnerClient(world.service.database.url, (client) =>
    client.query('UPDATE installation SET people_needed = 2'),
  )
})
afterAll(() => world.close())

const statusFor = async (key: Key) =>
  (await call(world.service, callOf(listAssets, { key }))).status

describe('in an installation that asks for two people', () => {
  it('an operator creates a credential only with an admin of its organization', async () => {
    const { own, call: asked } = world.credentialCall(
      operator,
      lender.id,
      lender.accountId,
      'admin',
    )
    const approval = await world.requested(asked)
    expect(approval.decider_id).toBe(lender.id)
    const refusal = await refused(
      world.service,
      403,
      world.callOnApproval('approve', approval, secondOperator),
    )
    expect(refusal.reason).toBe('APPROVER_NOT_PERMITTED')
    expect(await statusFor(own)).toBe(401)
    await world.decide('approve', approval, lenderAdmin)
    expect(await world.carriedOut(approval, operator)).toMatchObject({ state: 'CARRIED_OUT' })
    expect(await statusFor(own)).toBe(200)
  })

  it('a proof that was good when the request was made is good when it is carried out', async () => {
    const { own, call: asked } = world.credentialCall(
      lenderAdmin,
      lender.id,
      lender.accountId,
      'viewer',
    )
    const approval = await world.requested(asked)
    const aged = `UPDATE approvals SET expires_at = expires_at + interval '3 days' WHERE id = '${approval.id}'`
    await withOwnerClient(world.service.database.url, async (client) => {
      await client.query('ALTER TABLE approvals DISABLE TRIGGER USER')
      await client.query(aged)
      await client.query('ALTER TABLE approvals ENABLE TRIGGER USER')
    })
    world.service.clock.set(new Date(world.service.clock.now() + 2 * 86_400_000).toISOString())
    await world.decide('approve', approval, lenderSecondAdmin)
    expect(await world.carriedOut(approval, lenderAdmin)).toMatchObject({ state: 'CARRIED_OUT' })
    expect(await statusFor(own)).toBe(200)
  })

  it('a key of the service is refused, because an approver would see it', async () => {
    const body = { account_id: lender.accountId, role: 'viewer' as Role }
    const reply = await refused(
      world.service,
      422,
      callOf(createCredential, { key: lenderAdmin, body }),
    )
    expect(reply.body.error.details?.[0]?.field).toBe('proof')
  })

  it('the operator onboards an organization that never had an admin', async () => {
    const body = {
      organization_id: world.stranger.id,
      name: 'First admin',
      kind: 'person' as const,
    }
    const account = await succeed(world.service, createAccount, { key: operator, body })
    const { call: asked } = world.credentialCall(operator, world.stranger.id, account.id, 'admin')
    expect((await call(world.service, asked)).status).toBe(200)
    const second = await call(world.service, callOf(createAccount, { key: operator, body }))
    expect(second.status).toBe(202)
  })

  it('one operator suspends an organization, and two activate it', async () => {
    const params = { organization_id: borrower.id }
    await succeed(world.service, suspendOrganization, { key: operator, params })
    const approval = await world.requested(callOf(activateOrganization, { key: operator, params }))
    expect(approval.decider_id).toBe(world.platform.id)
    await world.decide('approve', approval, secondOperator)
    expect(await world.carriedOut(approval, operator)).toMatchObject({ state: 'CARRIED_OUT' })
    expect(await statusFor(world.borrowerKey)).toBe(200)
  })

  it('a policy is changed by two', async () => {
    const set = callOf(setApprovalPolicy, { key: lenderAdmin, body: { rules: [] } })
    const approval = await world.requested(set)
    const own = await refused(
      world.service,
      403,
      world.callOnApproval('approve', approval, lenderAdmin),
    )
    expect(own.reason).toBe('APPROVER_NOT_PERMITTED')
    await world.decide('reject', approval, lenderSecondAdmin)
  })
})

describe.runIf(isLongRun)('an account that the requester created', () => {
  let helper: Key

  beforeAll(async () => {
    const body = { organization_id: world.platform.id, name: 'Helper', kind: 'person' as const }
    const asked = await world.requested(callOf(createAccount, { key: operator, body }))
    await world.decide('approve', asked, secondOperator)
    const { answer } = await world.carriedOut(asked, operator)
    const id = String(answer?.['id'])
    const { own, call: key } = world.credentialCall(operator, world.platform.id, id, 'operator')
    const credential = await world.requested(key)
    await world.decide('approve', credential, secondOperator)
    await world.carriedOut(credential, operator)
    helper = own
    expect(await statusFor(helper)).toBe(200)
  })

  it('may not approve within the time to decide', async () => {
    const params = { organization_id: borrower.id }
    await succeed(world.service, suspendOrganization, { key: operator, params })
    const approval = await world.requested(callOf(activateOrganization, { key: operator, params }))
    const refusal = await refused(
      world.service,
      403,
      world.callOnApproval('approve', approval, helper),
    )
    expect(refusal.reason).toBe('APPROVER_NOT_PERMITTED')
    expect((await world.get(approval.id, helper)).actions).toContainEqual(
      expect.objectContaining({ action: 'approve', available: false }),
    )
    await world.decide('approve', approval, secondOperator)
    await world.carriedOut(approval, operator)
  })
})
