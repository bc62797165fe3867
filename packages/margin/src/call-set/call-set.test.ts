import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyDeals, sampleDeal, workedDeals } from '../../test/call-set-sample.ts'
import { Decimal } from '../decimal.ts'
import { callSet, type CallSet, type CallSetDeal } from './call-set.ts'

const idsOf = ({ rows }: CallSet) => rows.map(({ positionId }) => positionId)
const leftOutOf = ({ leftOut }: CallSet) =>
  leftOut.map(({ deal: { positionId }, reason }) => `${positionId} ${reason}`)

const random = process.env['LONG_TESTS'] === '1' ? 20_000 : 400

describe('the deals of the documents', () => {
  it('are below their minimum alone, and together reach it to the cent', () => {
    const deals = workedDeals()
    expect(deals.map(({ row: { preview } }) => preview)).toMatchObject([
      { direction: 'TopUp', m2m_collateral_amount: '0.10000417', m2m_notional_usd: '6000.24' },
      { direction: 'TopUp', m2m_collateral_amount: '2', m2m_notional_usd: '6000.00' },
      { direction: 'Release', m2m_collateral_amount: '0.99999916', m2m_notional_usd: '59999.94' },
    ])
    const set = callSet({ direction: 'TopUp', deals })
    expect(set).toMatchObject({
      totalNotionalUsd: '12000.24',
      minimumNotionalUsd: '10000.00',
      canSubmit: true,
    })
    expect(idsOf(set)).toEqual(['1', '2'])
    expect(leftOutOf(set)).toEqual(['3 OTHER_DIRECTION'])
  })

  it('cannot be called together where the minimum applies to each', () => {
    const deals = workedDeals({ minimumAppliesTo: 'deal', termsVersion: 1 })
    const set = callSet({ direction: 'TopUp', deals })
    expect(set).toMatchObject({ totalNotionalUsd: '0.00', canSubmit: false })
    expect(leftOutOf(set)).toEqual([
      '1 BELOW_MINIMUM_NOTIONAL',
      '2 BELOW_MINIMUM_NOTIONAL',
      '3 OTHER_DIRECTION',
    ])
  })
})

describe('callSet', () => {
  /** What a deal lacks, at 1 USD a unit of its collateral, with a minimum of 100 USD. */
  const lacking = (
    id: string,
    usd: string,
    { minimum = '100', version = 1, appliesTo = 'agreement' }: Partial<Terms> = {},
    roleMayCreate = true,
  ) =>
    sampleDeal(
      id,
      {
        requirement_percent: '100',
        asset_quantity: new Decimal(1000).plus(usd).toFixed(),
        asset_price: '1',
        collateral_quantity: '1000',
        minimum_notional_top_up_usd: minimum,
      },
      { minimumAppliesTo: appliesTo, termsVersion: version },
      roleMayCreate,
    )
  interface Terms {
    minimum: string
    version: number
    appliesTo: 'deal' | 'agreement'
  }
  const called = (deals: readonly CallSetDeal[]) => callSet({ direction: 'TopUp', deals })

  it('reaches a minimum that the total equals, and not one that it is a cent below', () => {
    expect(called([lacking('a', '40'), lacking('b', '60')]).canSubmit).toBe(true)
    expect(called([lacking('a', '40'), lacking('b', '59.99')])).toMatchObject({
      totalNotionalUsd: '99.99',
      canSubmit: false,
    })
  })

  it('sums what is printed, so parts of a cent never reach a minimum', () => {
    const deals = [lacking('a', '49.999'), lacking('b', '50.009')]
    expect(called(deals)).toMatchObject({ totalNotionalUsd: '99.99', canSubmit: false })
  })

  it('takes the minimum of the newest terms among its rows, wherever that row is', () => {
    const newer = lacking('b', '30', { minimum: '50', version: 2 })
    for (const deals of [
      [lacking('a', '30'), newer],
      [newer, lacking('a', '30')],
    ]) {
      expect(called(deals)).toMatchObject({ minimumNotionalUsd: '50.00', canSubmit: true })
    }
  })

  it('calls what can be called alone where the total does not carry the others', () => {
    const set = called([
      lacking('a', '60', { minimum: '50', appliesTo: 'deal' }),
      lacking('b', '1', { minimum: '100', version: 2 }),
    ])
    expect(idsOf(set)).toEqual(['a'])
    expect(leftOutOf(set)).toEqual(['b BELOW_MINIMUM_NOTIONAL'])
    expect(set).toMatchObject({ minimumNotionalUsd: '50.00', canSubmit: true })
  })

  it('takes the oldest rows of too many', () => {
    const deals = ['a', 'b', 'c'].map((id) => lacking(id, '60'))
    const set = callSet({ direction: 'TopUp', deals, rowsMax: 2 })
    expect(idsOf(set)).toEqual(['a', 'b'])
    expect(leftOutOf(set)).toEqual(['c TOO_MANY_ROWS'])
  })

  it('shows its rows to a role that cannot create it', () => {
    const set = called([lacking('a', '200', {}, false)])
    expect(idsOf(set)).toEqual(['a'])
    expect(set.canSubmit).toBe(false)
  })

  it('refuses a version that is none', () => {
    expect(() => called([lacking('a', '60', { version: 0 })])).toThrow('termsVersion')
  })

  it('sums its rows exactly, takes each deal once, and reaches the minimum when it says so', () => {
    fc.assert(
      fc.property(anyDeals, (deals) => {
        const set = called(deals)
        const sum = set.rows.reduce(
          (total, { figures }) => total.plus(figures.m2m_notional_usd),
          new Decimal(0),
        )
        expect(set.totalNotionalUsd).toBe(sum.toFixed(2))
        const places = new Map(deals.map((deal, place) => [deal, place]))
        const order = set.rows.map((row) => places.get(row) ?? -1)
        expect(order).toEqual(order.toSorted((one, other) => one - other))
        const seen = [...set.rows, ...set.leftOut.map(({ deal }) => deal)]
        expect(new Set(seen)).toEqual(new Set(deals))
        expect(seen).toHaveLength(deals.length)
        for (const { figures, reasons, minimumAppliesTo } of set.rows) {
          expect(figures.direction).toBe('TopUp')
          const allowed = ['ROLE_MAY_NOT_CREATE']
          if (minimumAppliesTo === 'agreement') allowed.push('BELOW_MINIMUM_NOTIONAL')
          expect(allowed).toEqual(expect.arrayContaining([...reasons]))
        }
        if (set.canSubmit) expect(sum.gte(set.minimumNotionalUsd)).toBe(true)
        // What could be called alone is called, whatever the others owe.
        for (const deal of deals) {
          if (deal.figures.direction === 'TopUp' && deal.reasons.length === 0) {
            expect(set.rows).toContain(deal)
          }
        }
      }),
      { numRuns: random },
    )
  })
})
