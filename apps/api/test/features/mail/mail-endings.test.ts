import { testMailAddress, updateMailAddress } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callOf, refused, succeed } from '../../harness/call.ts'
import { MailWorld } from '../../harness/mail-world.ts'

const world = new MailWorld()
beforeAll(() => world.start())
afterAll(() => world.close())
beforeEach(() => world.reset())

const address = 'desk@harbor.example'
const dayMs = 24 * 3_600_000
const update = (id: string, body: object, key = world.admin) =>
  succeed(world.service, updateMailAddress, { key, params: { mail_address_id: id }, body })
const greylisted = { at: 'message', code: 451, text: '4.7.1 Greylisted' } as const
const subjectsArriving = async () => (await world.arriving()).map(({ subject }) => subject)

describe('what is old', () => {
  it('is not sent, however long the queue stood still', async () => {
    const { id } = await world.active({ address })
    await world.notify()
    await world.fanOut()
    world.pass(dayMs + 1)
    expect(await subjectsArriving()).toEqual([])
    expect(await world.deliveries(id)).toMatchObject([
      { state: 'NOT_SENT', attempts: 0, error: 'TOO_OLD' },
    ])
  })

  it('is recorded if it was too old before it became a mail, and so is a digest', async () => {
    const { id } = await world.active({ address, digest_time: '08:00' })
    await world.notify()
    await world.notify({ severity: 'info' })
    world.pass(dayMs + 1)
    await world.work()
    expect(await world.deliveries(id)).toMatchObject([
      { kind: 'notification', category: 'transfer_failed', state: 'NOT_SENT', error: 'TOO_OLD' },
    ])
    world.pass(3 * dayMs)
    expect(await subjectsArriving()).toEqual([])
    expect((await world.deliveries(id))[0]).toMatchObject({
      kind: 'digest',
      state: 'NOT_SENT',
      error: 'TOO_OLD',
    })
  })
})

describe('an account without a valid credential', () => {
  it('gets no digest, and nothing that was to be tried again', async () => {
    const { id } = await world.active({ address, digest_time: '08:00' }, world.trader)
    await world.notify({ severity: 'info' })
    await world.notify()
    world.receiver.answer(greylisted)
    await world.work()
    await world.setTraderValid(false)
    try {
      world.pass(5000)
      expect(await subjectsArriving()).toEqual([])
      world.pass(dayMs)
      expect(await subjectsArriving()).toEqual([])
      expect((await world.addresses()).find((one) => one.id === id)).toMatchObject({
        state: 'SUSPENDED',
        suspension: 'NO_CREDENTIAL',
      })
    } finally {
      await world.setTraderValid(true)
    }
  })

  it('gets nothing after another verification that waited before', async () => {
    const { id } = await world.active({ address }, world.trader)
    world.receiver.answer(greylisted)
    await world.notify()
    await world.work()
    await world.setTraderValid(false)
    try {
      await world.notify()
      await world.fanOut()
    } finally {
      await world.setTraderValid(true)
    }
    expect((await world.deliveries(id)).map(({ state }) => state)).toEqual(['NOT_SENT'])
    await world.sendCode(id, world.trader)
    await world.verify(id, await world.codeAt(address), world.trader)
    world.pass(5000)
    expect(await subjectsArriving()).not.toContain('Vadium: transfer failed')
  })
})

describe('a change', () => {
  it('takes content out of mails that wait, and one that is being sent', async () => {
    const { id } = await world.active({ address, content: 'full' })
    await world.notify({ title: 'Zyx Bank owes' })
    world.receiver.answer(greylisted)
    await world.work()
    world.pass(5000)
    world.receiver.answer(greylisted)
    const begun = await world.workers.deliverer.begin(1)
    await update(id, { content: 'title' })
    await Promise.all(begun)
    const before = world.receiver.received.length
    world.pass(dayMs / 2)
    await world.work()
    const later = world.receiver.received.slice(before).map(({ raw }) => raw)
    expect(later.join('')).not.toContain('Zyx')
    expect(await world.deliveries(id)).toMatchObject([{ state: 'NOT_SENT' }])
  })

  it('moves the digest that is being collected, and leaves out what is muted now', async () => {
    const { id } = await world.active({ address, digest_time: '08:00' })
    await world.notify({ severity: 'info', category: 'price_stale' })
    await world.notify({ severity: 'info' })
    await world.fanOut()
    await update(id, { digest_time: '18:00', time_zone: 'Asia/Tokyo' })
    await update(id, { muted_categories: ['price_stale'] })
    const { rows } = await world.service.database.query(
      `SELECT to_char(digest_due_at AT TIME ZONE 'Asia/Tokyo', 'HH24:MI') AS due,
         cardinality(digest_lines) AS lines FROM mail_addresses WHERE id = $1`,
      [id],
    )
    expect(rows).toEqual([{ due: '18:00', lines: 1 }])
    await update(id, { muted_categories: ['price_stale', 'transfer_failed'] })
    world.pass(dayMs)
    expect((await subjectsArriving()).filter((subject) => /\d/.test(subject))).toEqual([])
  })
})

describe('who may only read', () => {
  it('mails nobody with what changes nothing, and asks for few changes and tests', async () => {
    const { id } = await world.active({ address: 'reader@harbor.example' }, world.trader)
    await world.active({ address, shared: true })
    await world.work()
    await update(id, {}, world.trader)
    await update(id, { content: 'title', muted_categories: [] }, world.trader)
    expect(await subjectsArriving()).toEqual([])
    const asked = {
      ...callOf(testMailAddress, { params: { mail_address_id: id } }),
      key: world.trader,
    }
    for (let i = 0; i < 10; i += 1)
      await succeed(world.service, testMailAddress, {
        key: world.trader,
        params: { mail_address_id: id },
      })
    expect(await refused(world.service, 409, asked)).toMatchObject({
      reason: 'MAIL_REQUESTS_LIMITED',
    })
    world.pass(3_600_000)
    await world.wait(id, 500)
    expect(await refused(world.service, 409, asked)).toMatchObject({ reason: 'INVALID_STATE' })
  })
})

describe('a long queue', () => {
  it('has room for what is critical, and the rest is recorded', async () => {
    const { id } = await world.active({ address })
    await world.wait(id, 500)
    await world.notify({ category: 'margin_call_reached', severity: 'critical' })
    await world.notify()
    await world.fanOut()
    const found = (await world.deliveries(id)).filter(({ kind }) => kind === 'notification')
    expect(found.map(({ category, state, error }) => [category, state, error])).toEqual(
      expect.arrayContaining([
        ['margin_call_reached', 'QUEUED', null],
        ['transfer_failed', 'NOT_SENT', 'QUEUE_FULL'],
      ]),
    )
  })
})

describe('a deleted address', () => {
  it('gets a farewell, after which it is erased', async () => {
    const one = await world.active({ address: 'one@harbor.example' })
    const two = await world.active({ address: 'two@harbor.example', shared: true })
    await world.work()
    const before = world.receiver.received.length
    expect(await world.remove(one.id)).toMatchObject({ state: 'DELETED', address: null })
    await world.remove(two.id)
    world.receiver.answer(greylisted)
    await world.work()
    world.pass(1000)
    await world.work()
    const farewells = world.receiver.received.slice(before)
    expect(new Set(farewells.map(({ to }) => to))).toEqual(
      new Set(['one@harbor.example', 'two@harbor.example']),
    )
    expect(await world.deliveries(one.id)).toMatchObject([{ kind: 'farewell', state: 'SENT' }])
    const { rows } = await world.service.database.query(
      'SELECT count(*)::int AS kept FROM mail_deliveries WHERE sealed_recipient IS NOT NULL',
    )
    expect(rows).toEqual([{ kept: 0 }])
  })

  it('gets none if it was never verified', async () => {
    const { id } = await world.add({ address })
    await world.remove(id)
    expect(await subjectsArriving()).toEqual([])
  })
})

describe('the recipient of a farewell', () => {
  it('is erased while no worker runs', async () => {
    const { id } = await world.active({ address })
    await world.remove(id)
    // The clock of the tests is months behind that of the database.
    await world.service.database.query('SELECT forget_mail(1000)')
    expect(await world.deliveries(id)).toMatchObject([
      { kind: 'farewell', state: 'NOT_SENT', error: 'TOO_OLD', attempts: 0 },
    ])
  })
})

describe('a mail that cannot be made', () => {
  it('is put off, and holds up no other', async () => {
    const { id } = await world.active({ address })
    await world.remove(id)
    await world.service.database.query(
      `UPDATE mail_deliveries SET sealed_recipient = decode(repeat('00', 80), 'hex')
       WHERE kind = 'farewell' AND state = 'QUEUED'`,
    )
    await world.work()
    expect(await world.deliveries(id)).toMatchObject([
      { state: 'QUEUED', attempts: 1, reply: null, error: null },
    ])
    expect(world.service.log.join('')).toContain('sending a mail failed')
  })
})

describe('a log that was restored', () => {
  it('is followed from its end, and what is not mailed is recorded', async () => {
    const { id } = await world.active({ address })
    await world.notify()
    await world.service.database.query(
      'UPDATE mail_addresses SET position_nonce = position_nonce + 1 WHERE id = $1',
      [id],
    )
    expect(await subjectsArriving()).toEqual([])
    expect(await world.deliveries(id)).toMatchObject([{ state: 'NOT_SENT', error: 'LOG_RESTORED' }])
    await world.notify()
    expect(await subjectsArriving()).toEqual(['Vadium: transfer failed'])
  })
})

describe('a restored database', () => {
  it('sends the same notification under the same id', async () => {
    const { id } = await world.active({ address })
    const { rows } = await world.service.database.query(
      'SELECT position, position_nonce FROM mail_addresses WHERE id = $1',
      [id],
    )
    await world.notify()
    const [first] = await world.arriving()
    await world.service.database.query('DELETE FROM mail_deliveries WHERE address_id = $1', [id])
    await world.service.database.query(
      'UPDATE mail_addresses SET position = $2, position_nonce = $3 WHERE id = $1',
      [id, rows[0]?.['position'], rows[0]?.['position_nonce']],
    )
    expect((await world.arriving()).map(({ messageId }) => messageId)).toEqual([first?.messageId])
  })
})
