import type { EarlierScenario as Scenario, ScenarioTransfer } from '@vadium/api/scenario'
import { Decimal } from '@vadium/margin'
import { providerStates, transferCategories, transferStatuses } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { bookTime, timestamp } from '../src/calendar.ts'
import { defaultProfile, demoProfiles, demoScenario } from '../src/index.ts'
import { organizationId } from '../src/reference/organizations.ts'
import { newPublicKeys } from './demo-keys.ts'
import { named } from './scenario-preview.ts'

const scenario = demoScenario({ publicKeys: newPublicKeys() })
const { transfers } = scenario
const walletById = new Map(scenario.wallets.map((wallet) => [wallet.id, wallet]))

describe('the demo transfers', () => {
  it('are some thousands over most of a year', () => {
    expect(transfers.length).toBeGreaterThan(4_000)
    expect(transfers.length).toBeLessThan(6_000)
    const times = transfers.map(({ create_time }) => create_time).sort()
    expect((times[0] ?? '') < '2025-11-01').toBe(true)
    expect((times.at(-1) ?? '') <= timestamp(bookTime)).toBe(true)
  })

  it.each([
    ['status', transferStatuses, (transfer: ScenarioTransfer) => transfer.status],
    ['category', transferCategories, (transfer: ScenarioTransfer) => transfer.category],
    ['state', providerStates, (transfer: ScenarioTransfer) => transfer.provider_state],
    [
      'custodian',
      scenario.custodians.map(({ id }) => id),
      (transfer: ScenarioTransfer) => walletOf(transfer.sender_wallet_id).custodian,
    ],
    [
      'asset',
      scenario.assets.map(({ symbol }) => symbol),
      (transfer: ScenarioTransfer) => transfer.token,
    ],
  ] as const)('include every %s', (_, all, of) => {
    expect(new Set(transfers.map(of))).toEqual(new Set<string>(all))
  })

  it('have quantities that no binary float represents', () => {
    const beyond = transfers.filter(({ quantity }) => BigInt(whole(quantity)) > 2n ** 53n)
    expect(beyond.length).toBeGreaterThan(0)
    expect(beyond.some(({ quantity }) => decimals(quantity) === 18)).toBe(true)
    expect(transfers.filter(({ quantity }) => decimals(quantity) === 18).length).toBeGreaterThan(99)
  })

  it('include more transfers in one millisecond than a page holds, for one organization', () => {
    const harbor = organizationId('harbor')
    const perTime = new Map<string, number>()
    for (const { sender_wallet_id, receiver_wallet_id, create_time } of transfers) {
      const parties = [sender_wallet_id, receiver_wallet_id].map(
        (id) => walletOf(id).organization_id,
      )
      if (parties.includes(harbor)) perTime.set(create_time, (perTime.get(create_time) ?? 0) + 1)
    }
    expect(Math.max(...perTime.values())).toBeGreaterThan(50)
  })

  it('include bitcoin under way that the default profile sees', () => {
    const { organization } = named(demoProfiles, ({ name }) => name === defaultProfile)
    const seen = transfers.filter(
      ({ status, token, sender_wallet_id, receiver_wallet_id }) =>
        status === 'IN_PROGRESS' &&
        token === 'BTC' &&
        [sender_wallet_id, receiver_wallet_id]
          .map((id) => walletOf(id).organization_id)
          .includes(organizationId(organization)),
    )
    expect(seen.length).toBeGreaterThan(3)
  })
})

describe('each transfer', () => {
  it('has its own id and external id', () => {
    expect(new Set(transfers.map(({ id }) => id)).size).toBe(transfers.length)
    const external = transfers.map(({ external_transfer_id }) => external_transfer_id)
    expect(new Set(external).size).toBe(transfers.length)
  })

  it('has a status that matches its provider state', () => {
    const expected: Readonly<Record<string, string>> = {
      pending_submission: 'PENDING',
      completed: 'COMPLETED',
      failed: 'FAILED',
      rejected: 'REJECTED',
      cancelled: 'CANCELLED',
    }
    for (const { status, provider_state, provider_request_state } of transfers) {
      expect(status).toBe(expected[provider_state] ?? 'IN_PROGRESS')
      expect(provider_request_state === null).toBe(provider_state === 'pending_submission')
    }
  })

  it('moves between the wallets of its order', () => {
    const orders = new Map(scenario.orders.map((order) => [order.id, order]))
    for (const transfer of transfers) {
      const order = orders.get(transfer.order_id)
      const isCollateral = transfer.leg === 'collateral'
      expect(transfer.token).toBe(isCollateral ? order?.collateral_asset : order?.asset)
      const own = isCollateral
        ? [order?.lender_collateral_wallet_id, order?.borrower_collateral_wallet_id]
        : [order?.lender_asset_wallet_id, order?.borrower_asset_wallet_id]
      expect(own).toContain(transfer.sender_wallet_id)
      expect(own).toContain(transfer.receiver_wallet_id)
      expect(transfer.sender_wallet_id).not.toBe(transfer.receiver_wallet_id)
    }
  })

  it('has a quantity, a wallet for its asset, and no change before its creation', () => {
    for (const transfer of transfers) {
      expect(new Decimal(transfer.quantity).greaterThan(0)).toBe(true)
      expect(walletOf(transfer.receiver_wallet_id).assets).toContain(transfer.token)
      expect(transfer.update_time >= transfer.create_time).toBe(true)
      expect(transfer.update_time <= timestamp(bookTime)).toBe(true)
    }
  })
})

describe('each position', () => {
  const byOrder = new Map<string, ScenarioTransfer[]>()
  for (const transfer of transfers) {
    byOrder.set(transfer.order_id, [...(byOrder.get(transfer.order_id) ?? []), transfer])
  }

  it('holds what its completed transfers have brought', () => {
    for (const position of scenario.positions) {
      const own = byOrder.get(position.order_id) ?? []
      const { lender_id, liquidated } = factsOf(position.order_id, own)
      const net = (leg: 'asset' | 'collateral') =>
        own
          .filter((transfer) => transfer.leg === leg && transfer.status === 'COMPLETED')
          .reduce((sum, { sender_wallet_id, quantity }) => {
            const fromLender = walletOf(sender_wallet_id).organization_id === lender_id
            return (leg === 'asset') === fromLender ? sum.plus(quantity) : sum.minus(quantity)
          }, new Decimal(0))
      // After a liquidation the loan has ended, and the lender keeps collateral instead.
      if (liquidated) expect(position).toMatchObject({ status: 'CLOSED', collateral_quantity: '0' })
      else {
        expect(net('collateral').toFixed()).toBe(position.collateral_quantity)
        // The asset counts as lent before it has arrived.
        if (position.status !== 'OPENING') {
          expect(net('asset').toFixed()).toBe(position.asset_quantity)
        }
      }
    }
  })

  it('has a transfer for every completed mark-to-market request', () => {
    const orderOf = new Map(scenario.positions.map(({ id, order_id }) => [id, order_id]))
    for (const request of scenario.mark_to_market_requests) {
      if (request.status !== 'COMPLETED') continue
      expect(request.collateral_price_usd).toBeDefined()
      const own = byOrder.get(orderOf.get(request.position_id) ?? '') ?? []
      const settled = own.some(
        ({ category, status, quantity, update_time }) =>
          category === 'm2m' &&
          status === 'COMPLETED' &&
          quantity === request.collateral_amount &&
          update_time === request.updated_at,
      )
      expect(own.some(({ mark_to_market_request_id: id }) => id === request.id)).toBe(true)
      expect(settled).toBe(true)
    }
  })
})

function factsOf(orderId: string, own: readonly ScenarioTransfer[]) {
  const order = named(scenario.orders, ({ id }) => id === orderId)
  const { lender_id } = named<Scenario['agreements'][number]>(scenario.agreements, (agreement) =>
    agreement.versions.some(({ terms }) => terms.id === order.terms_id),
  )
  return { lender_id, liquidated: own.some(({ category }) => category === 'liquidation') }
}

function walletOf(id: string): Scenario['wallets'][number] {
  const wallet = walletById.get(id)
  if (wallet === undefined) throw new Error(`no wallet ${id}`)
  return wallet
}

function whole(quantity: string): string {
  return quantity.split('.', 1)[0] ?? ''
}

function decimals(quantity: string): number {
  return quantity.split('.')[1]?.length ?? 0
}
