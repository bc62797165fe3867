import { randomUUID } from 'node:crypto'
import {
  acceptOrder,
  createOrder,
  createWallet,
  listNotifications,
  listWallets,
  retireWallet,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { ApprovalWorld } from '../../harness/approval-world.ts'
import type { Key, Party } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { waitersForLocks } from '../../harness/lock-waits.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { reasonAgainst } from '../../harness/world/world.ts'

const world = new ApprovalWorld()
const { lender, borrower, lenderAdmin, borrowerAdmin, borrowerKey, lenderKey } = world
const { operator, secondOperator, stranger } = world

beforeAll(() => world.start())
afterAll(() => world.close())

/** A new wallet for both assets of the deals. */
async function newWallet({ id: organization_id }: Party): Promise<string> {
  const id = `wallet-${randomUUID()}`
  const body = { id, organization_id, custodian: 'simulated', name: id, address: id }
  await succeed(world.service, createWallet, {
    key: operator,
    body: { ...body, assets: ['BTC', 'ETH'] },
  })
  return id
}

const retireCall = (wallet_id: string, key: Key) =>
  callOf(retireWallet, { key, body: { wallet_id } })
const retire = (wallet_id: string, key: Key) =>
  succeed(world.service, retireWallet, { key, body: { wallet_id } })
const both = (id: string) => ({ asset_wallet_id: id, collateral_wallet_id: id })
const acceptCall = (id: string, wallet: string) =>
  callOf(acceptOrder, { key: lenderKey, params: { order_id: id }, body: both(wallet) })

async function notificationsOf(key: Key, resourceId: string): Promise<string[]> {
  const { notifications } = await succeed(world.service, listNotifications, { key })
  return notifications.filter(({ link }) => link.id === resourceId).map(({ title }) => title)
}

describe('an admin of its organization', () => {
  it('retires a wallet once, with an event, and it stays in the list with its time', async () => {
    const id = await newWallet(lender)
    const retired = await retire(id, lenderAdmin)
    expect(retired).toMatchObject({ id, retire_time: expect.any(String) as string })
    const { wallets } = await succeed(world.service, listWallets, { key: lenderKey })
    expect(wallets).toContainEqual(retired)
    expect(await notificationsOf(lenderKey, id)).toContain(`Wallet retired: ${id}`)
    const again = await refused(world.service, 409, retireCall(id, lenderAdmin))
    expect(again.reason).toBe('INVALID_STATE')
  })

  it("is answered 404 for another firm's wallet as for an unknown one", async () => {
    const id = await newWallet(lender)
    const [foreign, unknown] = [
      await refused(world.service, 404, retireCall(id, borrowerAdmin)),
      await refused(world.service, 404, retireCall('nothing', borrowerAdmin)),
    ]
    expect(foreign.reason).toBe('WALLET_NOT_FOUND')
    expect(foreign.body.error.details).toEqual(unknown.body.error.details)
    expect((await refused(world.service, 403, retireCall(id, lenderKey))).reason).toBe(
      'ROLE_NOT_PERMITTED',
    )
  })
})

describe('an operator', () => {
  it('retires a wallet with the admin of its organization, where one person suffices too', async () => {
    const id = await newWallet(lender)
    const approval = await world.requested(retireCall(id, operator))
    expect(approval.decider_id).toBe(lender.id)
    const attempt = world.callOnApproval('approve', approval, secondOperator)
    expect((await refused(world.service, 403, attempt)).reason).toBe('APPROVER_NOT_PERMITTED')
    await world.decide('approve', approval, lenderAdmin)
    expect(await world.carriedOut(approval, operator)).toMatchObject({ state: 'CARRIED_OUT' })
    const again = await refused(world.service, 409, retireCall(id, lenderAdmin))
    expect(again.reason).toBe('INVALID_STATE')
  })

  it('alone of an organization that never had an admin', async () => {
    expect(await retire(await newWallet(stranger), operator)).toMatchObject({
      retire_time: expect.any(String) as string,
    })
  })
})

describe('a retired wallet', () => {
  it('is refused in a new order', async () => {
    const id = await newWallet(borrower)
    await retire(id, borrowerAdmin)
    const body = { ...world.orders.body(), collateral_wallet_id: id }
    const reply = await refused(world.service, 422, callOf(createOrder, { key: borrowerKey, body }))
    expect(reply.reason).toBe('WALLET_RETIRED')
    expect(reply.body.error.details).toEqual([
      { field: 'collateral_wallet_id', issue: 'is retired' },
    ])
  })

  it('is refused in an acceptance, of who names it and of who answers its creator', async () => {
    const [own, other] = [await newWallet(lender), await newWallet(borrower)]
    const order = await world.orders.create({ asset_wallet_id: other })
    await retire(own, lenderAdmin)
    const named = await refused(world.service, 422, acceptCall(order.id, own))
    expect(named.body.error.details).toEqual([{ field: 'asset_wallet_id', issue: 'is retired' }])
    expect(reasonAgainst(await world.orders.get(order.id, lenderKey), 'accept')).toBeNull()

    await retire(other, borrowerAdmin)
    const answered = await refused(world.service, 422, world.orders.callOf('accept', order.id))
    expect(answered.reason).toBe('WALLET_RETIRED')
    expect(answered.body.error.details).toMatchObject([
      { field: 'borrower_asset_wallet_id', value: other },
    ])
    expect(reasonAgainst(await world.orders.get(order.id, lenderKey), 'accept')).not.toBeNull()
    await world.orders.do('cancel', order.id, borrowerKey)
  })

  it('is used by a transfer of a deal that names it, of which its owner is notified', async () => {
    const id = await newWallet(borrower)
    const order = await world.orders.active({ collateral_wallet_id: id })
    await retire(id, borrowerAdmin)
    await world.orders.do('close', order.id, borrowerKey)
    await world.orders.end(order.id, 'asset', 'completed')
    const back = (await world.orders.transfers(order.id)).find(
      ({ category, leg }) => category === 'close' && leg === 'collateral',
    )
    const title = `A transfer uses the retired wallet ${id}`
    expect(await notificationsOf(borrowerKey, back?.id ?? '')).toContain(title)
    expect(await notificationsOf(lenderKey, back?.id ?? '')).not.toContain(title)
    await world.orders.end(order.id, 'collateral', 'completed')
    expect(await world.faults()).toEqual([])
  })
})

describe('at once', () => {
  /** Begins a call while a statement holds a lock, ends the statement when the call waits for it. */
  async function during(sql: string, wallet: string, begin: () => ReturnType<typeof call>) {
    return withOwnerClient(world.service.database.url, async (client) => {
      await client.query('BEGIN')
      await client.query(sql, [wallet])
      const answer = begin()
      await waitersForLocks(world.service.database, 1)
      await client.query('COMMIT')
      return answer
    })
  }
  const retiring = 'UPDATE wallets SET retired_at = now() WHERE id = $1'
  const naming = 'SELECT FROM wallets WHERE id = $1 FOR SHARE'

  it('an acceptance waits for who retires a wallet that it names, and is refused', async () => {
    const [id, order] = [await newWallet(lender), await world.orders.create()]
    const answer = await during(retiring, id, () => call(world.service, acceptCall(order.id, id)))
    expect(answer.status, answer.text).toBe(422)
    expect(answer.text).toContain('WALLET_RETIRED')
    expect(await world.orders.get(order.id)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
    await world.orders.do('cancel', order.id, borrowerKey)
  })

  it.runIf(isLongRun)(
    'an acceptance waits for who retires a wallet of the other side, and is refused',
    async () => {
      const id = await newWallet(borrower)
      const order = await world.orders.create({ collateral_wallet_id: id })
      const accept = world.orders.callOf('accept', order.id)
      const answer = await during(retiring, id, () => call(world.service, accept))
      expect(answer.status, answer.text).toBe(422)
      expect(answer.text).toContain('WALLET_RETIRED')
      await world.orders.do('cancel', order.id, borrowerKey)
    },
  )

  it('the retirement of a wallet waits for the acceptance that names it', async () => {
    const id = await newWallet(lender)
    const answer = await during(naming, id, () => call(world.service, retireCall(id, lenderAdmin)))
    expect(answer.status, answer.text).toBe(200)
  })
})

it('does not return to use, whatever is written into its row', async () => {
  const id = await newWallet(lender)
  await retire(id, lenderAdmin)
  const back = world.service.database.query('UPDATE wallets SET retired_at = NULL WHERE id = $1', [
    id,
  ])
  await expect(back).rejects.toThrow('is retired')
})
