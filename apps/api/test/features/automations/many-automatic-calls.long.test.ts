import { setAutomation } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AutomationWorld } from '../../harness/automation-world.ts'
import { succeed } from '../../harness/call.ts'
import { copyDeals } from '../../harness/many-deals.ts'

const world = new AutomationWorld()
const { book, borrower, lender, lenderAdmin, stranger } = world
book.agreement(stranger, borrower)
const strangerAdmin = stranger.colleague('admin')
const short = { collateral_quantity: '300' }
const many = book.deal(lender, borrower, short)
const few = book.deal(stranger, borrower, short)

beforeAll(async () => {
  await world.start()
  await copyDeals(world.service.database, [
    [many, 999],
    [few, 4],
  ])
}, 60_000)
afterAll(() => world.close())

/** How many automatic requests each lender has. */
async function requested(): Promise<[many: number, few: number]> {
  const { rows } = await world.service.database.query(
    `SELECT count(*) FILTER (WHERE creator_id = $1)::int AS many,
       count(*) FILTER (WHERE creator_id = $2)::int AS few
     FROM mark_to_market_requests WHERE automation_version IS NOT NULL`,
    [lender.id, stranger.id],
  )
  return [Number(rows[0]?.['many']), Number(rows[0]?.['few'])]
}

describe('a market cut of a thousand positions', () => {
  it('calls each once, in the end, and another organization waits for a part of them only', async () => {
    await world.set('market_cut', null, lenderAdmin)
    await succeed(world.service, setAutomation, {
      key: strangerAdmin,
      body: { counterparty_id: borrower.id, calls: 'market_cut' },
    })
    world.toNextCut()
    const { automationWorker } = world.service.services
    // The first run makes calls due, and the second decides them.
    await automationWorker.runDue()
    expect(await requested()).toEqual([0, 0])
    await automationWorker.runDue()
    expect(await requested()).toEqual([250, 5])
    await world.call()
    expect(await requested()).toEqual([1000, 5])
    await world.call()
    expect(await requested()).toEqual([1000, 5])
  }, 120_000)
})
