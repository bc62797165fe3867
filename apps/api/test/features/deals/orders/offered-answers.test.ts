import { getChat, listChats, listOrders, type Order } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Key } from '../../../harness/book.ts'
import { call, refused, succeed } from '../../../harness/call.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { now, reasonAgainst, World } from '../../../harness/world/world.ts'
import { Threads } from '../../../harness/threads.ts'

const world = new World()
const { book, lender, lenderKey } = world
const later = book.party('later', 'bitgo')
const laterKey = later.credential('execution')
book.scenario.assets.push(
  { symbol: 'XYZ', name: 'Never priced', normalized_symbol: 'XYZ', decimals: 2 },
  { symbol: 'OLD', name: 'Stale', normalized_symbol: 'OLD', decimals: 2 },
)
book.price('OLD', '3', '2026-03-02T11:56:59.999Z')
for (const wallet of book.scenario.wallets) wallet.assets.push('XYZ', 'OLD')

const withoutAgreement = book.deal(lender, later, { state: 'PENDING_ACCEPTANCE' })

const threads = new Threads(world)

beforeAll(async () => {
  await world.start({ PRICE_MAX_AGE_S: '180' })
  const { database } = world.service
  await database.query(
    "UPDATE agreement_versions SET effective_at = '2027-01-01T00:00:00.000Z' WHERE borrower_id = $1",
    [later.id],
  )
})
beforeEach(() => world.service.clock.set(now))
afterAll(() => world.close())

type OfferedAction = Order['actions'][number]

const acceptOf = (actions: readonly OfferedAction[] | undefined) =>
  actions?.find(({ action }) => action === 'accept')

/** The accept action in each place that shows an order: all of them show the same. */
async function offered(id: string, key: Key): Promise<OfferedAction | undefined> {
  const params = { order_id: id }
  const order = await world.orders.get(id, key)
  const { orders } = await succeed(world.service, listOrders, { key, query: {} })
  const entry = (await threads.entries(id, key)).find(({ action }) => action?.resource_id === id)
  const chat = await succeed(world.service, getChat, { key, params })
  const { chats } = await succeed(world.service, listChats, { key, query: {} })
  const listed = orders.find((other) => other.id === id)
  const inList = chats.find(({ order_id: other }) => other === id)
  const places = [order, listed, entry?.action, chat.last_entry?.action, inList?.last_entry?.action]
  const found = places.map((place) => acceptOf(place?.actions))
  expect(found).toEqual(found.map(() => found[0]))
  return found[0]
}

/** All places show why it is not available, and both ways to perform it refuse it. */
async function expectRefused(id: string, key: Key, reason: string): Promise<void> {
  expect(await offered(id, key)).toEqual({ action: 'accept', available: false, reason })
  const party = key === lenderKey ? lender : later
  const asked = {
    ...world.orders.callOf('accept', id, key),
    body: JSON.stringify(world.wallets(party)),
  }
  const answer = await call(world.service, asked)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  const entry = await threads.open(id, key)
  const inThread = threads.resolution(entry, key, 'accept', world.wallets(party))
  expect((await refused(world.service, answer.status, inThread)).body.error.reason).toBe(
    (answer.body as { error: { reason: string } }).error.reason,
  )
  expect(await world.orders.get(id, key)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
}

describe('the action accept', () => {
  it('is offered to the counterparty of an order exactly when it is not refused', async () => {
    const { id } = await world.orders.create()
    expect(await offered(id, lenderKey)).toEqual({
      action: 'accept',
      available: true,
      reason: null,
    })
    await world.orders.do('accept', id)
  })

  it('is not offered when the time to answer has ended', async () => {
    const { id } = await world.orders.create()
    world.service.clock.set('2026-03-03T12:00:00.000Z')
    await expectRefused(id, lenderKey, 'the time to answer has passed')
  })

  it('is not offered without a current price of the asset or the collateral', async () => {
    const lent = await world.orders.create({ asset: 'XYZ' })
    await expectRefused(lent.id, lenderKey, 'XYZ: has no price')
    const pledged = await world.orders.create({ collateral_asset: 'OLD' })
    await expectRefused(pledged.id, lenderKey, 'OLD: its newest price is too old')
  })

  const held: readonly [string, string][] = [
    ['the asset', 'BTC'],
    ['the collateral', 'ETH'],
  ]
  it.each(firstOf(held))(
    'is not offered to a side that has no wallet for %s',
    async (_what, asset) => {
      const { id } = await world.orders.create()
      const { rows } = await world.service.database.query<{ id: string }>(
        `DELETE FROM wallet_assets h USING wallets w
       WHERE w.id = h.wallet_id AND w.organization_id = $1 AND h.asset = $2 RETURNING w.id`,
        [lender.id, asset],
      )
      expect(rows).not.toHaveLength(0)
      const against = async () => reasonAgainst(await world.orders.get(id, lenderKey), 'accept')
      expect(await against()).toBe(`no wallet of this organization holds ${asset}`)
      await world.service.database.query(
        'INSERT INTO wallet_assets (wallet_id, asset) SELECT unnest($1::text[]), $2',
        [rows.map((wallet) => wallet.id), asset],
      )
      expect(await against()).toBeNull()
    },
  )

  it('is not offered for an order without an agreement in effect', async () => {
    await expectRefused(
      withoutAgreement.orderId,
      laterKey,
      'No agreement between the lender and the borrower is in effect.',
    )
  })
})
