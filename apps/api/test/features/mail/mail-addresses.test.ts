import {
  createMailAddress,
  deleteMailAddress,
  listNotifications,
  mailCodeBounds,
  mailCodesMax,
  sendMailCode,
  testMailAddress,
  unverifiedAddressesMax,
  updateMailAddress,
  verifyMailAddress,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { MailWorld, unknownId } from '../../harness/mail-world.ts'

const world = new MailWorld()
const { admin: key, trader, otherAdmin } = world
beforeAll(() => world.start())
afterAll(() => world.close())
beforeEach(() => world.reset())

const address = 'desk@harbor.example'
const paramsOf = (id: string) => ({ mail_address_id: id })
const wrong = (code: string) => (code === '12345678' ? '87654321' : '12345678')

const refusalOf = async (status: number, asked: ReturnType<typeof callOf>, by = key) =>
  (await refused(world.service, status, { ...asked, key: by })).reason

describe('an address', () => {
  it('gets nothing but a code until the code is entered, and every change is notified', async () => {
    const made = await world.add({ address: 'Desk+margin@HARBOR.Example', content: 'full' })
    expect(made).toEqual({
      id: made.id,
      address: 'Desk+margin@harbor.example',
      account_id: world.harbor.accountId,
      state: 'UNVERIFIED',
      suspension: null,
      content: 'full',
      muted_categories: [],
      immediate_severity: 'warning',
      digest_time: null,
      time_zone: 'UTC',
      code_expire_time: new Date(world.service.clock.now() + 600_000).toISOString(),
      code_tries_left: mailCodeBounds.tries,
      create_time: world.now,
    })
    await world.notify({ severity: 'critical' })
    const mails = await world.arriving()
    expect(mails.map(({ subject }) => subject)).toEqual(['Vadium: code for this mail address'])
    expect(await world.deliveries(made.id)).toEqual([])
    const code = await world.codeAt('Desk+margin@harbor.example')
    const { verified, mail_address } = await world.verify(made.id, code)
    expect(verified).toBe(true)
    expect(mail_address).toMatchObject({
      state: 'ACTIVE',
      code_expire_time: null,
      code_tries_left: null,
    })
    await succeed(world.service, updateMailAddress, {
      key,
      params: paramsOf(made.id),
      body: { digest_time: '08:00', time_zone: 'Europe/London' },
    })
    await succeed(world.service, deleteMailAddress, { key, params: paramsOf(made.id) })
    expect(await world.addresses()).toEqual([])
    const query = { category: 'mail_address_changed', page_size: 4 } as const
    const { notifications } = await succeed(world.service, listNotifications, { key, query })
    expect(notifications.map(({ title }) => title)).toEqual([
      'Mail address deleted: D…@harbor.example',
      'Mail address changed: D…@harbor.example',
      'Mail address verified: D…@harbor.example',
      'Mail address added: D…@harbor.example',
    ])
    const { rows } = await world.service.database.query(
      'SELECT a.*, d.body FROM mail_addresses a LEFT JOIN mail_deliveries d ON d.address_id = a.id',
    )
    expect(JSON.stringify(rows)).not.toContain('margin@')
    expect(JSON.stringify(rows) + world.service.log.join('')).not.toContain(code)
  })

  it('is verified by the right code only, within its time and its tries, each counted', async () => {
    const { id } = await world.add({ address })
    const code = await world.codeAt(address)
    const asked = callOf(verifyMailAddress, { params: paramsOf(id), body: { code: wrong(code) } })
    const replies = await Promise.all(
      Array.from({ length: mailCodeBounds.tries + 3 }, () =>
        call(world.service, { ...asked, key }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: mailCodeBounds.tries }, () => 200),
      409,
      409,
      409,
    ])
    const right = callOf(verifyMailAddress, { params: paramsOf(id), body: { code } })
    expect(await refusalOf(409, right)).toBe('INVALID_STATE')
    await world.sendCode(id)
    const second = await world.codeAt(address)
    world.pass(mailCodeBounds.minutes * 60_000)
    const late = callOf(verifyMailAddress, { params: paramsOf(id), body: { code: second } })
    expect(await refusalOf(409, late)).toBe('INVALID_STATE')
    await world.sendCode(id)
    expect((await world.verify(id, await world.codeAt(address))).verified).toBe(true)
    expect(await refusalOf(409, callOf(sendMailCode, { params: paramsOf(id) }))).toBe(
      'INVALID_STATE',
    )
  })

  it('is active again after another code, if it was suspended', async () => {
    const { id } = await world.active({ address })
    await world.service.database.query(
      `UPDATE mail_addresses SET state = 'SUSPENDED', suspension = 'REFUSED' WHERE id = $1`,
      [id],
    )
    const asked = callOf(testMailAddress, { params: paramsOf(id) })
    expect(await refusalOf(409, asked)).toBe('INVALID_STATE')
    await world.notify()
    expect(await world.arriving()).toEqual([])
    await world.sendCode(id)
    await world.verify(id, await world.codeAt(address))
    const { kind } = await succeed(world.service, testMailAddress, { key, params: paramsOf(id) })
    expect(kind).toBe('test')
    const subjects = (await world.arriving()).map(({ subject }) => subject)
    expect(subjects).toEqual(
      expect.arrayContaining(['Vadium: mail address changed', 'Vadium: test']),
    )
    expect(subjects).not.toContain('Vadium: transfer failed')
  })

  it('is suspended before the next mail if its account has no valid credential', async () => {
    const { id } = await world.active({ address }, trader)
    const valid = (is: boolean) =>
      world.service.database.query(
        `UPDATE credentials SET expires_at = CASE WHEN $2 THEN NULL ELSE created_at END
         WHERE account_id = $1`,
        [world.colleague.accountId, is],
      )
    await valid(false)
    await world.notify()
    expect(await world.arriving()).toEqual([])
    expect((await world.addresses()).find((one) => one.id === id)).toMatchObject({
      state: 'SUSPENDED',
      suspension: 'NO_CREDENTIAL',
    })
    await valid(true)
  })
})

describe('strangers', () => {
  it('get few codes, and no organization learns what another has asked for', async () => {
    const answers: unknown[] = []
    for (let i = 0; i < mailCodesMax; i += 1) {
      const { id, create_time } = await world.add({ address: `victim+${i}@example.com` })
      answers.push({ id, create_time })
    }
    const fourth = callOf(createMailAddress, { body: { address: 'victim+3@example.com' } })
    expect(await refusalOf(409, fourth)).toBe('MAIL_CODES_LIMITED')
    const own = await world.add({ address: 'other@example.com' }, otherAdmin)
    // Its own first code is sent, so that nobody can keep an address from the others.
    await world.add({ address: 'victim+first@example.com' }, otherAdmin)
    const silent = await world.add({ address: 'Victim@example.com' }, otherAdmin)
    expect({ ...silent, id: own.id, address: own.address }).toEqual(own)
    expect(await world.deliveries(silent.id, otherAdmin)).toEqual([])
    const to = (await world.arriving()).map((mail) => mail.to)
    expect(to.filter((one) => /victim/i.test(one))).toHaveLength(mailCodesMax + 1)
    expect(to).toContain('victim+first@example.com')
    expect(to).toContain('other@example.com')
    world.pass(86_400_000)
    await world.sendCode(silent.id, otherAdmin)
    expect((await world.arriving()).map((mail) => mail.to)).toEqual(['Victim@example.com'])
  })

  it('cannot keep a mailbox from an organization that has verified it', async () => {
    const { id } = await world.active({ address })
    await world.service.database.query(
      `UPDATE mail_addresses SET state = 'SUSPENDED', suspension = 'REFUSED' WHERE id = $1`,
      [id],
    )
    world.pass(86_400_000)
    const theirs = await world.add({ address }, otherAdmin)
    await world.sendCode(theirs.id, otherAdmin)
    await world.sendCode(theirs.id, otherAdmin)
    await world.work()
    for (let i = 0; i < mailCodesMax; i += 1) {
      await world.sendCode(id)
      expect((await world.arriving()).map(({ to }) => to)).toContain(address)
    }
  })

  it('are at most ten in a day, also if they are deleted and all asked for at once', async () => {
    const asked = Array.from({ length: unverifiedAddressesMax + 3 }, async (_, i) => {
      const { status, body } = await call(world.service, {
        ...callOf(createMailAddress, { body: { address: `stranger${i}@example.com` } }),
        key,
      })
      if (status !== 200) return status
      const params = paramsOf((body as { id: string }).id)
      await succeed(world.service, deleteMailAddress, { key, params })
      return status
    })
    const statuses = await Promise.all(asked)
    expect(statuses.filter((status) => status === 200)).toHaveLength(unverifiedAddressesMax)
    expect(statuses.filter((status) => status === 409)).toHaveLength(3)
    expect(await world.arriving()).toEqual([])
  })
})

describe('rights', () => {
  it('an account manages its own addresses, and an admin all', async () => {
    const own = await world.add({ address }, trader)
    const admins = await world.add({ address: 'admin@harbor.example' })
    const shared = await world.add({ address: 'shared@harbor.example', shared: true })
    expect(shared.account_id).toBe(null)
    const seen = async (by = key) => new Set((await world.addresses(by)).map(({ id }) => id))
    expect(await seen()).toEqual(new Set([own.id, admins.id, shared.id]))
    expect(await seen(trader)).toEqual(new Set([own.id, shared.id]))
    expect(await seen(otherAdmin)).toEqual(new Set())
    const removal = (id: string) => callOf(deleteMailAddress, { params: paramsOf(id) })
    expect(await refusalOf(404, removal(admins.id), trader)).toBe('MAIL_ADDRESS_NOT_FOUND')
    expect(await refusalOf(403, removal(shared.id), trader)).toBe('ROLE_NOT_PERMITTED')
    expect(await refusalOf(404, removal(own.id), otherAdmin)).toBe('MAIL_ADDRESS_NOT_FOUND')
    expect(await refusalOf(404, removal(unknownId))).toBe('MAIL_ADDRESS_NOT_FOUND')
    for (const body of [
      { address: 'x@harbor.example', shared: true },
      { address: 'x@harbor.example', content: 'full' },
    ]) {
      const asked = callOf(createMailAddress, { body })
      expect(await refusalOf(403, asked, trader)).toBe('ROLE_NOT_PERMITTED')
    }
    await succeed(world.service, deleteMailAddress, { key, params: paramsOf(own.id) })
  })

  it.each([
    ['an address without a domain', { address: 'desk' }, 400],
    ['two lines', { address: 'desk@harbor.example\r\nBcc: x@example.com' }, 400],
    ['a name that is not ASCII', { address: 'büro@harbor.example' }, 400],
    ['another host in the name', { address: 'desk%example.com@harbor.example' }, 400],
    ['a path of hosts in the name', { address: 'example.com!desk@harbor.example' }, 400],
    ['an address of a machine', { address: 'desk@127.0.0.1' }, 422],
    ['a domain of one word', { address: 'desk@localhost' }, 422],
    ['words after a plus sign', { address: `desk+${'x'.repeat(21)}@harbor.example` }, 422],
    ['an unknown time zone', { address, time_zone: 'Mars/Olympus' }, 422],
    ['an unknown time', { address, digest_time: '24:00' }, 400],
    ['a category that cannot be muted', { address, muted_categories: ['wallet_changed'] }, 400],
  ])('refuses %s', async (_what, body, status) => {
    const reason = await refusalOf(status, callOf(createMailAddress, { body }))
    expect(reason).toBe(status === 400 ? 'BODY_INVALID' : 'VALUE_INVALID')
  })

  it('refuses the same address twice', async () => {
    await world.add({ address })
    const asked = callOf(createMailAddress, { body: { address: address.toUpperCase() } })
    expect(await refusalOf(409, asked)).toBe('ALREADY_EXISTS')
  })
})
