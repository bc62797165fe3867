import { randomUUID } from 'node:crypto'
import { generateKeyPair } from '@vadium/client'
import { headerNames, listAuditEntries, revokeCredential } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { call, refused, succeed } from '../../harness/call.ts'
import { waitersForLocks } from '../../harness/lock-waits.ts'
import {
  bare,
  hourMs,
  InvitationWorld,
  later,
  type Link,
  now,
} from '../../harness/invitation-world.ts'

const world = new InvitationWorld()
const { lenderAdmin, lenderSecondAdmin } = world

beforeAll(() => world.start())
beforeEach(() => world.service.clock.set(now))
afterAll(() => world.close())

const limit = headerNames.rateLimit.toLowerCase()
const left = headerNames.rateLimitRemaining.toLowerCase()

/** An admin of the lender who was invited, and whose credential can end. */
async function anotherAdmin() {
  const { link, key: admin } = await world.accepted(lenderAdmin, { role: 'admin' })
  const { credential } = await world.confirm(link, admin)
  const revoke = () =>
    succeed(world.service, revokeCredential, {
      key: lenderAdmin,
      params: { credential_id: credential.id },
    })
  return { admin, credential, revoke }
}

/** The lines of the audit trail of refused requests with a link. */
async function refusedLines({ id }: Pick<Link, 'id'>): Promise<string[]> {
  await world.service.services.audit.flush()
  const { audit_entries: entries } = await succeed(world.service, listAuditEntries, {
    key: lenderAdmin,
    query: { subject_id: id, page_size: 100 },
  })
  return entries
    .filter(({ credential_id, outcome }) => credential_id === null && outcome !== 'ok')
    .map(({ event, outcome }) => `${event} ${outcome}`)
}

describe('an invitation that has ended', () => {
  it('is refused from 24 hours after its creation', async () => {
    const link = await world.invite()
    world.service.clock.set(later(24 * hourMs - 1))
    expect((await call(world.service, world.openCall(link))).body).toMatchObject({
      state: 'PENDING',
    })
    world.service.clock.set(later(24 * hourMs))
    const expired = 'INVALID_STATE: has expired: ask your admin for a new one'
    expect(await world.issueOf(409, world.acceptCall(link, generateKeyPair()))).toBe(expired)
    expect(await world.invitation(link)).toMatchObject({ state: 'EXPIRED' })
  })

  it('is not confirmed from seven days after its acceptance', async () => {
    const { link, key } = await world.accepted()
    world.service.clock.set(later(7 * 24 * hourMs))
    expect(await world.issueOf(409, world.confirmCall(link, key))).toBe(
      'INVALID_STATE: is EXPIRED: only an ACCEPTED invitation can be confirmed',
    )
  })

  it('is refused once it is revoked, before and after its acceptance', async () => {
    const pending = await world.invite()
    const { link: taken, key } = await world.accepted()
    for (const link of [pending, taken]) {
      // Any admin of the organization takes it away.
      expect((await call(world.service, world.revokeCall(link, lenderSecondAdmin))).status).toBe(
        200,
      )
      expect(await world.issueOf(409, world.acceptCall(link, generateKeyPair()))).toBe(
        'INVALID_STATE: was revoked: ask your admin for a new one',
      )
      expect(await world.issueOf(409, world.revokeCall(link))).toContain('is REVOKED already')
    }
    expect(await world.issueOf(409, world.confirmCall(taken, key))).toContain('is REVOKED')
    expect(await world.statusFor(key)).toBe(401)
  })

  it('is used once: a confirmed one is accepted, confirmed and revoked no more', async () => {
    const { link, key } = await world.accepted()
    await world.confirm(link, key)
    expect(await world.issueOf(409, world.acceptCall(link, generateKeyPair()))).toContain(
      'was used',
    )
    expect(await world.issueOf(409, world.acceptCall(link, key))).toContain('was used')
    expect(await world.issueOf(409, world.confirmCall(link, key))).toContain('is CONFIRMED')
    expect(await world.issueOf(409, world.revokeCall(link))).toContain('is CONFIRMED already')
    expect(await world.statusFor(key)).toBe(200)
  })

  it.each(['PENDING', 'ACCEPTED'])(
    'ends with the credential of the admin who made it, while it is %s',
    async (state) => {
      const { admin, revoke } = await anotherAdmin()
      const link = await world.invite(admin)
      const key = state === 'ACCEPTED' ? await world.accept(link) : generateKeyPair()
      await revoke()
      expect(await world.invitation(link)).toMatchObject({ state: 'EXPIRED' })
      expect(await world.issueOf(409, world.acceptCall(link, key))).toContain('has expired')
      await refused(world.service, 401, world.confirmCall(link, key, admin))
      expect(await world.issueOf(409, world.confirmCall(link, key))).toContain('is EXPIRED')
      expect(await world.statusFor(key)).toBe(401)
      expect((await call(world.service, world.revokeCall(link))).body).toMatchObject({
        state: 'REVOKED',
      })
    },
  )

  it.each([
    ['EXPIRED', 'by its time'],
    ['EXPIRED', 'with its creator'],
    ['REVOKED', 'by an admin'],
    ['CONFIRMED', 'by its creator'],
  ])(
    'answers its id and state alone while it is %s %s, and nothing from seven days later on',
    async (state, how) => {
      const { admin, revoke } = await anotherAdmin()
      const { link, key } = await world.accepted(admin)
      let endMs = 0
      if (state === 'REVOKED') await call(world.service, world.revokeCall(link))
      if (state === 'CONFIRMED') await world.confirm(link, key, admin)
      if (how === 'by its time') endMs = 7 * 24 * hourMs
      if (how === 'with its creator') await revoke()
      world.service.clock.set(later(endMs + 7 * 24 * hourMs - 1))
      const opened = await call(world.service, world.openCall(link))
      expect(opened.body).toEqual({ id: link.id, state, offer: null })
      await refused(world.service, 409, world.acceptCall(link, key))
      world.service.clock.set(later(endMs + 7 * 24 * hourMs))
      for (const asked of [world.openCall(link), world.acceptCall(link, key)]) {
        const gone = await refused(world.service, 404, asked)
        const nobodys = await refused(world.service, 404, {
          ...asked,
          target: asked.target.replace(link.id, randomUUID()),
        })
        expect(bare(gone.text)).toBe(bare(nobodys.text))
        expect(Object.keys(gone.headers)).toEqual(Object.keys(nobodys.headers))
        expect(gone.headers[limit]).toBe(nobodys.headers[limit])
        // Each of them spends the limit of unsigned requests.
        expect(Number(gone.headers[left])).toBe(Number(nobodys.headers[left]) + 1)
      }
      // Before it was forgotten.
      expect(await refusedLines(link)).toEqual(['acceptInvitation INVALID_STATE'])
    },
  )

  it('is forgotten seven days after it expired, even if it is revoked later', async () => {
    const link = await world.invite()
    world.service.clock.set(later(8 * 24 * hourMs - 1))
    await call(world.service, world.revokeCall(link))
    expect((await call(world.service, world.openCall(link))).body).toMatchObject({
      state: 'REVOKED',
    })
    world.service.clock.set(later(8 * 24 * hourMs))
    await refused(world.service, 404, world.openCall(link))
  })

  it('is neither accepted nor confirmed by a request that waits for the end of its creator', async () => {
    const { admin, credential } = await anotherAdmin()
    const pending = await world.invite(admin)
    const { link: taken, key } = await world.accepted(admin)
    const { url } = world.service.database
    const replies = await withOwnerClient(url, async (client) => {
      await client.query('BEGIN')
      const revoke = 'UPDATE credentials SET revoked_at = now() WHERE id = $1'
      await client.query(revoke, [credential.id])
      const asked = [
        world.acceptCall(pending, generateKeyPair()),
        world.confirmCall(taken, key, admin),
      ]
      const answers = asked.map((one) => call(world.service, one))
      await waitersForLocks(world.service.database, asked.length)
      await client.query('COMMIT')
      return Promise.all(answers)
    })
    expect(replies.map(({ status }) => status)).toEqual([409, 409])
    for (const { text } of replies) expect(text).toContain('INVALID_STATE')
    expect(await world.statusFor(key)).toBe(401)
    expect(await world.faults()).toEqual([])
  })
  it('has a line in the audit trail if it ends while an acceptance is repeated after a conflict', async () => {
    const link = await world.invite()
    const { url } = world.service.database
    const status = await withOwnerClient(url, async (client) => {
      await client.query(conflictOnce)
      await client.query('SELECT pg_advisory_lock(1)')
      const answer = call(world.service, world.acceptCall(link, generateKeyPair()))
      await waitersForLocks(world.service.database, 1)
      world.service.clock.set(later(24 * hourMs))
      await client.query('SELECT pg_advisory_unlock(1)')
      const reply = await answer
      await client.query('DROP FUNCTION conflict_once CASCADE; DROP SEQUENCE conflicts')
      return reply.status
    })
    expect(status).toBe(409)
    expect(await refusedLines(link)).toEqual(['acceptInvitation INVALID_STATE'])
  })
})

/** The first change of an invitation waits at its commit, and is then undone. */
const conflictOnce = `
  CREATE SEQUENCE conflicts;
  CREATE FUNCTION conflict_once() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(1);
    IF nextval('conflicts') = 1 THEN
      RAISE EXCEPTION 'a conflict' USING ERRCODE = 'serialization_failure';
    END IF;
    RETURN NULL;
  END
  $$;
  CREATE CONSTRAINT TRIGGER conflict_once AFTER UPDATE ON invitations
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION conflict_once()`
