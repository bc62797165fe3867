import { randomUUID } from 'node:crypto'
import {
  abandonOrder,
  acceptOrder,
  cancelOrder,
  cancelOrderClose,
  changeOrderWallets,
  closeOrder,
  getOrder,
  listOrders,
  type Operation,
  rejectOrder,
  retryOrder,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf, refused, succeed } from '../../../harness/call.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World()
const { stranger, strangerKey } = world

beforeAll(() => world.start())
afterAll(() => world.close())

const operations: [string, Operation, object?][] = [
  ['get', getOrder],
  ['accept', acceptOrder, world.wallets(stranger)],
  ['reject', rejectOrder],
  ['cancel', cancelOrder],
  ['close', closeOrder],
  ['cancel the close of', cancelOrderClose],
  ['change the wallets of', changeOrderWallets, world.wallets(stranger)],
  ['retry', retryOrder],
  ['abandon', abandonOrder],
]

describe("another organization's order", () => {
  it.each(operations)(
    'is answered to %s like an unknown one, byte for byte',
    async (_name, operation, body) => {
      const { id } = await world.orders.create()
      const missing = randomUUID()
      const answers = []
      for (const orderId of [id, missing]) {
        const options = { key: strangerKey, params: { order_id: orderId }, ...(body && { body }) }
        const reply = await call(world.service, callOf(operation, options))
        const requestId = String(reply.headers['x-request-id'])
        answers.push([
          reply.status,
          reply.text.replaceAll(orderId, '<order>').replaceAll(requestId, '<request>'),
        ])
      }
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]?.[0]).toBe(404)
      expect(answers[0]?.[1]).toContain('ORDER_NOT_FOUND')
      expect(await world.orders.get(id)).toMatchObject({ status: 'PENDING_ACCEPTANCE' })
    },
  )

  it('is in no list, with any filter', async () => {
    const order = await world.orders.create()
    for (const query of [{}, { counterparty_id: order.lender_id }, { asset: 'BTC' }]) {
      const list = await succeed(world.service, listOrders, { key: strangerKey, query })
      expect(list).toEqual({ orders: [] })
    }
  })

  it('is not found by its id in capitals, nor by the organizations of its sides', async () => {
    const { id } = await world.orders.create()
    const reply = await refused(
      world.service,
      404,
      callOf(getOrder, { key: strangerKey, params: { order_id: id.toUpperCase() } }),
    )
    expect(reply.body.error.details).toEqual([
      { field: 'order_id', issue: 'is not an order of this organization', value: id },
    ])
  })
})

describe('row-level security, with no WHERE clause,', () => {
  it('shows and changes nothing of other organizations', async () => {
    const { id } = await world.orders.create()
    const seen = await world.service.services.writes.byService(stranger.id, async (tx) => {
      const read = await tx.query('SELECT id FROM orders')
      const locked = await tx.query('SELECT id FROM orders WHERE id = $1 FOR UPDATE', [id])
      const changed = await tx.query("UPDATE orders SET status = 'CANCELLED'")
      return [read.rowCount, locked.rowCount, changed.rowCount]
    })
    expect(seen).toEqual([0, 0, 0])
  })

  it('prevents an order between other organizations', async () => {
    const { id } = await world.orders.create()
    const forged = world.service.services.writes.byService(stranger.id, (tx) =>
      tx.query(
        `INSERT INTO positions (id, order_id, lender_id, borrower_id, status, asset_quantity,
           collateral_quantity, price_at_last_m2m_usd, last_m2m_at, created_at, updated_at)
         VALUES ($1, $2, $3, $4, 'OPENING', 1, 0, 1, now(), now(), now())`,
        [randomUUID(), id, world.lender.id, world.borrower.id],
      ),
    )
    await expect(forged).rejects.toThrow(/row-level security/)
  })
})

describe('a transfer to a wallet of a third organization', () => {
  it('is not instructed, and its sides see no such wallet', async () => {
    const { id } = await world.orders.accepted()
    const foreign = stranger.wallet('BTC')
    const found = await world.service.services.writes.byService(world.borrower.id, async (tx) => {
      const { rowCount } = await tx.query(
        `UPDATE transfers SET receiver_custodian_id = 'copper', receiver_wallet_address = $2,
           document = jsonb_set(jsonb_set(document::jsonb, '{receiver,custodian}', '"copper"'),
             '{receiver,wallet_address}', to_jsonb($2::text))
         WHERE order_id = $1 AND leg = 'asset'`,
        [id, `0x${foreign}`.replace('-', '')],
      )
      const { rows } = await tx.query<{ id: string }>(
        `SELECT w.id FROM wallets_of_transfers w JOIN transfers t ON t.id = w.transfer_id
         WHERE t.order_id = $1 AND t.leg = 'asset'`,
        [id],
      )
      return { rowCount, ids: rows.map((row) => row.id) }
    })
    expect(found).toEqual({ rowCount: 1, ids: [world.lender.wallet('BTC')] })
    await world.service.services.custodyWorker.runDue()
    const { rows } = await world.service.database.query(
      `SELECT t.leg, s.receiver_wallet_id AS receiver FROM transfers t
       JOIN simulated_instructions s USING (external_transfer_id) WHERE t.order_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ leg: 'collateral', receiver: world.lender.wallet('ETH') }])
  })
})
