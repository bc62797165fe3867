import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  refusedToService,
  type Row,
  rowsOf,
  sorted,
  WalledBooks,
} from '../../harness/walled-books.ts'

let walled: WalledBooks
beforeAll(async () => {
  walled = await WalledBooks.open()
}, 60_000)
afterAll(() => walled.close())

describe('a write without its WHERE clause', () => {
  it.each([
    ['revokes credentials', 'UPDATE credentials SET revoked_at = now()', 'organization_id'],
    ['lets credentials expire', 'UPDATE credentials SET expires_at = now()', 'organization_id'],
    ['answers instructions', 'UPDATE instructions SET due_at = NULL, stalled = true', 'lender_id'],
    ['ends deadlines', 'DELETE FROM deadlines', 'lender_id'],
  ])('%s of its own organization only', async (_what, statement, owner) => {
    const { id } = walled.mine.lender.party
    const { rows } = await walled.asService(id, (client) =>
      client.query(`${statement} RETURNING ${owner}`),
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map((row: Row) => row[owner]))).toEqual(new Set([id]))
  })

  it.each([
    ['suspends nobody', "UPDATE organizations SET status = 'suspended'"],
    ['moves no wallet', "UPDATE wallets SET address = 'elsewhere'"],
    ['takes no asset from a wallet', 'DELETE FROM wallet_assets'],
    ['renames no account', "UPDATE accounts SET name = 'Somebody else'"],
  ])('%s', async (_what, statement) => {
    const changed = await walled.asService(walled.mine.lender.party.id, async (client) => {
      const { rowCount } = await client.query(statement).catch(refusedToService)
      return rowCount
    })
    expect(changed).toBe(0)
  })
})

describe('the deal of another organization', () => {
  const sides = () =>
    [walled.mine, walled.theirs].flatMap(({ lender, borrower }) => [lender, borrower])

  it('shows the wallets that the order names', async () => {
    const wallets = new Map(
      (await rowsOf(walled.database, 'wallets')).map(({ folded_name: _folded, ...row }) => [
        row['id'],
        row,
      ]),
    )
    for (const { party } of sides()) {
      const orders = await walled.ownRows('orders', party.id)
      const named = orders.flatMap((order) => {
        const ids = Object.keys(order).filter((column) => column.endsWith('_wallet_id'))
        return [...new Set(ids.map((column) => order[column]))].flatMap((id) => {
          const wallet = wallets.get(id)
          return wallet === undefined ? [] : [{ order_id: order['id'], ...wallet }]
        })
      })
      const seen = await walled.asService(party.id, (client) => rowsOf(client, 'wallets_of_orders'))
      expect(new Set(seen.map((row) => row['organization_id'])).size).toBeGreaterThan(1)
      expect(sorted(seen)).toEqual(sorted(named))
    }
  })

  it('shows the two wallets of each transfer', async () => {
    for (const { party } of sides()) {
      const transfers = await walled.ownRows('transfers', party.id)
      const ends = transfers.flatMap(({ id, ...row }) =>
        ['sender', 'receiver'].map((side) =>
          [id, row[`${side}_custodian_id`], row[`${side}_wallet_address`]].join(' '),
        ),
      )
      const view = 'wallets_of_transfers'
      const seen = await walled.asService(party.id, (client) => rowsOf(client, view))
      const shown = seen.map((row) =>
        [row['transfer_id'], row['custodian_id'], row['address']].join(' '),
      )
      expect(shown.length).toBeGreaterThan(0)
      expect(shown.sort()).toEqual(ends.sort())
    }
  })

  it('shows the names of both sides and their collateral wallets, and of no other order', async () => {
    const [names, wallets] = await Promise.all(
      ['organizations', 'wallets'].map(
        async (table) =>
          new Map((await rowsOf(walled.database, table)).map((row) => [row['id'], row])),
      ),
    )
    for (const { party } of sides()) {
      const orders = await walled.ownRows('orders', party.id)
      const side = (order: (typeof orders)[number], name: string) => {
        const wallet = wallets?.get(order[`${name}_collateral_wallet_id`])
        return {
          [`${name}_name`]: names?.get(order[`${name}_id`])?.['name'],
          [`${name}_wallet_id`]: wallet?.['id'] ?? null,
          [`${name}_wallet_name`]: wallet?.['name'] ?? null,
          [`${name}_custodian_id`]: wallet?.['custodian_id'] ?? null,
        }
      }
      const named = orders.map((order) => ({
        order_id: order['id'],
        ...side(order, 'lender'),
        ...side(order, 'borrower'),
      }))
      const seen = await walled.asService(party.id, (client) => rowsOf(client, 'sides_of_orders'))
      expect(seen.length).toBeGreaterThan(0)
      expect(sorted(seen)).toEqual(sorted(named))
    }
  })

  const views = [
    'wallets_of_orders',
    'wallets_of_order_requests',
    'wallets_of_transfers',
    'sides_of_orders',
  ]
  it.each(views)('%s shows nothing to others', async (view) => {
    const shown = (client: pg.ClientBase) => rowsOf(client, view)
    expect(await walled.asService(undefined, shown)).toEqual([])
    const operator = walled.mine.platform.party.id
    expect(await walled.asService(operator, shown, true)).toEqual([])
  })
})
