import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Of } from '../../../src/features/mail/mail-message.ts'
import { MailWorld } from '../../harness/mail-world.ts'
import { Postfix } from '../../harness/postfix.ts'
import { postfixProgram } from '../../harness/wanted-programs.ts'

const world = new MailWorld()
let postfix: Postfix

/** An address whose code is read where Postfix has left it. */
async function verified(address: string): Promise<string> {
  const { id } = await world.add({ address })
  await world.work()
  const mail = await postfix.arrived('desk', 'The code is')
  const [, code = ''] = /The code is (\d{8})/.exec(mail) ?? []
  expect((await world.verify(id, code)).verified).toBe(true)
  return id
}

/**
 * The hashes of a mail without its first lines: servers have added some before those that were
 * sent.
 */
function sha256sWithin(mail: string): string[] {
  const lines = mail.split('\n')
  return lines.map((_, from) => {
    const own = lines.slice(from).join('\r\n')
    return sha256Of(Buffer.from(own, 'latin1')).toString('hex')
  })
}

describe.skipIf(postfixProgram === undefined)('Postfix', () => {
  beforeAll(async () => {
    await world.start(async ({ port }) => {
      postfix = await Postfix.start(port)
      return postfix.port
    })
  }, 60_000)
  afterAll(async () => {
    await world.close()
    await postfix[Symbol.asyncDispose]()
  })

  it('takes charge of a mail, which arrives as it was sent, and its reply is the proof', async () => {
    const id = await verified('desk@harbor.example')
    await world.notify()
    await world.work()
    const [delivery] = await world.deliveries(id)
    expect(delivery).toMatchObject({
      state: 'SENT',
      server: '127.0.0.1',
      reply: expect.stringMatching(/^250 2\.0\.0 Ok: queued as \w+$/) as unknown,
    })
    const mail = await postfix.arrived('desk', 'A transfer failed')
    expect(mail).toContain(`Message-ID: ${delivery?.message_id}`)
    expect(sha256sWithin(mail)).toContain(delivery?.sha256)
    const queued = delivery?.reply?.split(' ').at(-1)
    expect(await postfix.log()).toContain(`${queued}: message-id=${delivery?.message_id}`)
  })

  it('returns what another server refuses, with the id of the delivery and without the text', async () => {
    const address = 'person@gone.example'
    const { id } = await world.add({ address })
    await world.work()
    await expect.poll(() => world.receiver.received.length, { timeout: 20_000 }).toBe(1)
    const [, code = ''] = /code is (\d{8})/.exec(world.receiver.received[0]?.text ?? '') ?? []
    await world.verify(id, code)
    await world.work()
    // What was sent before reaches the other server in its own time.
    await expect.poll(() => world.receiver.received.length, { timeout: 20_000 }).toBe(2)
    world.receiver.answer({ at: 'recipient', code: 550, text: '5.1.1 Nobody of that name' })
    await world.notify()
    await world.work()
    const [delivery] = await world.deliveries(id)
    expect(delivery?.state).toBe('SENT')
    const notice = await postfix.arrived('vadium', `Original-Envelope-Id: ${delivery?.id}`)
    expect(notice).toContain('Content-Type: multipart/report; report-type=delivery-status')
    expect(notice).toContain(`Final-Recipient: rfc822; ${address}`)
    expect(notice).toMatch(/^Action: failed$/m)
    expect(notice).toMatch(/^Status: 5\.1\.1$/m)
    expect(notice).toContain(`Message-ID: ${delivery?.message_id}`)
    expect(notice).not.toContain('A transfer failed')
  })

  it('refuses a recipient at once whom it does not know', async () => {
    const { id } = await world.add({ address: 'nobody@harbor.example' })
    await world.work()
    const { rows } = await world.service.database.query(
      'SELECT state, reply FROM mail_deliveries WHERE address_id = $1',
      [id],
    )
    expect(rows).toEqual([
      { state: 'REFUSED', reply: expect.stringMatching(/^550 5\.1\.1 <\(address\)>: /) as unknown },
    ])
  })

  it('gets once, after it was killed and started again, what was to be sent meanwhile', async () => {
    const [address] = (await world.addresses()).filter(
      (one) => one.address === 'desk@harbor.example',
    )
    const id = address?.id ?? ''
    await postfix.kill()
    await world.notify({ category: 'price_stale' })
    await world.work()
    const meanwhile = async () =>
      (await world.deliveries(id)).find(({ category }) => category === 'price_stale')
    expect(await meanwhile()).toMatchObject({
      state: 'QUEUED',
      error: 'CONNECTION_FAILED',
    })
    await postfix.begin()
    // A process leaves a server alone for some seconds that it could not speak to.
    world.pass(10_000)
    await world.work()
    const delivery = await meanwhile()
    expect(delivery).toMatchObject({ state: 'SENT', attempts: 2 })
    await postfix.arrived('desk', `Message-ID: ${delivery?.message_id}`)
    const copies = (await postfix.mailbox('desk')).filter((mail) =>
      mail.includes(`Message-ID: ${delivery?.message_id}`),
    )
    expect(copies).toHaveLength(1)
  })
})
