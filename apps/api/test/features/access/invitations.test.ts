import { randomUUID } from 'node:crypto'
import { generateKeyPair } from '@vadium/client'
import {
  acceptInvitation,
  createInvitation,
  headerNames,
  listAccounts,
  listAssets,
  listAuditEntries,
  listEvents,
  listNotifications,
  openInvitationsMax,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { call, callOf, succeed } from '../../harness/call.ts'
import { CommandLine } from '../../harness/command-line.ts'
import { hourMs, InvitationWorld, later, now } from '../../harness/invitation-world.ts'

const world = new InvitationWorld()
const { lender, borrowerAdmin, lenderAdmin } = world

/** A quarter of the requests of an organization at once. */
const unsignedMax = 1

beforeAll(() => world.start({ REQUESTS_IN_FLIGHT_PER_ORGANIZATION_MAX: String(4 * unsignedMax) }))
beforeEach(() => world.service.clock.set(now))
afterAll(() => world.close())

describe('an invitation', () => {
  it('lets a colleague in with a key of their own, once the admin has confirmed it', async () => {
    const link = await world.invite(lenderAdmin, { name: 'Grace Hopper', role: 'execution' })
    const opened = await call(world.service, world.openCall(link))
    expect(opened.body).toEqual({
      id: link.id,
      state: 'PENDING',
      offer: {
        organization_id: lender.id,
        organization_name: lender.name,
        account_id: link.accountId,
        name: 'Grace Hopper',
        role: 'execution',
        expire_time: later(24 * hourMs),
        public_key: null,
        installation_id: world.service.services.installationId,
      },
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
    expect(accepted).toMatchObject({ kind: 'request', credential_id: null, outcome: 'ok' })
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
    const [, accepting] = notifications.filter(({ link: { id } }) => id === link.id)
    expect(accepting?.body).toMatch(/The change was made with the link of the invitation\.$/)
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

  it('is accepted within a part of the requests of its organization, which is not kept waiting', async () => {
    const link = await world.invite()
    const proof = world.proof(link, generateKeyPair())
    await withOwnerClient(world.service.database.url, async (client) => {
      await client.query('BEGIN')
      await client.query('SELECT FROM invitations WHERE id = $1 FOR UPDATE', [link.id])
      const asked = world.acceptCall(link, generateKeyPair(), proof)
      const answers = Array.from({ length: unsignedMax + 1 }, () => call(world.service, asked))
      // All others wait for the row.
      const first = await Promise.race(answers)
      expect([first.status, JSON.parse(first.text)]).toMatchObject([
        429,
        { error: { reason: 'OVERLOADED' } },
      ])
      expect((await call(world.service, callOf(listAssets, { key: lenderAdmin }))).status).toBe(200)
      await client.query('ROLLBACK')
      const statuses = (await Promise.all(answers)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(unsignedMax)
    })
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
    expect(await world.issueOf(409, more())).toContain(
      'INVALID_STATE: an organization has at most 100',
    )
    await call(world.service, world.revokeCall(link, borrowerAdmin))
    expect((await call(world.service, more())).status).toBe(200)
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
