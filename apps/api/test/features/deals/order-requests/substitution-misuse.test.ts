import { cancelTransfer } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refused } from '../../../harness/call.ts'
import { Substitutions } from '../../../harness/world/substitutions.ts'
import { unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { requests, borrowerKey } = world
const exchange = new Substitutions(world)
const deals = Array.from({ length: 6 }, () => exchange.deal({ settlement_time_seconds: 3600 }))
const nextDeal = () => unused(deals)

beforeAll(() => exchange.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

it('what goes back cannot be cancelled by who receives it, not even late', async () => {
  const deal = nextDeal()
  const id = await exchange.agreed(deal)
  await exchange.end(deal)
  world.pass(3_600_001)
  const [, back] = await exchange.transfers(deal)
  const cancel = world.callOn(cancelTransfer, { id: back?.id ?? '' }, borrowerKey)
  expect(await refused(world.service, 409, cancel)).toMatchObject({ reason: 'INVALID_STATE' })
  await exchange.end(deal)
  expect(await requests.get(id)).toMatchObject({ status: 'COMPLETED' })
})

it('new collateral that arrives late does not take the place of the old', async () => {
  const deal = nextDeal()
  const id = await exchange.agreed(deal)
  world.pass(3_600_001)
  await exchange.end(deal)
  expect(await requests.get(id)).toMatchObject({ decision: 'keep', keep_reason: 'late' })
  await exchange.end(deal)
  expect(await requests.get(id)).toMatchObject({ status: 'CANCELLED', decision: 'keep' })
})
