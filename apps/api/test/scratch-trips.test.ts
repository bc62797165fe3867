
import { afterAll, beforeAll, it } from 'vitest'
import { World } from './harness/world/world.ts'
import { roundTripsOf } from './harness/round-trips.ts'

const world = new World({ short: 8 })
beforeAll(() => world.start())
afterAll(() => world.close())
it('counts', async () => {
  const show = async (name: string, work: () => Promise<unknown>) => {
    const trips = await roundTripsOf(work)
    console.log(name, trips.map((t) => t.length).join('+'), '\n' + trips.map((t) => t.map((s, i) => `  ${i + 1}. ${s.map((x) => x.slice(0, 60).replace(/\s+/g, ' ')).join(' | ')}`).join('\n')).join('\n  --\n'))
  }
  for (let i = 0; i < 2; i++) {
    const id = await world.orders.create().then((o) => o.id)
    await world.orders.do('accept', id)
    const call = await world.margin.create(world.shortDeal())
    await world.margin.accept(call)
  }
  let id = ''
  await show('create', async () => { id = (await world.orders.create()).id })
  await show('accept', () => world.orders.do('accept', id))
  let call: any
  const deal = world.shortDeal()
  await show('call', async () => { call = await world.margin.create(deal) })
  await show('accept call', () => world.margin.accept(call))
})
