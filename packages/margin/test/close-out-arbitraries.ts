import fc from 'fast-check'
import type { CloseOutInputs } from '../src/index.ts'
import { hundredths } from './arbitraries.ts'
import { BORROWER, LENDER } from './preview-sample.ts'
import { Rational } from './rational.ts'

const digitsOf = (units: bigint, decimals: number): string => {
  const digits = units.toString().padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  const fraction = digits.slice(cut).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, cut) : `${digits.slice(0, cut)}.${fraction}`
}

const unitOf = (decimals: number): string => digitsOf(1n, decimals)
const input = (value: string) => ({ value, source: 'random', observedAt: null })
const decimals = fc.constantFrom(0, 2, 6, 8, 18)
const price = fc.oneof(hundredths(1, 100_000_00), fc.constantFrom('1', '0.0000123', '52000'))
const fraction = fc.oneof(fc.constantFrom('0', '0.03', '0.1'), hundredths(0, 99))

/** Quantities of up to 10^12 units of an asset, with its price and its unit. */
const holding = fc
  .tuple(decimals, price, fc.bigInt({ min: 0n, max: 10n ** 12n }))
  .map(([places, priceUsd, units]) => ({
    unit: unitOf(places),
    priceUsd,
    quantity: digitsOf(units, places),
  }))

/**
 * As much collateral as covers the asset by a percentage, in whole units, of decimals and price.
 */
const covering = fc.tuple(decimals, price, fc.integer({ min: 0, max: 300 }))

const coveringQuantity = (
  asset: { quantity: string; priceUsd: string },
  [places, priceUsd, percent]: [number, string, number],
): string => {
  const covered = Rational.of(asset.quantity)
    .times(Rational.of(asset.priceUsd))
    .times(new Rational(BigInt(percent), 100n))
    .over(Rational.of(priceUsd))
  const { numerator, denominator } = covered.over(Rational.of(unitOf(places)))
  return digitsOf(numerator / denominator, places)
}

const periods = fc
  .array(
    fc.tuple(fc.integer({ min: 1, max: 400 }), hundredths(0, 20_00), hundredths(0, 1_000_00)),
    {
      maxLength: 3,
    },
  )
  .map((rows) => {
    let day = Date.UTC(2026, 0, 1)
    const dayText = () => new Date(day).toISOString().slice(0, 10)
    return rows.map(([days, rate, quantity]) => {
      const from = dayText()
      day += days * 86_400_000
      return { from, to: dayText(), quantity, rate_percent: rate, source: 'random' }
    })
  })

const requirement = fc.oneof(
  fc.record({ requirement_percent: hundredths(50_00, 250_00) }),
  fc.record({ haircut: hundredths(0, 99) }),
)

/** Close-outs of every kind: either side in default, in full and in part, up to 3 collaterals. */
export const closeOuts: fc.Arbitrary<CloseOutInputs> = fc
  .record({
    kind: fc.constantFrom('borrower', 'lender', 'part', 'part'),
    asset: holding,
    first: covering,
    others: fc.array(holding, { maxLength: 2 }),
    interest: periods,
    paidUnits: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 1_000_000n })),
    discount: fraction,
    agreed: requirement,
    threshold: fc.oneof(fc.constant('0'), hundredths(0, 1_000_00)),
    dayCount: fc.constantFrom('ACT/360', 'ACT/365'),
  })
  .map(({ kind, asset, first, others, agreed, threshold, ...random }) => {
    const inDefault = kind === 'lender' ? 'lender' : 'borrower'
    const inPart = kind === 'part'
    const [places, priceUsd] = first
    const held = { unit: unitOf(places), priceUsd, quantity: coveringQuantity(asset, first) }
    const collateral = inPart ? [held] : [held, ...others]
    return {
      in_default: inDefault,
      lender: LENDER,
      borrower: BORROWER,
      to_requirement: inPart,
      day_count: random.dayCount,
      price_source: 'current',
      price_time: '2026-03-12T15:00:00Z',
      provisional: true,
      asset: 'A',
      asset_quantity: input(asset.quantity),
      asset_price: input(asset.priceUsd),
      asset_unit: input(asset.unit),
      interest_paid: input(
        digitsOf(random.paidUnits, asset.unit === '1' ? 0 : asset.unit.length - 2),
      ),
      interest_periods: random.interest,
      collateral: collateral.map(({ quantity, priceUsd: quoted, unit }, index) => ({
        asset: `C${index}`,
        quantity: input(quantity),
        price: input(quoted),
        ...(inDefault === 'lender' ? {} : { unit: input(unit) }),
      })),
      close_out_discount: input(random.discount),
      ...(inPart
        ? {
            ...('haircut' in agreed
              ? { haircut: input(agreed.haircut) }
              : { requirement_percent: input(agreed.requirement_percent) }),
            threshold_usd: input(threshold),
          }
        : {}),
    }
  })
