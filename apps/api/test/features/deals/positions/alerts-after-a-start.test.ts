import { listNotifications } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { succeed } from '../../../harness/call.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 1 })
const { positionId } = world.shortDeal()
beforeAll(() => world.start())
afterAll(() => world.close())

async function runAt(priceUsd: string): Promise<void> {
  await world.setPrice('ETH', priceUsd)
  const { revaluation } = world.service.services
  revaluation.pricesChanged(['ETH'])
  await revaluation.runPending()
}

async function startAgain(): Promise<void> {
  const { revaluation } = world.service.services
  revaluation.everythingChanged()
  await revaluation.runPending()
}

/** As a process of a release before the levels, which kept its alerts only. */
const tellLikeBefore = (standing: boolean) =>
  world.service.database.query('UPDATE margin_alerts SET standing = $2 WHERE position_id = $1', [
    positionId,
    standing,
  ])

async function callsOfLender(): Promise<number> {
  const { notifications } = await succeed(world.service, listNotifications, {
    key: world.lenderKey,
    query: { page_size: 100 },
  })
  return notifications.filter(
    ({ category, link }) => category === 'margin_call_reached' && link.id === positionId,
  ).length
}

it('tells the next fall after an alert that began without its level', async () => {
  await runAt('2500')
  await runAt('5000')
  const before = await callsOfLender()
  await tellLikeBefore(true)
  await startAgain()
  await runAt('2500')
  expect(await callsOfLender()).toBe(before + 1)
})

it('tells a level that is reached and whose alert has ended', async () => {
  await runAt('2500')
  const before = await callsOfLender()
  await tellLikeBefore(false)
  await startAgain()
  expect(await callsOfLender()).toBe(before + 1)
  await startAgain()
  expect(await callsOfLender()).toBe(before + 1)
})
