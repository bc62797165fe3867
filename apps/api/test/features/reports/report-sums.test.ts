import { formatDecimal } from '@vadium/margin'
import { isLongRun } from '../../harness/long-run.ts'
import {
  type PositionReportRow,
  reportCollateralMovements,
  reportExposureByAsset,
  reportExposureByCounterparty,
  reportInterest,
  reportPositions,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decimal, type Query, ReportedBook, sumOf } from '../../harness/reported-book.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
const book = new ReportedBook(world)
const { lender, borrower, lenderKey, borrowerKey } = world
const { borrowed, third } = book

beforeAll(() => book.live(), 60_000)
afterAll(() => world.close())

/** Every other one; the long run has all of them. */
const someMoments = () => book.moments.filter((_, i) => isLongRun || i % 2 === 0)

describe('exposure', () => {
  async function openAt(time: string): Promise<PositionReportRow[]> {
    const { positions } = await book.answer(reportPositions, { as_of: time })
    return positions.filter(({ status }) => status !== 'CLOSED' && status !== 'OPENING')
  }

  /** The sums of a report of positions, under the names of an exposure. */
  function summed(open: readonly PositionReportRow[], asset: string) {
    const of = (side: string, member: 'asset' | 'collateral_asset') =>
      sumOf(
        open
          .filter((row) => row.side === side && row[member] === asset)
          .map((row) => (member === 'asset' ? row.asset_quantity : row.collateral_quantity)),
      )
    return {
      lent_quantity: of('lender', 'asset'),
      borrowed_quantity: of('borrower', 'asset'),
      collateral_held_quantity: of('lender', 'collateral_asset'),
      collateral_posted_quantity: of('borrower', 'collateral_asset'),
    }
  }

  it('is by asset the sum of the positions, and its value', async () => {
    for (const { time } of someMoments().slice(isLongRun ? 3 : 2)) {
      const positions = await openAt(time)
      const { exposures } = await book.answer(reportExposureByAsset, { as_of: time })
      expect(exposures.map(({ asset }) => asset)).toEqual(['BTC', 'ETH'])
      for (const row of exposures) {
        expect(row, time).toMatchObject(summed(positions, row.asset))
        const net = decimal(row.lent_quantity)
          .plus(row.collateral_posted_quantity)
          .minus(row.borrowed_quantity)
          .minus(row.collateral_held_quantity)
        expect(row.net_quantity).toBe(formatDecimal(net))
        expect(row.net_usd).toBe(formatDecimal(net.times(decimal(row.price_usd))))
      }
    }
  })

  it('is the same in USD by counterparty', async () => {
    for (const { time } of someMoments()) {
      const { exposures: byAsset } = await book.answer(reportExposureByAsset, { as_of: time })
      const { exposures } = await book.answer(reportExposureByCounterparty, { as_of: time })
      expect(exposures.map(({ counterparty_name }) => counterparty_name)).toEqual([
        '=HYPERLINK("http://x")',
        'quay Ltd',
        'third Ltd',
      ])
      for (const member of [
        'lent_usd',
        'borrowed_usd',
        'collateral_held_usd',
        'collateral_posted_usd',
        'net_usd',
      ] as const) {
        expect(sumOf(exposures.map((row) => row[member])), `${time} ${member}`).toBe(
          sumOf(byAsset.map((row) => row[member])),
        )
      }
    }
  })

  it('counts an asset as lent once it has arrived, until it has come back', async () => {
    const lent: string[] = []
    for (const { time } of book.moments) {
      const { exposures } = await book.answer(reportExposureByAsset, {
        as_of: time,
        counterparty_id: borrower.id,
        asset: 'BTC',
      })
      lent.push(exposures[0]?.lent_quantity ?? '')
    }
    expect(lent).toEqual(['10', '10', '20', '20', '20', '20', '20', '10', '10', '10', '10'])
  })

  it('is null when a price was not current, and names the asset', async () => {
    // The clock of the last test is far beyond the age of a price.
    const time = '2026-05-20T10:00:00.000Z'
    book.moveTo(time)
    await book.quote('ETH', '2000')
    try {
      const { exposures } = await book.answer(reportExposureByCounterparty, {
        counterparty_id: third.id,
      })
      expect(exposures).toEqual([
        {
          counterparty_id: third.id,
          counterparty_name: 'third Ltd',
          open_positions: 1,
          lent_usd: '0',
          borrowed_usd: '14000',
          collateral_held_usd: '0',
          collateral_posted_usd: null,
          net_usd: null,
          claims_usd: '0',
          unpriced_assets: ['BTC'],
          lent_limit_usd: null,
          uncovered_usd: null,
          uncovered_limit_usd: null,
        },
      ])
    } finally {
      book.moveTo('2026-03-20T10:00:00.000Z')
    }
  })
})

describe('collateral movements', () => {
  const times = () => ['2026-03-02T11:00:00.000Z', ...book.moments.map(({ time }) => time).slice(1)]

  it('add up from the collateral at the beginning of a range to that at its end', async () => {
    const before = (time: string) => new Date(Date.parse(time) - 1).toISOString()
    const collateralAt = async (time: string) => {
      const { positions } = await book.answer(reportPositions, { as_of: before(time) })
      return new Map(positions.map((row) => [row.position_id, row.collateral_quantity]))
    }
    for (const [i, from] of times().entries()) {
      for (const to of times().slice(i + 1, isLongRun ? undefined : i + 2)) {
        const [opening, closing] = [await collateralAt(from), await collateralAt(to)]
        const { movements } = await book.answer(reportCollateralMovements, { from, to })
        for (const [positionId, collateral] of closing) {
          const own = movements.filter(({ position_id }) => position_id === positionId)
          const balances = own.reduce(
            (balance, { direction, side, quantity, balance: after }) => {
              const grows = (direction === 'received') === (side === 'lender')
              const next = grows
                ? decimal(balance).plus(quantity)
                : decimal(balance).minus(quantity)
              expect(after).toBe(formatDecimal(next))
              return formatDecimal(next)
            },
            opening.get(positionId) ?? '0',
          )
          expect(balances, `${from} ${to}`).toBe(collateral)
        }
      }
    }
  })

  it('are the settled ones, each with its transfer', async () => {
    const { movements } = await book.answer(reportCollateralMovements, {
      from: '2026-03-03T00:00:00.000Z',
      to: '2026-03-13T00:00:00.000Z',
      asset: 'ETH',
    })
    const transfers = (await world.orders.transfers(book.orderId)).filter(
      ({ leg, status }) => leg === 'collateral' && status === 'COMPLETED',
    )
    expect(movements).toMatchObject([
      {
        time: '2026-03-03T09:30:00.000Z',
        category: 'open',
        direction: 'received',
        side: 'lender',
        quantity: '300',
        balance: '300',
      },
      {
        time: '2026-03-05T23:59:59.999Z',
        category: 'm2m',
        direction: 'received',
        counterparty_id: borrower.id,
      },
      {
        time: '2026-03-12T10:00:00.000Z',
        category: 'close',
        direction: 'sent',
        order_id: book.orderId,
        balance: '0',
      },
    ])
    expect(movements.map(({ transfer_id }) => transfer_id)).toEqual(transfers.map(({ id }) => id))
    const { movements: other } = await book.answer(
      reportCollateralMovements,
      { from: '2026-03-03T00:00:00.000Z', to: '2026-03-13T00:00:00.000Z' },
      borrowerKey,
    )
    expect(other.map(({ direction, side }) => [direction, side])).toEqual([
      ['sent', 'borrower'],
      ['sent', 'borrower'],
      ['received', 'borrower'],
    ])
  })

  it('exclude the end of a range', async () => {
    const at = '2026-03-03T09:30:00.000Z'
    const of = async (from: string, to: string) =>
      (await book.answer(reportCollateralMovements, { from, to })).movements.length
    expect(await of('2026-03-03T09:29:59.999Z', at)).toBe(0)
    expect(await of(at, '2026-03-03T09:30:00.001Z')).toBe(1)
  })
})

describe('interest', () => {
  const interestOf = async (query: Query, key = lenderKey) => {
    const { interest } = await book.answer(reportInterest, query, key)
    return interest
  }

  it('sums over adjacent ranges to that of the whole, which is what is charged', async () => {
    const days = [
      '2026-02-20',
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
      '2026-03-07',
      '2026-03-09',
      '2026-03-15',
      '2026-03-20',
    ]
    const at = (day = '') => `${day}T08:00:00.000Z`
    const whole = await interestOf({ from: at(days[0]), to: at(days.at(-1)) })
    const pieces = []
    for (const [i, day] of days.slice(0, -1).entries()) {
      pieces.push(...(await interestOf({ from: at(day), to: at(days[i + 1]) })))
    }
    expect(whole).toHaveLength(4)
    for (const { position_id: id, interest, days: length } of whole) {
      const own = pieces.filter(({ position_id }) => position_id === id)
      expect(sumOf(own.map((row) => row.interest))).toBe(interest)
      expect(own.reduce((sum, row) => sum + row.days, 0)).toBe(length)
    }
    const charged = (await world.orders.transfers(book.orderId)).find(
      ({ leg }) => leg === 'interest',
    )
    expect(whole.find((row) => row.order_id === book.orderId)).toMatchObject({
      from_day: '2026-03-03',
      to_day: '2026-03-10',
      days: 7,
      quantity: '10',
      rate_percent: '5',
      day_count: 'ACT/360',
      // 10 · 5 % · 7 / 360 until the asset came back, rounded up to the smallest unit.
      interest: '0.00972223',
    })
    expect(charged?.quantity).toBe('0.00972223')
  })

  it('equals that in the list of positions', async () => {
    for (const { time, positions } of someMoments()) {
      const rows = await interestOf({ as_of: time })
      for (const { id, interest_accrued } of positions) {
        expect(rows.find(({ position_id }) => position_id === id)?.interest ?? '0', time).toBe(
          interest_accrued,
        )
      }
    }
  })

  it('is earned by the lender and owed by the borrower', async () => {
    const [[row], [other]] = [
      await interestOf({ counterparty_id: third.id }),
      await interestOf({ counterparty_id: lender.id }, borrowerKey),
    ]
    expect(row).toMatchObject({ side: 'borrower', asset: 'ETH', order_id: borrowed.orderId })
    expect(other).toMatchObject({ side: 'borrower', counterparty_name: lender.name })
  })
})
