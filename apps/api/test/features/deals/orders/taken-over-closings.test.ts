import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { now, OrderWorld } from '../../../harness/order-world.ts'
import { callOf, refused, succeed } from '../../../harness/call.ts'
import { getPosition, listPositions, reportPositions, retryOrder } from '@vadium/schema'

const world = new OrderWorld()
const { book, lender, borrower, lenderKey, borrowerKey } = world

const arrived = { status: 'COMPLETED', provider_state: 'completed' } as const
const lost = { status: 'FAILED', provider_state: 'failed' } as const
const underWay = { status: 'IN_PROGRESS', provider_state: 'confirming' } as const
const asset = { category: 'close', leg: 'asset', token: 'BTC', quantity: '10' } as const
const interest = { category: 'interest', leg: 'interest', token: 'BTC', quantity: '0.05' } as const
const collateral = { category: 'close', quantity: '300' } as const

/** Lent since 1 February, and closing. */
const closing = (position: object = {}) =>
  book.deal(lender, borrower, {
    order: { status: 'CLOSING' },
    position: { status: 'CLOSING', created_at: '2026-02-01T09:00:00.000Z', ...position },
  })

const closed = book.deal(lender, borrower, {
  order: { status: 'CLOSED' },
  position: { status: 'CLOSED', collateral_quantity: '0', created_at: '2026-01-01T09:00:00.000Z' },
})
const interestRetried = closing()
book.transfer(interestRetried, borrower, lender, { ...asset, ...underWay })
book.transfer(interestRetried, borrower, lender, { ...interest, ...lost })
book.transfer(interestRetried, borrower, lender, { ...interest, ...arrived })
const assetRetried = closing({ asset_quantity: '0' })
book.transfer(assetRetried, borrower, lender, { ...asset, ...lost })
book.transfer(assetRetried, borrower, lender, { ...asset, ...arrived })
book.transfer(assetRetried, lender, borrower, { ...collateral, ...underWay })
const betweenSteps = closing({ asset_quantity: '0' })
book.transfer(betweenSteps, borrower, lender, { ...asset, ...arrived })
const allLost = closing()
book.transfer(allLost, borrower, lender, { ...asset, ...lost })
book.transfer(allLost, lender, borrower, { ...collateral, ...lost })
const givenUp = closing({ collateral_quantity: '0' })
book.transfer(givenUp, lender, borrower, { ...asset, category: 'open', ...arrived })
book.transfer(givenUp, borrower, lender, { ...collateral, category: 'open', ...lost })
book.transfer(givenUp, borrower, lender, { ...asset, ...underWay })
/** Active, with a failed close of January, and interest that was paid on 1 February. */
const triedBefore = book.deal(lender, borrower, {
  position: { created_at: '2026-01-01T09:00:00.000Z' },
})
book.transfer(triedBefore, borrower, lender, {
  ...asset,
  ...lost,
  create_time: '2026-01-15T09:00:00.000Z',
})
book.transfer(triedBefore, borrower, lender, {
  ...interest,
  ...arrived,
  create_time: '2026-02-01T09:00:00.000Z',
})

beforeAll(() => world.start())
afterAll(() => world.close())

const legs = async ({ orderId }: Deal) =>
  (await world.transfers(orderId))
    .filter(({ category }) => category === 'close' || category === 'interest')
    .map(({ leg, status }) => `${leg} ${status}`)

const end = async ({ orderId }: Deal, ...steps: ('asset' | 'interest' | 'collateral')[]) => {
  for (const leg of steps) await world.end(orderId, leg, 'completed')
}

const retry = ({ orderId }: Deal) => world.do('retry', orderId, lenderKey)
const statusOf = async ({ orderId }: Deal) => (await world.get(orderId)).status

describe('the interest of an imported order', () => {
  it('is final when the position is closed, whatever its quantity says', async () => {
    const shown = async () => {
      const params = { position_id: closed.positionId }
      const { positions } = await succeed(world.service, reportPositions, { key: lenderKey })
      const { positions: listed } = await succeed(world.service, listPositions, { key: lenderKey })
      return [
        (await succeed(world.service, getPosition, { key: lenderKey, params })).interest_accrued,
        positions.find(({ position_id }) => position_id === closed.positionId)?.interest_accrued,
        listed.find(({ id }) => id === closed.positionId)?.interest_accrued,
      ]
    }
    const [atFirst] = await shown()
    world.service.clock.set('2026-03-03T12:00:00.000Z')
    expect(await shown()).toEqual([atFirst, atFirst, atFirst])
    world.service.clock.set(now)
  })

  it('that was retried is paid once', async () => {
    await end(interestRetried, 'asset')
    expect(await legs(interestRetried)).toEqual([
      'asset COMPLETED',
      'interest FAILED',
      'interest COMPLETED',
      'collateral PENDING',
    ])
  })

  it('is not due for an abandoned opening', async () => {
    await end(givenUp, 'asset')
    expect(await legs(givenUp)).toEqual(['asset COMPLETED'])
    expect(await statusOf(givenUp)).toBe('CLOSED')
  })

  it('that was paid before belongs to no later close, and neither does a failed payment', async () => {
    await world.do('close', triedBefore.orderId, borrowerKey)
    const call = callOf(retryOrder, {
      key: borrowerKey,
      params: { order_id: triedBefore.orderId },
    })
    await refused(world.service, 409, call)
    await end(triedBefore, 'asset')
    expect(await world.closingTransfers(triedBefore.orderId)).toMatchObject([
      // From 1 February to 2 March: 10 BTC · 5 % · 29 / 360.
      ['interest', 'interest', 'BTC', '0.04027778', 'borrower'],
    ])
    await end(triedBefore, 'interest', 'collateral')
    expect(await statusOf(triedBefore)).toBe('CLOSED')
  })
})

describe('the close of an imported order', () => {
  it('ends when its asset was retried before the import', async () => {
    await end(assetRetried, 'collateral', 'interest')
    expect(await statusOf(assetRetried)).toBe('CLOSED')
  })

  it('continues with a retry when it was between two steps', async () => {
    expect(await retry(betweenSteps)).toMatchObject({ status: 'CLOSING' })
    await end(betweenSteps, 'interest', 'collateral')
    expect(await statusOf(betweenSteps)).toBe('CLOSED')
  })

  it('is retried step by step, and returns no collateral before asset and interest are back', async () => {
    await retry(allLost)
    expect((await legs(allLost)).filter((leg) => leg.endsWith('PENDING'))).toEqual([
      'asset PENDING',
    ])
    await end(allLost, 'asset')
    await retry(allLost)
    expect(await legs(allLost)).toContain('interest PENDING')
    await end(allLost, 'interest')
    await retry(allLost)
    await end(allLost, 'collateral')
    expect(await statusOf(allLost)).toBe('CLOSED')
    expect(await world.balances(allLost.orderId)).toEqual({})
  })
})

describe('an imported order with both transfers under way', () => {
  const half = (position: 'OPENING' | 'CLOSING', category: 'open' | 'close'): Deal => {
    const deal = book.deal(lender, borrower, {
      order: { status: position },
      position: {
        status: position,
        ...(position === 'OPENING' && { asset_quantity: '0', collateral_quantity: '0' }),
      },
    })
    const [from, to] = category === 'open' ? [lender, borrower] : [borrower, lender]
    const underWay = { category, status: 'IN_PROGRESS', provider_state: 'confirming' } as const
    book.transfer(deal, from, to, { ...underWay, leg: 'asset', token: 'BTC', quantity: '10' })
    book.transfer(deal, to, from, { ...underWay, quantity: '300' })
    return deal
  }
  const opening = half('OPENING', 'open')
  const closing = half('CLOSING', 'close')

  it('opens', async () => {
    await world.end(opening.orderId, 'asset', 'completed')
    await world.end(opening.orderId, 'collateral', 'completed')
    expect(await world.get(opening.orderId)).toMatchObject({ status: 'ACTIVE' })
    expect(await world.position(opening.orderId)).toMatchObject({ asset: '10', collateral: '300' })
    expect(await world.balances(opening.orderId)).toEqual({
      'lent BTC': '10',
      'pledged ETH': '300',
    })
  })

  it('closes', async () => {
    await world.end(closing.orderId, 'asset', 'failed')
    await world.end(closing.orderId, 'collateral', 'completed')
    await world.do('retry', closing.orderId)
    await world.end(closing.orderId, 'asset', 'completed')
    // The book was imported without any: that of one day, 10 BTC · 5 % · 1 / 360.
    expect(await world.closingTransfers(closing.orderId)).toEqual([
      ['interest', 'interest', 'BTC', '0.00138889', 'borrower'],
    ])
    await world.end(closing.orderId, 'interest', 'completed')
    expect(await world.get(closing.orderId)).toMatchObject({ status: 'CLOSED' })
    expect(await world.balances(closing.orderId)).toEqual({})
  })
})
