import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MailWorld } from '../../harness/mail-world.ts'

const world = new MailWorld()
beforeAll(() => world.start())
afterAll(() => world.close())
beforeEach(() => world.reset())

/** Claims one mail at a time, as a worker does of which one lane is free. */
async function sendOneByOne(count: number): Promise<string[]> {
  const before = world.receiver.received.length
  for (let i = 0; i < count; i += 1) {
    const [attempt] = await world.workers.deliverer.begin(1)
    await attempt
  }
  return world.receiver.received.slice(before).map(({ to }) => to)
}

it('neither an organization nor an address delays the others, and codes come first', async () => {
  const flood = await world.active({ address: 'flood@harbor.example' })
  const desk = await world.active({ address: 'desk@harbor.example' })
  const quay = await world.active({ address: 'risk@quay.example' }, world.otherAdmin)
  await world.wait(flood.id, 20)
  world.pass(10)
  await world.wait(desk.id, 2)
  await world.wait(quay.id, 1)
  const [first] = await sendOneByOne(1)
  await world.add({ address: 'new@quay.example' }, world.otherAdmin)
  const to = await sendOneByOne(7)
  expect(to[0]).toBe('new@quay.example')
  expect(to.indexOf('risk@quay.example')).toBeLessThanOrEqual(3)
  expect([first, ...to].filter((one) => one === 'desk@harbor.example')).toHaveLength(2)
})

it('no two mails to an address are under way, also if several workers claim', async () => {
  const { id } = await world.active({ address: 'desk@harbor.example' })
  await world.wait(id, 5)
  const claim = async () => {
    const text = `SELECT delivery FROM claim_mail_deliveries($1, gen_random_uuid(), 2, '1 minute')`
    return (await world.service.database.query(text, [world.now])).rows
  }
  expect((await Promise.all([claim(), claim(), claim()])).flat()).toHaveLength(1)
})

it('an organization with a mail under way waits for those that have none', async () => {
  const flood = await world.active({ address: 'flood@harbor.example' })
  const other = await world.active({ address: 'other@harbor.example' })
  const quay = await world.active({ address: 'risk@quay.example' }, world.otherAdmin)
  await world.wait(flood.id, 2)
  await world.wait(other.id, 2)
  world.pass(10)
  await world.wait(quay.id, 1)
  const begun = [
    ...(await world.workers.deliverer.begin(1)),
    ...(await world.workers.deliverer.begin(1)),
  ]
  await Promise.all(begun)
  expect(world.receiver.received.slice(-2).map(({ to }) => to)).toContain('risk@quay.example')
})
