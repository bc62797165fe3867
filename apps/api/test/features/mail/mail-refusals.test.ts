import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  refusesAddress,
  refusesMessage,
  replyClassOf,
} from '../../../src/features/mail/reply-class.ts'
import { MailWorld } from '../../harness/mail-world.ts'

const address = 'private.person@harbor.example'

describe('a reply', () => {
  it.each([
    ['550 5.1.1 <a@b.example>: no such user', true],
    ['550-5.1.1 The account\n550 5.1.1 does not exist', true],
    ['550 5.2.1 disabled', true],
    ['556 5.1.10 null MX', true],
    ['550 No such user', true],
    ['553 mailbox name not allowed', true],
    ['554 no', false],
    ['554 5.7.1 Sender address rejected', false],
    ['550 5.7.1 relaying denied', false],
    ['530 5.7.0 Authentication required', false],
    ['550 5.4.5 Daily user sending limit exceeded', false],
    ['552 5.2.2 mailbox full', false],
    ['450 4.1.1 try again', false],
  ])('%s to the recipient says something of the address: %s', (reply, expected) => {
    expect(refusesAddress(reply)).toBe(expected)
  })

  it('about a message is for good if it is not about the system', () => {
    expect(refusesMessage('554 5.7.1 rejected as spam')).toBe(true)
    expect(refusesMessage('552 too big')).toBe(true)
    expect(refusesMessage('550 5.4.5 quota exceeded')).toBe(false)
    expect(refusesMessage('451 4.3.0 later')).toBe(false)
    expect(replyClassOf('550 5.1.1 a')).toBe('550 5.1.1')
    expect(replyClassOf('550 a')).toBe('550')
  })
})

describe('a refusal', () => {
  const world = new MailWorld()
  beforeAll(() => world.start())
  afterAll(() => world.close())
  beforeEach(() => world.reset())

  const stateOf = async (id: string) =>
    (await world.addresses()).find((one) => one.id === id)?.state

  it('is about the sender and suspends no address, and the mail is sent later', async () => {
    const { id } = await world.active({ address })
    const refusal = { at: 'recipient', code: 554, text: '5.7.1 Sender address rejected' } as const
    world.receiver.answer(refusal, refusal, refusal)
    for (let i = 0; i < 3; i += 1) await world.notify()
    await world.work()
    expect(await stateOf(id)).toBe('ACTIVE')
    world.pass(600_000)
    await world.work()
    expect((await world.deliveries(id)).map(({ state }) => state)).toEqual(['SENT', 'SENT', 'SENT'])
  })

  it('is about a message and ends that mail only', async () => {
    const { id } = await world.active({ address })
    const refusal = { at: 'message', code: 554, text: '5.7.1 spam' } as const
    for (let i = 0; i < 3; i += 1) {
      world.receiver.answer(refusal)
      await world.notify()
      await world.work()
    }
    expect((await world.deliveries(id)).map(({ state }) => state)).toEqual(
      Array.from({ length: 3 }, () => 'REFUSED'),
    )
    expect(await stateOf(id)).toBe('ACTIVE')
  })

  it('alike of different addresses suspends none, and is logged', async () => {
    const one = await world.active({ address })
    const two = await world.active({ address: 'other@harbor.example' })
    await world.work()
    const refusal = { at: 'recipient', code: 550, text: '5.1.1 unknown' } as const
    for (let i = 0; i < 4; i += 1) {
      world.receiver.answer(refusal, refusal)
      await world.notify()
      await world.work()
    }
    expect([await stateOf(one.id), await stateOf(two.id)]).toEqual(['ACTIVE', 'ACTIVE'])
    expect(world.service.log.join('')).toContain('refuses different addresses alike')
  })

  it('is logged without the address', async () => {
    await world.active({ address })
    await world.notify()
    world.receiver.answer({ at: 'recipient', code: 450, text: `4.2.0 <${address}>: Greylisted` })
    await world.work()
    const log = world.service.log.join('')
    expect(log).toContain('4.2.0 <(address)>: Greylisted')
    expect(log).not.toContain('private.person@')
  })

  it('is kept without the address, if that was erased meanwhile', async () => {
    const { id } = await world.active({ address })
    await world.notify()
    await world.fanOut()
    world.receiver.answer({ at: 'recipient', code: 550, text: `5.1.1 <${address}>: unknown` })
    const begun = await world.workers.deliverer.begin(1)
    await world.remove(id)
    await Promise.all(begun)
    expect((await world.deliveries(id)).find(({ kind }) => kind === 'notification')).toMatchObject({
      state: 'REFUSED',
      reply: '550 5.1.1 <(address)>: unknown',
    })
  })
})

describe('a server that cannot be spoken to', () => {
  it('is left alone by all mails, for longer after each failure', async () => {
    const world = new MailWorld()
    await world.start()
    const { id } = await world.active({ address })
    await world.wait(id, 1)
    const { id: other } = await world.active({ address: 'other@harbor.example' })
    await world.wait(other, 1)
    await world.receiver[Symbol.asyncDispose]()
    await Promise.all(await world.workers.deliverer.begin(1))
    expect(await world.workers.deliverer.begin(1)).toEqual([])
    world.pass(1000)
    await Promise.all(await world.workers.deliverer.begin(1))
    world.pass(1000)
    expect(await world.workers.deliverer.begin(1)).toEqual([])
    world.pass(1000)
    const begun = await world.workers.deliverer.begin(1)
    expect(begun).toHaveLength(1)
    await Promise.all(begun)
    await world.close()
  })
})
