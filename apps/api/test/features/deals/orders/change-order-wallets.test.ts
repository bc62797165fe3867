import {
  changeOrderWallets,
  listEvents,
  listNotifications,
  listWallets,
  muteCounterparty,
  retireWallet,
  unmuteCounterparty,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../../src/platform/db/pool.ts'
import { ApprovalWorld } from '../../../harness/approval-world.ts'
import type { Key, Party } from '../../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { addedWallet, addressesOf, usualAddress } from '../../../harness/deal-wallets.ts'
import { waitersForLocks } from '../../../harness/lock-waits.ts'
import { reasonAgainst } from '../../../harness/world/world.ts'

const world = new ApprovalWorld()
const { lender, borrower, stranger, lenderKey, borrowerKey, strangerKey } = world
const changesMax = 4
beforeAll(() => world.start({ COUNTERPARTY_WALLET_CHANGES_MAX: String(changesMax) }))
beforeEach(() => world.service.database.query('DELETE FROM counterparty_counts'))
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** A new wallet for both assets of the deals. */
const newWallet = (of: Party, name?: string) =>
  addedWallet(world.service.database, of, { ...(name !== undefined && { name }) })
const changeCall = (order_id: string, key: Key, body: object) =>
  callOf(changeOrderWallets, { key, params: { order_id }, body })
const changed = (order_id: string, key: Key, body: object) =>
  succeed(world.service, changeOrderWallets, { key, params: { order_id }, body })
const retire = (wallet_id: string, key: Key) =>
  succeed(world.service, retireWallet, { key, body: { wallet_id } })

const ends = (orderId: string) => addressesOf(world.service.database, orderId)

describe('the wallet that a side of a deal names in place of another', () => {
  it('is used by later transfers and those that replace a failed one, not by earlier ones', async () => {
    const [asset, collateral] = [await newWallet(borrower), await newWallet(borrower)]
    const { id } = await world.orders.accepted()
    await world.orders.end(id, 'asset', 'failed')
    const order = await changed(id, borrowerKey, {
      asset_wallet_id: asset,
      collateral_wallet_id: collateral,
    })
    expect(order).toMatchObject({
      status: 'OPENING',
      borrower_asset_wallet_id: asset,
      borrower_collateral_wallet_id: collateral,
      lender_asset_wallet_id: lender.wallet('BTC'),
    })
    await world.orders.end(id, 'collateral', 'completed')
    await world.orders.do('retry', id)
    await world.orders.end(id, 'asset', 'completed')
    await world.orders.do('close', id, borrowerKey)
    await world.orders.end(id, 'asset', 'completed')
    await world.orders.end(id, 'collateral', 'completed')
    const [ours, theirs] = [usualAddress(lender, 'BTC'), usualAddress(lender, 'ETH')]
    expect(await ends(id)).toEqual([
      `open asset: ${ours} > ${usualAddress(borrower, 'BTC')}`,
      `open collateral: ${usualAddress(borrower, 'ETH')} > ${theirs}`,
      `open asset: ${ours} > at-${asset}`,
      `close asset: at-${asset} > ${ours}`,
      `close collateral: ${theirs} > at-${collateral}`,
    ])
    expect(await world.orders.get(id)).toMatchObject({ status: 'CLOSED' })
    expect(await world.orders.balances(id)).toEqual({})
  })

  it('notifies both sides of the old and the new address, and gives them an event', async () => {
    const { id, number } = await world.orders.active()
    const wallet = await newWallet(lender, 'x at fireblocks, address 0xother. Now: y')
    await changed(id, lenderKey, { collateral_wallet_id: wallet })
    for (const key of [lenderKey, borrowerKey]) {
      const { notifications } = await succeed(world.service, listNotifications, { key })
      const [notified] = notifications.filter(({ link }) => link.id === id)
      expect(notified).toMatchObject({
        category: 'wallet_changed',
        severity: 'warning',
        title: `Wallet for ETH changed: order ${number}`,
      })
      expect(notified?.body).toContain(
        ` Before: ${lender.wallet('ETH')} at fireblocks, address ${usualAddress(lender, 'ETH')}. Now: ${wallet} at simulated, address at-${wallet}. `,
      )
      const { events } = await succeed(world.service, listEvents, {
        key,
        query: { type: 'order.updated' },
      })
      expect(JSON.stringify(events)).toContain('change_wallets')
    }
  })
})

describe('a refused change of wallets', () => {
  let id: string
  beforeEach(async () => {
    ;({ id } = await world.orders.active())
  })

  it("alike if the wallet is the other side's, another firm's, or does not exist", async () => {
    const named = [borrower.wallet('BTC'), stranger.wallet('BTC'), 'nothing']
    for (const asset_wallet_id of named) {
      const reply = await refused(
        world.service,
        422,
        changeCall(id, lenderKey, { asset_wallet_id }),
      )
      expect(reply.reason).toBe('WALLET_UNSUITABLE')
      expect(reply.body.error.details).toEqual([
        {
          field: 'asset_wallet_id',
          issue: 'is not a wallet of this organization that holds BTC',
        },
      ])
    }
  })

  it('names a wallet that does not hold the asset, is retired, or is the present one', async () => {
    const retired = await newWallet(lender)
    await retire(retired, world.lenderAdmin)
    const attempts = [
      [lender.wallet('ETH'), 422, 'WALLET_UNSUITABLE'],
      [retired, 422, 'WALLET_RETIRED'],
      [lender.wallet('BTC'), 409, 'INVALID_STATE'],
    ] as const
    // Another wallet, so that the action is possible at all.
    await newWallet(lender)
    for (const [asset_wallet_id, status, reason] of attempts) {
      const attempt = changeCall(id, lenderKey, { asset_wallet_id })
      expect((await refused(world.service, status, attempt)).reason).toBe(reason)
    }
    const empty = await refused(world.service, 400, changeCall(id, lenderKey, {}))
    expect(empty.body.error.details).toEqual([
      {
        field: 'body',
        issue: 'must have at least 1 of asset_wallet_id, collateral_wallet_id',
      },
    ])
    expect(await world.orders.get(id)).toMatchObject({
      lender_asset_wallet_id: lender.wallet('BTC'),
    })
  })

  it('is one too many in an hour to one counterparty, also by a muted side', async () => {
    const spare = await newWallet(lender)
    const change = (i: number) =>
      changeCall(id, lenderKey, { asset_wallet_id: i % 2 === 0 ? spare : lender.wallet('BTC') })
    const params = { counterparty_id: lender.id }
    await succeed(world.service, muteCounterparty, { key: world.borrowerAdmin, params })
    for (let i = 0; i < changesMax; i += 1) {
      const reply = await call(world.service, change(i))
      expect(reply.status, reply.text).toBe(200)
    }
    const reply = await refused(world.service, 429, change(changesMax))
    expect(reply.reason).toBe('COUNTERPARTY_LIMITED')
    expect(reply.headers['retry-after']).toBe('3600')
    await changed(id, borrowerKey, { asset_wallet_id: await newWallet(borrower) })
    await world.service.database.query(
      `UPDATE counterparty_counts SET window_began_at = window_began_at - interval '1 hour'`,
    )
    expect((await call(world.service, change(changesMax))).status).toBe(200)
    await succeed(world.service, unmuteCounterparty, { key: world.borrowerAdmin, params })
  })

  it('is by a stranger (404), before the acceptance, or after the end', async () => {
    const body = { asset_wallet_id: await newWallet(borrower) }
    await refused(world.service, 404, changeCall(id, strangerKey, body))
    const pending = await world.orders.create()
    await refused(world.service, 409, changeCall(pending.id, borrowerKey, body))
    expect(reasonAgainst(pending, 'change_wallets')).toBe('the order is PENDING_ACCEPTANCE')
    await world.orders.do('cancel', pending.id, borrowerKey)
    await refused(world.service, 409, changeCall(pending.id, borrowerKey, body))
  })
})

describe('at once', () => {
  it('a change waits for who retires the wallet that it names, and is refused', async () => {
    const { id } = await world.orders.active()
    const [wallet] = [await newWallet(borrower), await newWallet(borrower)]
    const answer = await withOwnerClient(world.service.database.url, async (client) => {
      await client.query('BEGIN')
      await client.query('UPDATE wallets SET retired_at = now() WHERE id = $1', [wallet])
      const reply = call(world.service, changeCall(id, borrowerKey, { asset_wallet_id: wallet }))
      await waitersForLocks(world.service.database, 1)
      await client.query('COMMIT')
      return reply
    })
    expect(answer.status, answer.text).toBe(422)
    expect(answer.text).toContain('WALLET_RETIRED')
  })
})

it('is offered while the side has another wallet in use that holds an asset of the deal', async () => {
  const { id } = await world.orders.active()
  const { wallets } = await succeed(world.service, listWallets, { key: lenderKey })
  const named = [lender.wallet('BTC'), lender.wallet('ETH')]
  for (const wallet of wallets) {
    const isSpare = wallet.retire_time === null && !named.includes(wallet.id)
    if (isSpare) await retire(wallet.id, world.lenderAdmin)
  }
  const against = async () => reasonAgainst(await world.orders.get(id, lenderKey), 'change_wallets')
  expect(await against()).toContain('no other wallet of this organization holds BTC or ETH')
  await newWallet(lender)
  expect(await against()).toBeNull()
})
