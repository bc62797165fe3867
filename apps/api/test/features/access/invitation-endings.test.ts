import { randomUUID } from 'node:crypto'
import { generateKeyPair } from '@vadium/client'
import { revokeCredential } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { call, refused, succeed } from '../../harness/call.ts'
import { waitersForLocks } from '../../harness/lock-waits.ts'
import { bare, hourMs, InvitationWorld, later, now } from '../../harness/invitation-world.ts'

const world = new InvitationWorld()
const { lenderAdmin, lenderSecondAdmin } = world

beforeAll(() => world.start())
beforeEach(() => world.service.clock.set(now))
afterAll(() => world.close())

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
      const { link: entry, key: admin } = await world.accepted(lenderAdmin, { role: 'admin' })
      const { credential } = await world.confirm(entry, admin)
      const link = await world.invite(admin)
      const key = state === 'ACCEPTED' ? await world.accept(link) : generateKeyPair()
      await succeed(world.service, revokeCredential, {
        key: lenderAdmin,
        params: { credential_id: credential.id },
      })
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

  it.each(['EXPIRED', 'REVOKED', 'CONFIRMED'])(
    'answers its id and state alone while it is %s, and nothing from seven days later on',
    async (state) => {
      const { link, key } = await world.accepted()
      let endMs = 0
      if (state === 'REVOKED') await call(world.service, world.revokeCall(link))
      if (state === 'CONFIRMED') await world.confirm(link, key)
      if (state === 'EXPIRED') endMs = 7 * 24 * hourMs
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
      }
    },
  )

  it('is neither accepted nor confirmed by a request that waits for the end of its creator', async () => {
    const { link: entry, key: admin } = await world.accepted(lenderAdmin, { role: 'admin' })
    const { credential } = await world.confirm(entry, admin)
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
})
