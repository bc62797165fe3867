import { changeOrderWallets, listNotifications } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ApprovalWorld, rule } from '../../../harness/approval-world.ts'
import type { Key, Party } from '../../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { addedWallet, addressesOf, usualAddress } from '../../../harness/deal-wallets.ts'
import { inTurn } from '../../../harness/lock-waits.ts'

const world = new ApprovalWorld()
const { lender, borrower, lenderKey, borrowerKey } = world
beforeAll(() => world.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** A new wallet for both assets of the deals. */
const newWallet = (of: Party) => addedWallet(world.service.database, of)
const changeCall = (order_id: string, key: Key, body: object) =>
  callOf(changeOrderWallets, { key, params: { order_id }, body })
const changed = (order_id: string, key: Key, body: object) =>
  succeed(world.service, changeOrderWallets, { key, params: { order_id }, body })

const ends = (orderId: string) => addressesOf(world.service.database, orderId)

describe('the wallet that a side of a deal names in place of another', () => {
  it('is not sent to the custodian with what was instructed before', async () => {
    const { id } = await world.orders.accepted()
    const [ofLender, ofBorrower] = [await newWallet(lender), await newWallet(borrower)]
    await changed(id, lenderKey, { asset_wallet_id: ofLender, collateral_wallet_id: ofLender })
    await changed(id, borrowerKey, { asset_wallet_id: ofBorrower })
    await world.service.services.custodyWorker.runDue()
    const { rows } = await world.service.database.query(
      `SELECT i.token, i.sender_wallet_id AS sender, i.receiver_wallet_id AS receiver
       FROM simulated_instructions i JOIN transfers t USING (external_transfer_id)
       WHERE t.order_id = $1 ORDER BY i.token`,
      [id],
    )
    expect(rows).toEqual([
      { token: 'BTC', sender: lender.wallet('BTC'), receiver: borrower.wallet('BTC') },
      { token: 'ETH', sender: borrower.wallet('ETH'), receiver: lender.wallet('ETH') },
    ])
  })

  it('gives way to the one from before, with a notification each time', async () => {
    const { id } = await world.orders.active()
    const wallet = await newWallet(lender)
    await changed(id, lenderKey, { asset_wallet_id: wallet })
    await changed(id, lenderKey, { asset_wallet_id: lender.wallet('BTC') })
    const { notifications } = await succeed(world.service, listNotifications, { key: borrowerKey })
    expect(notifications.filter(({ link }) => link.id === id)).toHaveLength(2)
  })

  it('awaits an approval where the policy of the side asks for one', async () => {
    const { id } = await world.orders.active()
    const wallet = await newWallet(borrower)
    await world.policy(world.borrowerAdmin, [rule('changeOrderWallets')])
    const body = { asset_wallet_id: wallet }
    const approval = await world.requested(changeCall(id, borrowerKey, body))
    expect((await world.orders.get(id)).borrower_asset_wallet_id).toBe(borrower.wallet('BTC'))
    await world.decide('approve', approval, world.borrowerTrader)
    expect(await world.carriedOut(approval, borrowerKey)).toMatchObject({ state: 'CARRIED_OUT' })
    expect((await world.orders.get(id)).borrower_asset_wallet_id).toBe(wallet)
    await world.policy(world.borrowerAdmin, [])
  })
})

describe('a refused change of wallets', () => {
  let id: string
  beforeEach(async () => {
    ;({ id } = await world.orders.active())
  })

  it('names each wallet once, if the order has all of them already', async () => {
    await newWallet(lender)
    const [asset_wallet_id, collateral_wallet_id] = [lender.wallet('BTC'), lender.wallet('ETH')]
    for (const body of [{ collateral_wallet_id }, { asset_wallet_id, collateral_wallet_id }]) {
      const reply = await refused(world.service, 409, changeCall(id, lenderKey, body))
      expect(reply.body.error.details).toEqual(
        Object.keys(body).map((field) => ({
          field,
          issue: 'the order names this wallet already',
        })),
      )
    }
  })
})

describe('at once', () => {
  /** The statuses of two calls of a deal, which wait for its lock in turn. */
  async function statusesInTurn(
    orderId: string,
    ...calls: readonly (() => ReturnType<typeof call>)[]
  ) {
    const answers = await inTurn(world.service.database, orderId, ...calls)
    return answers.map(({ status }) => status)
  }

  it('a close instructs from the new wallet after the change, from the old one before it', async () => {
    for (const isFirst of [true, false]) {
      const { id } = await world.orders.active()
      const wallet = await newWallet(borrower)
      const change = () =>
        call(world.service, changeCall(id, borrowerKey, { asset_wallet_id: wallet }))
      const close = () => call(world.service, world.orders.callOf('close', id, borrowerKey))
      const answers = await statusesInTurn(id, ...(isFirst ? [change, close] : [close, change]))
      expect(answers).toEqual([200, 200])
      const from = isFirst ? `at-${wallet}` : usualAddress(borrower, 'BTC')
      expect((await ends(id)).at(-1)).toBe(`close asset: ${from} > ${usualAddress(lender, 'BTC')}`)
      await world.orders.end(id, 'asset', 'completed')
      await world.orders.end(id, 'collateral', 'completed')
      expect(await world.orders.balances(id)).toEqual({})
    }
  })

  it('a change is refused before the acceptance and allowed after it', async () => {
    for (const isFirst of [true, false]) {
      const { id } = await world.orders.create()
      const body = { asset_wallet_id: await newWallet(borrower) }
      const change = () => call(world.service, changeCall(id, borrowerKey, body))
      const accept = () => call(world.service, world.orders.callOf('accept', id))
      const answers = await statusesInTurn(id, ...(isFirst ? [change, accept] : [accept, change]))
      expect(answers).toEqual(isFirst ? [409, 200] : [200, 200])
      expect((await ends(id))[0]).toContain(`> ${usualAddress(borrower, 'BTC')}`)
    }
  })
})
