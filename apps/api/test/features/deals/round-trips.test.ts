import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { call } from '../../harness/call.ts'
import { roundTripsOf } from '../../harness/round-trips.ts'
import { World } from '../../harness/world/world.ts'

const world = new World({ short: 3 })
beforeAll(() => world.start())
afterAll(() => world.close())

/** The round trips of the transaction of a write, its commit included. */
async function tripsOf(write: () => Promise<unknown>): Promise<number> {
  const connections = await roundTripsOf(write)
  const trips = connections.find((ofOne) => ofOne.some((sent) => sent.includes('enter'))) ?? []
  const begun = trips.slice(trips.findIndex((sent) => sent.includes('enter')))
  const end = begun.findIndex((sent) => sent.includes('COMMIT'))
  expect(end).toBeGreaterThanOrEqual(0)
  return end + 1
}

const { orders, margin } = world

it.each([
  ['createOrder', 4, () => Promise.resolve(() => orders.create())],
  [
    'acceptOrder',
    6,
    async () => {
      const { id } = await orders.create()
      return () => orders.do('accept', id)
    },
  ],
  [
    'createMarkToMarketRequest',
    4,
    async () => {
      const deal = world.shortDeal()
      const creation = margin.creation(deal, await margin.calculationOf(deal))
      return () => call(world.service, creation)
    },
  ],
  [
    'acceptMarkToMarketRequest',
    5,
    async () => {
      const request = await margin.create(world.shortDeal())
      return () => margin.accept(request)
    },
  ],
])('%s asks the database at most %i times', async (_operation, most, prepare) => {
  const write = await prepare()
  expect(await tripsOf(write)).toBeLessThanOrEqual(most)
})

it('acceptOrder writes both transfers by one statement for each table', async () => {
  const { id } = await orders.create()
  const sent = (await roundTripsOf(() => orders.do('accept', id))).flat(2)
  const timesOf = (statement: string) => sent.filter((title) => title === statement).length
  expect({
    transfers: timesOf('INSERT transfers'),
    journal: timesOf('INSERT journal_transactions'),
    instructions: timesOf('INSERT instructions'),
    deadlines: timesOf('INSERT deadlines'),
    states: timesOf('INSERT state_changes'),
  }).toEqual({ transfers: 1, journal: 1, instructions: 1, deadlines: 1, states: 3 })
})

it('createMarkToMarketRequest finds the wallets of a deal by an index, planned for all values', async () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  await margin.create(world.shortDeal())
  const texts = asked.mock.calls.map(([statement]) => JSON.stringify(statement))
  asked.mockRestore()
  const [found] = texts.filter((text) => text.includes('FOR SHARE OF w'))
  const { text } = JSON.parse(found ?? '{}') as { text: string }
  const plan = await withOwnerClient(world.service.database.url, async (client) => {
    await client.query('SET ROLE vadium_service; SET enable_seqscan = off')
    return (await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${text}`)).rows
  })
  expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toMatch(
    / on orders o .*\n *Index Cond: \(id = /,
  )
})
