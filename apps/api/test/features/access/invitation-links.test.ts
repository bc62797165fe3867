import { randomUUID } from 'node:crypto'
import { generateKeyPair, type KeyPair } from '@vadium/client'
import { acceptInvitation, headerNames, listAuditEntries, listNotifications } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import {
  bare,
  hourMs,
  InvitationWorld,
  later,
  type Link,
  nobodysSecret,
  now,
} from '../../harness/invitation-world.ts'

const world = new InvitationWorld()
const { lenderAdmin } = world

beforeAll(() => world.start())
beforeEach(() => world.service.clock.set(now))
afterAll(() => world.close())

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

  it('spends the limit of requests without a signature, which a right link does not', async () => {
    const link = await world.invite()
    const wrong = { ...link, secret: nobodysSecret }
    const left = async (asked: Parameters<typeof call>[1]) => {
      const { headers } = await call(world.service, asked)
      return Number(headers[headerNames.rateLimitRemaining.toLowerCase()])
    }
    const first = await left(world.openCall(wrong))
    const open = await left(world.openCall(link))
    const key = generateKeyPair()
    expect(await left(world.acceptCall(link, key))).toBe(open - 1)
    expect(await left(world.openCall(link))).toBe(open - 2)
    expect(await left(world.acceptCall(wrong, key))).toBe(first - 1)
    expect(await left({ ...world.openCall(link), body: '{}' })).toBe(first - 2)
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
    expect(await world.issueOf(409, world.acceptCall(link, colleague))).toBe(
      'INVALID_STATE: was accepted with another key: ask your admin for a new invitation',
    )
    expect(await world.issueOf(409, world.confirmCall(link, colleague))).toBe(
      'INVALID_STATE: is not the key that was accepted: compare the words again',
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
    // The link does not answer any more for whom a proof would have to be.
    const nobodys = { ...link, accountId: link.id, organizationId: link.id }
    for (let i = 0; i < 2; i += 1) {
      await refused(world.service, 409, world.acceptCall(nobodys, generateKeyPair()))
    }
    const { notifications } = await succeed(world.service, listNotifications, {
      key: lenderAdmin,
      query: { page_size: 1000 },
    })
    const title = 'Second key refused for the invitation of Hedy Lamarr (viewer)'
    const found = notifications.filter((one) => one.title === title)
    expect(found).toMatchObject([{ severity: 'critical' }])
    expect(found[0]?.body).toContain(`revoke the credential ${credential.id}`)
    expect(found[0]?.body).toContain('No proof of a key is asked for then')
  })

  it('keeps nobody waiting with offers that are refused or repeated', async () => {
    const { link, key } = await world.accepted()
    const pending = await world.invite()
    const asked = [
      world.acceptCall(link, key),
      world.acceptCall(link, generateKeyPair()),
      world.acceptCall(pending, lenderAdmin),
      world.acceptCall(pending, key, world.proof(link, key)),
    ]
    const statuses = await withOwnerClient(world.service.database.url, async (client) => {
      await client.query('BEGIN')
      // The locks of a revocation, for which no offer waits that takes none of them.
      await client.query('SELECT FROM invitations FOR UPDATE')
      await client.query('SELECT FROM credentials FOR UPDATE')
      const replies = await Promise.all(asked.map((one) => call(world.service, one)))
      await client.query('ROLLBACK')
      return replies.map(({ status }) => status)
    })
    expect(statuses).toEqual([200, 409, 409, 422])
  })

  it.each([2, 10])('is one of %i at once, of whom one is first', async (count) => {
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

describe('the audit trail', () => {
  const linesOf = async ({ id }: Link) => {
    await world.service.services.audit.flush()
    const { audit_entries: entries } = await succeed(world.service, listAuditEntries, {
      key: lenderAdmin,
      query: { subject_id: id, page_size: 100 },
    })
    return entries
      .filter(({ credential_id }) => credential_id === null)
      .map(({ kind, event, outcome }) => `${kind} ${event} ${outcome}`)
      .sort()
  }
  const repeated = async (link: Link, key: KeyPair) => {
    for (let i = 0; i < 2; i += 1) {
      await call(world.service, world.openCall(link))
      await call(world.service, world.acceptCall(link, key))
      await call(world.service, world.acceptCall(link, generateKeyPair()))
      const ofAnother = world.proof({ ...link, accountId: link.id }, key)
      await call(world.service, world.acceptCall(link, key, ofAnother))
    }
  }

  it('has each request with the right secret, and of equal ones the first of an hour', async () => {
    const { link, key } = await world.accepted()
    const first = [
      'request acceptInvitation INVALID_STATE',
      'request acceptInvitation INVALID_STATE',
      'request acceptInvitation VALUE_INVALID',
      'request acceptInvitation ok',
      'request acceptInvitation ok',
      'request openInvitation ok',
    ]
    await repeated(link, key)
    // The acceptance and the notification of a second key have lines, committed with them.
    expect(await linesOf(link)).toEqual(first)
    world.service.clock.set(later(hourMs))
    await repeated(link, key)
    const next = [...new Set(first)]
    expect(await linesOf(link)).toEqual([...first, ...next].sort())
  })

  it('has the first key after the confirmation, although an equal refusal came before it', async () => {
    const { link, key } = await world.accepted()
    await world.confirm(link, key)
    const proof = world.proof(link, generateKeyPair())
    await refused(world.service, 409, world.acceptCall(link, key))
    const late = await refused(world.service, 409, world.acceptCall(link, key, proof))
    await refused(world.service, 409, world.acceptCall(link, key, proof))
    const line = 'request acceptInvitation INVALID_STATE'
    expect(await linesOf(link)).toEqual([line, line, 'request acceptInvitation ok'])
    const { rows } = await world.service.database.query(
      'SELECT outcome FROM audit_entries WHERE request_id = $1',
      [late.body.error.request_id],
    )
    expect(rows).toEqual([{ outcome: 'INVALID_STATE' }])
  })

  it('has no line of a request without the secret', async () => {
    const link = await world.invite()
    await call(world.service, world.openCall({ ...link, secret: nobodysSecret }))
    expect(await linesOf(link)).toEqual([])
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
    expect(await world.issueOf(422, world.acceptCall(other, key, proof))).toContain('VALUE_INVALID')
    await refused(world.service, 404, world.acceptCall({ ...link, secret: other.secret }, key))
    expect(await world.invitation(other)).toMatchObject({ state: 'PENDING' })
  })

  it('is refused to the holder of a key that is enrolled already', async () => {
    const link = await world.invite()
    expect(await world.issueOf(409, world.acceptCall(link, lenderAdmin))).toContain(
      'ALREADY_EXISTS',
    )
  })

  it('makes one credential, if two invitations were accepted with one key', async () => {
    const key = generateKeyPair()
    const [one, two] = [await world.invite(), await world.invite()]
    await world.accept(one, key)
    await world.accept(two, key)
    await world.confirm(one, key)
    expect(await world.issueOf(409, world.confirmCall(two, key))).toContain('ALREADY_EXISTS')
    expect(await world.invitation(two)).toMatchObject({ state: 'ACCEPTED', credential_id: null })
  })
})
