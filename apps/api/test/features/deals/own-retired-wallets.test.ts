import {
  acceptMarkToMarketRequest,
  changeOrderWallets,
  disputeMarkToMarketRequest,
  getPosition,
  type Order,
  retireWallet,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { ApprovalWorld } from '../../harness/approval-world.ts'
import type { Party } from '../../harness/book.ts'
import { call, type CallOptions, callOf, refused, succeed } from '../../harness/call.ts'
import { addedWallet } from '../../harness/deal-wallets.ts'
import { waitersForLocks } from '../../harness/lock-waits.ts'
import { reasonAgainst } from '../../harness/world/world.ts'

const world = new ApprovalWorld({ short: 15 })
const { margin, orders, requests } = world
const sides = {
  lender: { party: world.lender, key: world.lenderKey, admin: world.lenderAdmin },
  borrower: { party: world.borrower, key: world.borrowerKey, admin: world.borrowerAdmin },
}
type Side = keyof typeof sides
type Leg = 'asset' | 'collateral'
beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** An active deal in which each side has wallets that no other deal names. */
async function newDeal() {
  const { database } = world.service
  const { orderId, positionId } = world.shortDeal()
  const named = {
    lender: await newWallets(world.lender),
    borrower: await newWallets(world.borrower),
  }
  await database.query(
    `UPDATE orders SET lender_asset_wallet_id = $2, lender_collateral_wallet_id = $3,
       borrower_asset_wallet_id = $4, borrower_collateral_wallet_id = $5 WHERE id = $1`,
    [orderId, ...Object.values(named.lender), ...Object.values(named.borrower)],
  )
  const retire = (side: Side, leg: Leg) => succeed(world.service, retireWallet, retiring(side, leg))
  const retiring = (side: Side, leg: Leg) => ({
    key: sides[side].admin,
    body: { wallet_id: named[side][`${leg}_wallet_id`] },
  })
  return {
    order: { id: orderId, position_id: positionId },
    named,
    retire,
    retireCall: (side: Side, leg: Leg) => callOf(retireWallet, retiring(side, leg)),
  }
}

/** A new wallet of a party for each of the assets of a deal. */
const newWallets = async (of: Party) => ({
  asset_wallet_id: await addedWallet(world.service.database, of, { assets: ['BTC'] }),
  collateral_wallet_id: await addedWallet(world.service.database, of, { assets: ['ETH'] }),
})

/** Names new wallets of a side for a deal. */
async function renamed({ id }: Pick<Order, 'id'>, side: Side) {
  const { party, key } = sides[side]
  const body = await newWallets(party)
  await succeed(world.service, changeOrderWallets, { key, params: { order_id: id }, body })
  return body
}

/** Expects a refusal for the retired wallet of a leg, which names the way out. */
async function expectRefused(attempt: CallOptions, leg: Leg, wallet: string) {
  const reply = await refused(world.service, 422, attempt)
  expect(reply.reason).toBe('WALLET_RETIRED')
  expect(reply.body.error.details).toEqual([
    { field: `${leg}_wallet_id`, issue: issueOf(leg), value: wallet },
  ])
}
const issueOf = (leg: Leg) =>
  `the ${leg} wallet of this organization is retired: change_wallets of the order names another one`

const positionOf = ({ position_id }: Pick<Order, 'position_id'>, side: Side) =>
  succeed(world.service, getPosition, {
    key: sides[side].key,
    params: { position_id: position_id ?? '' },
  })
const answer = (operation: typeof acceptMarkToMarketRequest, id: string, body?: object) =>
  world.callOn(operation, { id }, world.borrowerKey, body)

describe('a margin call', () => {
  it('needs a collateral wallet of its creator in use, and another one makes it possible', async () => {
    const { order, named, retire } = await newDeal()
    await retire('lender', 'collateral')
    const calculation = await margin.calculationOf(order)
    const { collateral_wallet_id: wallet } = named.lender
    await expectRefused(margin.creation(order, calculation), 'collateral', wallet)
    const { actions } = await positionOf(order, 'lender')
    expect(reasonAgainst({ actions }, 'create_mark_to_market_request')).toBe(issueOf('collateral'))
    expect(reasonAgainst(await orders.get(order.id, world.lenderKey), 'change_wallets')).toBeNull()
    await renamed(order, 'lender')
    await margin.create(order)
  })

  it('is not switched off by a borrower who retires its wallets; its answer needs others', async () => {
    const { order, named, retire } = await newDeal()
    await retire('borrower', 'collateral')
    await retire('borrower', 'asset')
    const { id } = await margin.create(order)
    const { collateral_wallet_id: wallet } = named.borrower
    await expectRefused(answer(acceptMarkToMarketRequest, id), 'collateral', wallet)
    const body = { counter_notional_usd: '0', reason: 'PRICE' }
    await expectRefused(
      world.callOn(disputeMarkToMarketRequest, { id }, world.borrowerKey, body),
      'collateral',
      wallet,
    )
    const shown = await margin.get({ id }, world.borrowerKey)
    expect(reasonAgainst(shown, 'accept')).toBe(issueOf('collateral'))
    expect(reasonAgainst(shown, 'dispute')).toBe(issueOf('collateral'))
    expect(reasonAgainst(shown, 'reject')).toBeNull()
    const { collateral_wallet_id: other } = await renamed(order, 'borrower')
    await margin.accept({ id })
    expect(await margin.transfersOf({ id })).toMatchObject([
      { sender_wallet_address: `at-${other}` },
    ])
  })

  it('is not conceded from a retired wallet after a dispute; a counter-valuation needs none', async () => {
    const { order, named, retire } = await newDeal()
    const { id } = await margin.disputed(order, '0')
    await retire('borrower', 'collateral')
    await retire('lender', 'collateral')
    await expectRefused(
      answer(acceptMarkToMarketRequest, id),
      'collateral',
      named.borrower.collateral_wallet_id,
    )
    await world.do(acceptMarkToMarketRequest, { id }, world.lenderKey)
  })
})

describe('a return or a recall', () => {
  it('needs both wallets of who asks for it; a new rate and the other side need none', async () => {
    for (const leg of ['asset', 'collateral'] as const) {
      const { order, named, retire } = await newDeal()
      await retire('borrower', leg)
      const wallet = named.borrower[`${leg}_wallet_id`]
      await expectRefused(requests.askCall(order.position_id, { quantity: '1' }), leg, wallet)
      const offered = [await orders.get(order.id), await positionOf(order, 'borrower')]
      expect(offered.map((each) => reasonAgainst(each, 'return'))).toEqual([
        issueOf(leg),
        issueOf(leg),
      ])
      expect(offered.map((each) => reasonAgainst(each, 'rerate'))).toEqual([null, null])
      await requests.ask(order.position_id, { kind: 'rerate', rate_percent: '6' })
      await requests.ask(order.position_id, { kind: 'recall', quantity: '1' }, world.lenderKey)
    }
  })

  it('needs both wallets of who accepts it, and other ones make it possible', async () => {
    const { order, named, retire } = await newDeal()
    const { id } = await requests.ask(order.position_id, { quantity: '1' })
    await retire('lender', 'asset')
    await expectRefused(requests.callOf('accept', id), 'asset', named.lender.asset_wallet_id)
    expect(reasonAgainst(await requests.get(id), 'accept')).toBe(issueOf('asset'))
    await renamed(order, 'lender')
    await requests.do('accept', id)
  })
})

it('a close needs no wallet in use: who wants to pay back can', async () => {
  const { order, retire } = await newDeal()
  for (const leg of ['asset', 'collateral'] as const) {
    await retire('borrower', leg)
    await retire('lender', leg)
  }
  expect(reasonAgainst(await orders.get(order.id), 'close')).toBeNull()
  await orders.do('close', order.id, world.borrowerKey)
  await orders.end(order.id, 'asset', 'completed')
})

describe('at once', () => {
  /** Begins calls in turn while a statement holds a lock for which each of them waits. */
  async function during(sql: string, values: string[], ...begun: (() => Promise<CallOptions>)[]) {
    const calls: CallOptions[] = []
    for (const begin of begun) calls.push(await begin())
    return withOwnerClient(world.service.database.url, async (client) => {
      await client.query('BEGIN')
      await client.query(sql, values)
      const answers = []
      for (const [i, one] of calls.entries()) {
        answers.push(call(world.service, one))
        await waitersForLocks(world.service.database, i + 1)
      }
      await client.query('COMMIT')
      return (await Promise.all(answers)).map(({ status, text }) => `${String(status)} ${text}`)
    })
  }

  type Dealt = Awaited<ReturnType<typeof newDeal>>
  /** What a side asks for or agrees to, the side, and the leg whose wallet it needs. */
  const asked: readonly [string, Side, Leg, (deal: Dealt) => Promise<CallOptions>][] = [
    [
      'the creation of a call',
      'lender',
      'collateral',
      async ({ order }) => margin.creation(order, await margin.calculationOf(order)),
    ],
    [
      'the acceptance of a call',
      'borrower',
      'collateral',
      async ({ order }) => answer(acceptMarkToMarketRequest, (await margin.create(order)).id),
    ],
    [
      'a return',
      'borrower',
      'asset',
      async ({ order }) => requests.askCall(order.position_id, { quantity: '1' }),
    ],
    [
      'the acceptance of a return',
      'lender',
      'collateral',
      async ({ order }) =>
        requests.callOf('accept', (await requests.ask(order.position_id, { quantity: '1' })).id),
    ],
  ]

  it.each(asked)(
    '%s waits for the retirement of its wallet, and is refused',
    async (_name, side, leg, of) => {
      const deal = await newDeal()
      const retiring = 'UPDATE wallets SET retired_at = now() WHERE id = $1'
      const wallet = deal.named[side][`${leg}_wallet_id`]
      const [reply] = await during(retiring, [wallet], () => of(deal))
      expect(reply).toMatch(/^422 .*WALLET_RETIRED/)
    },
  )

  it.each(asked)(
    'a retirement waits for %s of its wallet, which succeeds',
    async (_name, side, leg, of) => {
      const deal = await newDeal()
      const replies = await during(
        'LOCK TABLE state_changes IN SHARE ROW EXCLUSIVE MODE',
        [],
        () => of(deal),
        () => Promise.resolve(deal.retireCall(side, leg)),
      )
      expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['200', '200'])
    },
  )
})
