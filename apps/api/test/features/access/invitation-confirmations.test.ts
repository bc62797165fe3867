import { randomUUID } from 'node:crypto'
import {
  createInvitation,
  listInvitations,
  revokeInvitation,
  setApprovalPolicy,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rule } from '../../harness/approval-world.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { bare, InvitationWorld, type Link, now } from '../../harness/invitation-world.ts'

const world = new InvitationWorld()
const { borrower, borrowerAdmin, lenderAdmin, lenderSecondAdmin } = world

beforeAll(() => world.start())
beforeEach(() => world.service.clock.set(now))
afterAll(() => world.close())

describe('a colleague of the admin', () => {
  it('does not confirm what another account created, nor what nobody has accepted', async () => {
    const { link, key } = await world.accepted()
    expect(await world.issueOf(409, world.confirmCall(link, key, lenderSecondAdmin))).toBe(
      'INVALID_STATE: can only be confirmed by the account that created it',
    )
    const pending = await world.invite()
    expect(await world.issueOf(409, world.confirmCall(pending, key))).toContain('is PENDING')
  })

  it.each([
    ['account_id', { accountId: randomUUID() }, 'is not the account of the invitation'],
    ['name', { name: 'Ada' }, 'is not the name in the invitation'],
    ['role', { role: 'admin' }, 'is not the role in the invitation'],
  ])('is refused a confirmation that states another %s', async (field, other, issue) => {
    const { link, key } = await world.accepted()
    const asked = world.confirmCall({ ...link, ...other }, key)
    const { reason, body } = await refused(world.service, 409, asked)
    expect([reason, body.error.details]).toEqual(['INVALID_STATE', [{ field, issue }]])
    expect(await world.statusFor(key)).toBe(401)
  })

  it('confirms twice at once, and one account and one credential exist afterwards', async () => {
    const { link, key } = await world.accepted()
    const asked = [world.confirmCall(link, key), world.confirmCall(link, key)]
    const replies = await Promise.all(asked.map((one) => call(world.service, one)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await world.statusFor(key)).toBe(200)
    expect(await world.faults()).toEqual([])
  })

  it('confirms at the same moment as a revocation, and one of the two wins', async () => {
    for (let i = 0; i < 4; i += 1) {
      const { link, key } = await world.accepted()
      const asked = [world.confirmCall(link, key), world.revokeCall(link, lenderSecondAdmin)]
      if (i % 2 === 1) asked.reverse()
      const replies = await Promise.all(asked.map((one) => call(world.service, one)))
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
      const { state } = await world.invitation(link)
      expect(await world.statusFor(key)).toBe(state === 'CONFIRMED' ? 200 : 401)
    }
  })
})

describe('the admin of another organization', () => {
  it('finds no invitation of it, by any operation', async () => {
    const { link, key } = await world.accepted()
    const missing = { ...link, id: randomUUID() }
    const calls = (one: Link) => [
      world.confirmCall(one, key, borrowerAdmin),
      world.revokeCall(one, borrowerAdmin),
    ]
    for (const [i, asked] of calls(link).entries()) {
      const theirs = await refused(world.service, 404, asked)
      const nobodys = await refused(world.service, 404, calls(missing)[i] ?? asked)
      expect(bare(theirs.text)).toBe(bare(nobodys.text))
    }
    const { invitations } = await succeed(world.service, listInvitations, { key: borrowerAdmin })
    expect(invitations.filter(({ organization_id }) => organization_id !== borrower.id)).toEqual([])
  })

  it('is no operator: the role cannot be invited to', async () => {
    const body = { name: 'An operator', role: 'operator' }
    const asked = callOf(createInvitation, { key: lenderAdmin, body })
    const reply = await refused(world.service, 400, asked)
    expect(reply.reason).toBe('BODY_INVALID')
  })
})

// Confirming creates an account and a credential.
describe.each(['createCredential', 'createAccount'] as const)('a policy for %s', (operation) => {
  it('asks for a second person to confirm, and the colleague is the same person as the admin', async () => {
    await world.policy(lenderAdmin, [rule(operation), rule('setApprovalPolicy')])
    try {
      const { link, key } = await world.accepted(lenderAdmin, { role: 'admin' })
      const approval = await world.requested(world.confirmCall(link, key))
      // All that an approver needs who may not read invitations.
      expect(approval.request.path).toContain(link.id)
      expect(JSON.parse(approval.request.body)).toEqual({
        public_key: key.publicKey,
        account_id: link.accountId,
        name: link.name,
        role: 'admin',
      })
      expect(await world.statusFor(key)).toBe(401)
      expect(await world.invitation(link)).toMatchObject({ state: 'ACCEPTED' })
      const own = await refused(
        world.service,
        403,
        world.callOnApproval('approve', approval, lenderAdmin),
      )
      expect(own.reason).toBe('APPROVER_NOT_PERMITTED')
      await world.decide('approve', approval, lenderSecondAdmin)
      expect(await world.carriedOut(approval, lenderAdmin)).toMatchObject({ state: 'CARRIED_OUT' })
      expect(await world.statusFor(key)).toBe(200)

      const { link: next, key: third } = await world.accepted()
      const another = await world.requested(world.confirmCall(next, third))
      const puppet = world.callOnApproval('approve', another, key)
      expect((await refused(world.service, 403, puppet)).reason).toBe('APPROVER_NOT_PERMITTED')

      await succeed(world.service, revokeInvitation, {
        key: lenderSecondAdmin,
        params: { invitation_id: next.id },
      })
      await world.decide('approve', another, lenderSecondAdmin)
      const outcome = await world.carriedOut(another, lenderAdmin)
      expect(outcome).toMatchObject({ state: 'FAILED', failure: { reason: 'INVALID_STATE' } })
      expect(await world.statusFor(third)).toBe(401)
    } finally {
      const approval = await world.requested(
        callOf(setApprovalPolicy, { key: lenderAdmin, body: { rules: [] } }),
      )
      await world.decide('approve', approval, lenderSecondAdmin)
      await world.carriedOut(approval, lenderAdmin)
    }
  })
})
