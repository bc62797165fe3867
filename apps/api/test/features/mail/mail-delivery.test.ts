import { updateMailAddress } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '../../harness/call.ts'
import { consoleUrl, mailFrom, MailWorld, unknownId } from '../../harness/mail-world.ts'

const world = new MailWorld()
beforeAll(() => world.start())
afterAll(() => world.close())
beforeEach(() => world.reset())

const address = 'desk@harbor.example'

describe('a mail', () => {
  it('is sent once with its proof, and the server is asked to report failures', async () => {
    const { id } = await world.active({ address })
    await world.notify()
    const [mail, ...others] = await world.arriving()
    expect(others).toEqual([])
    const [delivery] = await world.deliveries(id)
    expect(delivery).toMatchObject({
      mail_address_id: id,
      kind: 'notification',
      category: 'transfer_failed',
      link: { resource: 'transfer', id: unknownId, order_id: null },
      state: 'SENT',
      attempts: 1,
      next_attempt_time: null,
      last_attempt_time: world.now,
      message_id: `<${delivery?.id}@mail.vadium.example>`,
      sha256: mail?.sha256,
      server: '127.0.0.1',
      certificate_sha256: null,
      reply: '250 2.0.0 Ok: queued as 4F1A21',
      error: null,
    })
    expect(mail).toMatchObject({
      to: address,
      messageId: delivery?.message_id,
      subject: 'Vadium: transfer failed',
      envelope: { id: delivery?.id, ret: 'HDRS', notify: 'FAILURE,DELAY' },
    })
    expect(mail?.raw).toContain(`From: Vadium <${mailFrom}>`)
    expect(mail?.text).toBe(`A transfer failed, was rejected or was cancelled.

Severity: warning
Time: ${world.now}
${consoleUrl}/transfers/${unknownId}

-- 
What is mailed to this address, and to which others: ${consoleUrl}/mail
`)
    expect(await world.arriving()).toEqual([])
  })

  it('names the order of what it is about by its number', async () => {
    await world.active({ address })
    const { orderId, orderNumber } = world.deal
    await world.notify({ link: { resource: 'order', id: orderId, order_id: orderId } })
    const [mail] = await world.arriving()
    expect(mail?.subject).toBe(`Vadium: transfer failed, order ${orderNumber}`)
    expect(mail?.text).toContain(`Order: ${orderNumber}\n`)
  })

  it('is sent again under its Message-ID after a temporary refusal, and after an answer that was lost', async () => {
    const { id } = await world.active({ address })
    await world.notify()
    world.receiver.answer({ at: 'message', code: 451, text: '4.3.0 Try again' }, 'drop')
    await world.work()
    expect(await world.deliveries(id)).toMatchObject([
      { state: 'QUEUED', attempts: 1, reply: '451 4.3.0 Try again', error: null },
    ])
    expect(await world.arriving()).toEqual([])
    world.pass(1000)
    await world.work()
    expect(await world.deliveries(id)).toMatchObject([
      { state: 'QUEUED', attempts: 2, reply: null, error: 'UNANSWERED' },
    ])
    // The server may have sent it, so it is left alone for longer.
    world.pass(1_799_000)
    expect(await world.arriving()).toEqual([])
    world.pass(1000)
    await world.work()
    const [delivery] = await world.deliveries(id)
    expect(delivery).toMatchObject({ state: 'SENT', attempts: 3 })
    const sent = world.receiver.received.filter(({ subject }) => subject.includes('failed'))
    expect(new Set(sent.map(({ messageId }) => messageId))).toEqual(new Set([delivery?.message_id]))
    expect(new Set(sent.map(({ sha256 }) => sha256))).toEqual(new Set([delivery?.sha256]))
    expect(sent).toHaveLength(3)
  })

  it('is refused for good by 550, and the address is suspended after three in a row', async () => {
    const other = await world.active({ address: 'other@harbor.example' })
    const { id } = await world.active({ address })
    const refusal = {
      at: 'recipient',
      code: 550,
      text: `5.1.1 <${address}>: no such user`,
    } as const
    for (let i = 0; i < 3; i += 1) await world.notify({ category: 'price_stale' })
    const params = { mail_address_id: other.id }
    await succeed(world.service, updateMailAddress, {
      key: world.admin,
      params,
      body: { muted_categories: ['price_stale'] },
    })
    await world.work()
    expect((await world.deliveries(id)).map(({ state }) => state)).toContain('SENT')
    for (let i = 0; i < 3; i += 1) {
      world.receiver.answer(refusal)
      await world.notify({ category: 'price_stale', severity: 'critical' })
      await world.work()
    }
    const refused = (await world.deliveries(id)).filter(({ state }) => state === 'REFUSED')
    expect(refused).toHaveLength(3)
    expect(refused[0]).toMatchObject({ reply: '550 5.1.1 <(address)>: no such user', attempts: 1 })
    const suspended = (await world.addresses()).find((one) => one.id === id)
    expect(suspended).toMatchObject({ state: 'SUSPENDED', suspension: 'REFUSED' })
    await world.work()
    expect(world.receiver.received.at(-1)).toMatchObject({
      to: 'other@harbor.example',
      subject: 'Vadium: mail address changed',
    })
    await world.notify()
    const to = (await world.arriving()).map((mail) => mail.to)
    expect(to).toEqual(['other@harbor.example'])
  })

  it('is tried no longer after a day', async () => {
    const { id } = await world.active({ address })
    await world.notify()
    world.receiver.answer(
      { at: 'message', code: 451, text: '4.3.0 Try again' },
      { at: 'message', code: 451, text: '4.3.0 Try again' },
    )
    await world.work()
    world.pass(24 * 3_600_000)
    await world.work()
    expect(await world.deliveries(id)).toMatchObject([
      { state: 'NOT_SENT', attempts: 2, reply: '451 4.3.0 Try again', next_attempt_time: null },
    ])
  })

  it('is a digest of what is less severe, once a day, without what is muted', async () => {
    const body = { digest_time: '08:00', muted_categories: ['webhook_disabled' as const] }
    const { id } = await world.active({ address, ...body })
    await world.notify({ category: 'webhook_disabled', severity: 'critical' })
    for (let i = 0; i < 52; i += 1) await world.notify({ severity: 'info' })
    expect(await world.arriving()).toEqual([])
    world.pass(24 * 3_600_000)
    const [mail, ...others] = await world.arriving()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Vadium: 52 notifications')
    expect(mail?.text.match(/^- A transfer failed/gm)).toHaveLength(50)
    expect(mail?.text).toContain('And 2 more: see the notifications of the console.')
    expect(await world.deliveries(id)).toMatchObject([{ kind: 'digest', state: 'SENT' }])
    world.pass(24 * 3_600_000)
    expect(await world.arriving()).toEqual([])
  })
})
