import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refused } from '../../../harness/call.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
const { book, lender, borrower, lenderKey, borrowerKey } = world
book.scenario.assets.push(
  { symbol: 'XYZ', name: 'Never priced', normalized_symbol: 'XYZ', decimals: 2 },
  { symbol: 'OLD', name: 'Stale', normalized_symbol: 'OLD', decimals: 2 },
)
book.price('OLD', '3', '2026-03-02T11:56:59.999Z')
for (const wallet of book.scenario.wallets) wallet.assets.push('XYZ', 'OLD')

beforeAll(() => world.start({ PRICE_MAX_AGE_S: '180' }))
afterAll(() => world.close())

describe('accept: 200 OK', () => {
  it('returns 200 to the borrower for an order of the lender', async () => {
    const { id } = await world.orders.create(world.wallets(lender), lenderKey)
    const order = await world.orders.do('accept', id, borrowerKey)
    expect(order).toMatchObject({
      status: 'ACCEPTED',
      borrower_asset_wallet_id: borrower.wallet('BTC'),
    })
  })
})

describe('409 Conflict', () => {
  it('returns 409 when the creator has been suspended since', async () => {
    const { id } = await world.orders.create()
    const setStatus = (status: string) =>
      world.service.database.query('UPDATE organizations SET status = $2 WHERE id = $1', [
        borrower.id,
        status,
      ])
    await setStatus('suspended')
    const reply = await refused(world.service, 409, world.orders.callOf('accept', id))
    expect(reply.body.error).toMatchObject({
      reason: 'INVALID_STATE',
      details: [{ field: 'creator_id' }],
    })
    await setStatus('active')
    await world.orders.do('accept', id)
  })
})

describe('424 Failed Dependency', () => {
  it('returns 424 when the price of the collateral is stale', async () => {
    const { id } = await world.orders.create({ collateral_asset: 'OLD' })
    const reply = await refused(world.service, 424, world.orders.callOf('accept', id))
    expect(reply.body.error).toMatchObject({ reason: 'PRICE_STALE', details: [{ field: 'OLD' }] })
  })
})
