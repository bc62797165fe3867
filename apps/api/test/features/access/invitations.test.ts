import { randomUUID } from 'node:crypto'
import { generateKeyPair } from '@vadium/client'
import {
  acceptInvitation,
  createInvitation,
  headerNames,
  listAccounts,
  listAuditEntries,
  listEvents,
  listInvitations,
  listNotifications,
  openInvitationsMax,
  revokeCredential,
  revokeInvitation,
  setApprovalPolicy,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { rule } from '../../harness/approval-world.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { CommandLine } from '../../harness/command-line.ts'
import { InvitationWorld, type Link } from '../../harness/invitation-world.ts'

/** The database asks by its own clock whether a credential has ended: the tests run ahead of it. */
const now = '2099-01-01T12:00:00.000Z'
const later = (ms: number) => new Date(Date.parse(now) + ms).toISOString()
const hourMs = 3_600_000

const world = new InvitationWorld()
const { lender, borrower, borrowerAdmin, lenderAdmin, lenderSecondAdmin } = world
const nobodysSecret = 'A'.repeat(43)

beforeAll(() => world.start())
beforeEach(() => world.service.clock.set(now))
afterAll(() => world.close())

const revokeCall = ({ id: invitation_id }: Link, key = lenderAdmin) =>
  callOf(revokeInvitation, { key, params: { invitation_id } })

const bare = (text: string) => text.replace(/"request_id":"[^"]*"/, '')

async function issueOf(status: number, options: Parameters<typeof call>[1]) {
  const { body, reason } = await refused(world.service, status, options)
  return `${reason}: ${body.error.details?.[0]?.issue}`
}

describe('an invitation', () => {
  it('lets a colleague in with a key of their own, once the admin has confirmed it', async () => {
    const link = await world.invite(lenderAdmin, { name: 'Grace Hopper', role: 'execution' })
    const opened = await call(world.service, world.openCall(link))
    expect(opened.body).toEqual({
      id: link.id,
      organization_id: lender.id,
      organization_name: lender.name,
      account_id: link.accountId,
      name: 'Grace Hopper',
      role: 'execution',
      state: 'PENDING',
      expire_time: later(24 * hourMs),
      public_key: null,
      installation_id: world.service.services.installationId,
    })
    const key = await world.accept(link)
    expect(await world.statusFor(key)).toBe(401)
    expect(await world.invitation(link)).toMatchObject({
      state: 'ACCEPTED',
      public_key: key.publicKey,
      accept_time: now,
      expire_time: later(7 * 24 * hourMs),
      credential_id: null,
    })

    const { invitation, credential } = await world.confirm(link, key)
    expect(credential).toMatchObject({
      organization_id: lender.id,
      account_id: link.accountId,
      role: 'execution',
      public_key: key.publicKey,
      expire_time: null,
    })
    expect(invitation).toMatchObject({ state: 'CONFIRMED', credential_id: credential.id })
    expect(await world.invitation(link)).toEqual(invitation)
    expect(await world.statusFor(key)).toBe(200)
    const { accounts } = await succeed(world.service, listAccounts, { key: lenderAdmin })
    const { accountId: id } = link
    expect(accounts).toContainEqual({
      id,
      organization_id: lender.id,
      name: 'Grace Hopper',
      kind: 'person',
    })
    expect(await world.faults()).toEqual([])
  })

  it('is in the audit trail, the events and the notifications, which contain nothing secret', async () => {
    const { link, key } = await world.accepted(lenderAdmin, { name: 'Lise Meitner' })
    await world.confirm(link, key)
    await world.service.services.audit.flush()
    const read = { key: lenderAdmin, query: { page_size: 1000 } }
    const { audit_entries: entries } = await succeed(world.service, listAuditEntries, read)
    const [accepted] = entries.filter(
      ({ subject_id, event }) => subject_id === link.id && event === acceptInvitation.id,
    )
    expect(accepted).toMatchObject({ kind: 'credential', credential_id: null, outcome: 'ok' })
    const { events } = await succeed(world.service, listEvents, {
      key: lenderAdmin,
      query: { type: 'invitation.updated', limit: 1000 },
    })
    const changes = events
      .map(({ data }) => data.administrative_change)
      .filter((change) => change?.resource_id === link.id)
    expect(changes.map((change) => [change?.action, change?.by ?? null])).toEqual([
      ['create', lender.id],
      ['accept', null],
      ['confirm', lender.id],
    ])
    const { notifications } = await succeed(world.service, listNotifications, read)
    const titles = notifications
      .filter(({ link: { id } }) => id === link.id)
      .map(({ title, severity }) => [title, severity])
    expect(titles).toEqual([
      ['Invitation confirmed: Lise Meitner (viewer)', 'info'],
      ['Invitation accepted, to be confirmed: Lise Meitner (viewer)', 'warning'],
      ['Invitation created: Lise Meitner (viewer)', 'info'],
    ])
    const all = JSON.stringify([entries, events, notifications])
    expect(all).not.toContain(link.secret)
    expect(all).not.toContain(key.publicKey)
  })

  it('has a secret that is shown once, and of which only a hash is stored', async () => {
    const body = { name: 'Emmy Noether', role: 'viewer' }
    const headers = { [headerNames.idempotencyKey]: randomUUID() }
    const asked = { key: lenderAdmin, body, headers }
    const first = await succeed(world.service, createInvitation, asked)
    const again = await succeed(world.service, createInvitation, asked)
    expect(again).toEqual({ invitation: first.invitation })
    const secret = first.secret ?? ''
    const { rows } = await world.service.database.query(
      `SELECT encode(secret_hash, 'hex') = encode(sha256(convert_to($2, 'UTF8')), 'hex') AS hashed,
         strpos(i::text || k::text, $2) AS place
       FROM invitations i JOIN idempotency_keys k ON strpos(k.answer, i.id::text) > 0
       WHERE i.id = $1`,
      [first.invitation.id, secret],
    )
    expect(rows).toEqual([{ hashed: true, place: 0 }])
  })

  it('is opened while its row is locked, and waits for nobody', async () => {
    const link = await world.invite(lenderAdmin)
    const opened = await withOwnerClient(world.service.database.url, async (client) => {
      await client.query('BEGIN')
      await client.query('SELECT FROM invitations WHERE id = $1 FOR UPDATE', [link.id])
      const answer = await call(world.service, world.openCall(link))
      await client.query('ROLLBACK')
      return answer
    })
    expect(opened.status).toBe(200)
  })

  it('is one of at most so many that are open, and a revoked one makes room', async () => {
    const link = await world.invite(borrowerAdmin)
    await world.service.database.query(
      `ALTER TABLE invitations DISABLE TRIGGER USER;
       INSERT INTO invitations (id, organization_id, account_id, name, role, secret_hash,
         creator_credential_id, creator_account_id, created_at, expires_at)
       SELECT gen_random_uuid(), organization_id, gen_random_uuid(), name, role, secret_hash,
         creator_credential_id, creator_account_id, created_at, expires_at
       FROM invitations CROSS JOIN generate_series(2, ${openInvitationsMax})
       WHERE id = '${link.id}';
       ALTER TABLE invitations ENABLE TRIGGER USER`,
    )
    const body = { name: 'One more', role: 'viewer' }
    const more = () => callOf(createInvitation, { key: borrowerAdmin, body })
    expect(await issueOf(409, more())).toContain('INVALID_STATE: an organization has at most 100')
    await call(world.service, revokeCall(link, borrowerAdmin))
    expect((await call(world.service, more())).status).toBe(200)
  })
})

describe('somebody with a wrong link', () => {
  it('gets one answer, whether the invitation exists or not', async () => {
    const link = await world.invite()
    const wrong = [
      { ...link, secret: nobodysSecret },
      { ...link, id: randomUUID() },
      { ...link, id: randomUUID(), secret: nobodysSecret },
    ]
    const key = generateKeyPair()
    const answers = new Set<string>()
    for (const one of wrong) {
      for (const asked of [world.openCall(one), world.acceptCall(one, key)]) {
        const reply = await refused(world.service, 404, asked)
        expect(reply.reason).toBe('INVITATION_NOT_FOUND')
        answers.add(bare(reply.text))
      }
    }
    expect(answers.size).toBe(1)
    expect(await world.invitation(link)).toMatchObject({ state: 'PENDING', public_key: null })
  })

  it('spends the limit of their address with each request, as with a right one', async () => {
    const link = await world.invite()
    const left: number[] = []
    for (const one of [link, { ...link, secret: nobodysSecret }, link]) {
      const { headers } = await call(world.service, world.openCall(one))
      left.push(Number(headers[headerNames.rateLimitRemaining.toLowerCase()]))
    }
    const [first = 0] = left
    expect(left).toEqual([first, first - 1, first - 2])
  })

  it('is refused what is no secret, no proof or more than 64 KiB, before anything is looked up', async () => {
    const link = await world.invite()
    const accept = (body: object | string) =>
      callOf(acceptInvitation, { params: { invitation_id: link.id }, body })
    const { secret } = link
    const proof = world.proof(link, generateKeyPair())
    for (const body of [{}, { secret: `${secret}=` }, { secret, proof, more: 1 }, { secret: [] }]) {
      expect((await refused(world.service, 400, accept(body))).reason).toBe('BODY_INVALID')
    }
    const huge = JSON.stringify({ secret, proof: 'x'.repeat(70_000) })
    expect((await refused(world.service, 400, accept(huge))).reason).toBe('REQUEST_TOO_LARGE')
    const query = { ...world.openCall(link), target: `/invitations/${link.id}:open?secret=1` }
    expect((await refused(world.service, 400, query)).reason).toBe('REQUEST_MALFORMED')
  })
})

describe('somebody with the link who is not the colleague', () => {
  it('offers the first key, which the admin does not confirm unless it is named', async () => {
    const { link, key: thief } = await world.accepted()
    const colleague = generateKeyPair()
    expect(await issueOf(409, world.acceptCall(link, colleague))).toBe(
      'INVALID_STATE: was accepted with another key: ask your admin for a new invitation',
    )
    expect(await issueOf(422, world.confirmCall(link, colleague))).toBe(
      'VALUE_INVALID: is not the key that was accepted: compare the words again',
    )
    expect(await world.statusFor(thief)).toBe(401)
    expect(await world.statusFor(colleague)).toBe(401)
  })

  it('offers a second key, which is refused, and the organization is notified of it once', async () => {
    const { link, key } = await world.accepted(lenderAdmin, { name: 'Rosa Parks' })
    for (let i = 0; i < 3; i += 1) {
      await refused(world.service, 409, world.acceptCall(link, generateKeyPair()))
    }
    expect(await world.invitation(link)).toMatchObject({ public_key: key.publicKey })
    const { notifications } = await succeed(world.service, listNotifications, {
      key: lenderAdmin,
      query: { page_size: 1000 },
    })
    const title = 'Second key refused for the invitation of Rosa Parks (viewer)'
    const found = notifications.filter((one) => one.title === title)
    expect(found).toMatchObject([{ severity: 'critical', category: 'invitation_changed' }])
  })

  it('is confirmed, and the organization is notified once when the colleague comes afterwards', async () => {
    const { link, key: thief } = await world.accepted(lenderAdmin, { name: 'Hedy Lamarr' })
    const { credential } = await world.confirm(link, thief)
    await refused(world.service, 409, world.acceptCall(link, thief))
    for (let i = 0; i < 2; i += 1) {
      await refused(world.service, 409, world.acceptCall(link, generateKeyPair()))
    }
    const { notifications } = await succeed(world.service, listNotifications, {
      key: lenderAdmin,
      query: { page_size: 1000 },
    })
    const title = 'Second key refused for the invitation of Hedy Lamarr (viewer)'
    const found = notifications.filter((one) => one.title === title)
    expect(found).toMatchObject([{ severity: 'critical' }])
    expect(found[0]?.body).toContain(`revoke the credential ${credential.id}`)
  })

  it.each([2, 20])('is one of %i at once, of whom one is first', async (count) => {
    const link = await world.invite()
    const keys = Array.from({ length: count }, () => generateKeyPair())
    const replies = await Promise.all(
      keys.map(async (key) => {
        const { status } = await call(world.service, world.acceptCall(link, key))
        return { status, key: key.publicKey }
      }),
    )
    const accepted = replies.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(count - 1)
    expect(await world.invitation(link)).toMatchObject({ public_key: accepted[0]?.key })
  })
})

describe('a proof', () => {
  it('is accepted again with the same answer, so a lost answer does no harm', async () => {
    const link = await world.invite()
    const key = generateKeyPair()
    const asked = world.acceptCall(link, key)
    const first = await call(world.service, asked)
    world.service.clock.set(later(hourMs))
    expect((await call(world.service, asked)).body).toEqual(first.body)
    expect((await call(world.service, world.acceptCall(link, key))).body).toEqual(first.body)
  })

  it('is of no use for another invitation, nor with another secret', async () => {
    const { link, key } = await world.accepted()
    const proof = world.proof(link, key)
    const other = await world.invite()
    expect(await issueOf(422, world.acceptCall(other, key, proof))).toContain('VALUE_INVALID')
    await refused(world.service, 404, world.acceptCall({ ...link, secret: other.secret }, key))
    expect(await world.invitation(other)).toMatchObject({ state: 'PENDING' })
  })

  it('is refused to the holder of a key that is enrolled already', async () => {
    const link = await world.invite()
    expect(await issueOf(409, world.acceptCall(link, lenderAdmin))).toContain('ALREADY_EXISTS')
  })

  it('makes one credential, if two invitations were accepted with one key', async () => {
    const key = generateKeyPair()
    const [one, two] = [await world.invite(), await world.invite()]
    await world.accept(one, key)
    await world.accept(two, key)
    await world.confirm(one, key)
    expect(await issueOf(409, world.confirmCall(two, key))).toContain('ALREADY_EXISTS')
    expect(await world.invitation(two)).toMatchObject({ state: 'ACCEPTED', credential_id: null })
  })
})

describe('an invitation that has ended', () => {
  it('is refused from 24 hours after its creation', async () => {
    const link = await world.invite()
    world.service.clock.set(later(24 * hourMs - 1))
    expect((await call(world.service, world.openCall(link))).body).toMatchObject({
      state: 'PENDING',
    })
    world.service.clock.set(later(24 * hourMs))
    const expired = 'INVALID_STATE: has expired: ask your admin for a new one'
    expect(await issueOf(409, world.acceptCall(link, generateKeyPair()))).toBe(expired)
    expect(await world.invitation(link)).toMatchObject({ state: 'EXPIRED' })
  })

  it('is not confirmed from seven days after its acceptance', async () => {
    const { link, key } = await world.accepted()
    world.service.clock.set(later(7 * 24 * hourMs))
    expect(await issueOf(409, world.confirmCall(link, key))).toBe(
      'INVALID_STATE: is EXPIRED: only an ACCEPTED invitation can be confirmed',
    )
  })

  it('is refused once it is revoked, before and after its acceptance', async () => {
    const pending = await world.invite()
    const { link: taken, key } = await world.accepted()
    for (const link of [pending, taken]) {
      // Any admin of the organization takes it away.
      expect((await call(world.service, revokeCall(link, lenderSecondAdmin))).status).toBe(200)
      expect(await issueOf(409, world.acceptCall(link, generateKeyPair()))).toBe(
        'INVALID_STATE: was revoked: ask your admin for a new one',
      )
      expect(await issueOf(409, revokeCall(link))).toContain('is REVOKED already')
    }
    expect(await issueOf(409, world.confirmCall(taken, key))).toContain('is REVOKED')
    expect(await world.statusFor(key)).toBe(401)
  })

  it('is used once: a confirmed one is accepted, confirmed and revoked no more', async () => {
    const { link, key } = await world.accepted()
    await world.confirm(link, key)
    expect(await issueOf(409, world.acceptCall(link, generateKeyPair()))).toContain('was used')
    expect(await issueOf(409, world.acceptCall(link, key))).toContain('was used')
    expect(await issueOf(409, world.confirmCall(link, key))).toContain('is CONFIRMED')
    expect(await issueOf(409, revokeCall(link))).toContain('is CONFIRMED already')
    expect(await world.statusFor(key)).toBe(200)
  })

  it.each(['PENDING', 'ACCEPTED'])(
    'ends with the credential of the admin who made it, while it is %s',
    async (state) => {
      const { link: entry, key: admin } = await world.accepted(lenderAdmin, { role: 'admin' })
      const { credential } = await world.confirm(entry, admin)
      const link = await world.invite(admin)
      const key = state === 'ACCEPTED' ? await world.accept(link) : generateKeyPair()
      await succeed(world.service, revokeCredential, {
        key: lenderAdmin,
        params: { credential_id: credential.id },
      })
      expect(await world.invitation(link)).toMatchObject({ state: 'EXPIRED' })
      expect(await issueOf(409, world.acceptCall(link, key))).toContain('has expired')
      await refused(world.service, 401, world.confirmCall(link, key, admin))
      expect(await issueOf(409, world.confirmCall(link, key))).toContain('is EXPIRED')
      expect(await world.statusFor(key)).toBe(401)
      expect((await call(world.service, revokeCall(link))).body).toMatchObject({ state: 'REVOKED' })
    },
  )
})

describe('a colleague of the admin', () => {
  it('does not confirm what another account created, nor what nobody has accepted', async () => {
    const { link, key } = await world.accepted()
    expect(await issueOf(409, world.confirmCall(link, key, lenderSecondAdmin))).toBe(
      'INVALID_STATE: can only be confirmed by the account that created it',
    )
    const pending = await world.invite()
    expect(await issueOf(409, world.confirmCall(pending, key))).toContain('is PENDING')
  })

  it('confirms at the same moment as a revocation, and one of the two wins', async () => {
    for (let i = 0; i < 4; i += 1) {
      const { link, key } = await world.accepted()
      const asked = [world.confirmCall(link, key), revokeCall(link, lenderSecondAdmin)]
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
      revokeCall(one, borrowerAdmin),
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

describe('the command line', () => {
  it('invites, accepts with a key that it makes, and confirms the key whose words were compared', async () => {
    const { service } = world
    const commands = await CommandLine.open({ admin: { service, key: lenderAdmin } })
    try {
      const invited = await commands.run(
        'invitations',
        'create',
        'Ada Byron',
        'execution',
        '--json',
      )
      expect(invited).toMatchObject({ code: 0, stderr: '' })
      const { invitation, link } = JSON.parse(invited.stdout) as Record<'link', string> & {
        invitation: { id: string }
      }
      expect(link).toMatch(/^http.*\/console\/#invitation=[0-9a-f-]{36}\.[\w-]{43}$/)
      const accepting = ['invitations', 'accept', link, 'ada', '--json', '--yes']
      const accepted = await commands.run(...accepting)
      const shown = JSON.parse(accepted.stdout) as { public_key: string; words: string[] }
      expect(shown.words).toHaveLength(6)
      // An answer that was lost is asked for again, with the same key.
      expect((await commands.run(...accepting)).stdout).toBe(accepted.stdout)
      expect((await commands.run('credentials', 'current', '--profile', 'ada')).code).not.toBe(0)
      const blind = await commands.run('invitations', 'confirm', invitation.id, '--yes')
      expect(blind.stderr).toContain('is required with --yes')
      const { id } = invitation
      const flags = ['--yes', '--public-key', shown.public_key]
      expect(await commands.run('invitations', 'confirm', id, ...flags)).toMatchObject({ code: 0 })
      const current = await commands.run('credentials', 'current', '--profile', 'ada', '--json')
      expect(current.stdout).toContain('"name":"Ada Byron"')
      const cut = await commands.run('invitations', 'accept', link.slice(0, -1), 'other')
      expect(cut.stderr).toContain('is not a whole link')
      expect(cut.stderr).not.toContain(link.slice(-20, -1))
    } finally {
      await commands.remove()
    }
  })
})
