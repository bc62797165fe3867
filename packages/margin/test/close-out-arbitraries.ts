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

/** As much collateral as covers the asset by a percentage, in whole units. */
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

interface Kinds {
  /** Who is in default, and whether the terms say that a part is closed out. */
  readonly kind: fc.Arbitrary<'borrower' | 'lender' | 'part'>
  /** How much of the asset the first collateral covers, in percent. */
  readonly covered: fc.Arbitrary<number>
  readonly discount: fc.Arbitrary<string>
  readonly agreed: typeof requirement
  readonly thresholdUsd: fc.Arbitrary<string>
}

const anyTerms = {
  covered: fc.integer({ min: 0, max: 300 }),
  discount: fraction,
  agreed: requirement,
  thresholdUsd: fc.oneof(fc.constant('0'), hundredths(0, 1_000_00)),
}

const closeOutsOf = (kinds: Kinds): fc.Arbitrary<CloseOutInputs> =>
  fc
    .record({
      kind: kinds.kind,
      asset: holding,
      first: fc.tuple(decimals, price, kinds.covered),
      others: fc.array(holding, { maxLength: 2 }),
      interest: periods,
      paidUnits: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 1_000_000n })),
      discount: kinds.discount,
      agreed: kinds.agreed,
      threshold: kinds.thresholdUsd,
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

/** Close-outs of every kind: either side in default, in full and in part, up to 3 collaterals. */
export const closeOuts = closeOutsOf({
  ...anyTerms,
  kind: fc.constantFrom('borrower', 'lender', 'part', 'part'),
})

/** Close-outs in full, of one side in default. */
export const closeOutsInFull = (inDefault: 'borrower' | 'lender') =>
  closeOutsOf({ ...anyTerms, kind: fc.constant(inDefault) })

/**
 * Close-outs under terms that ask for a part, of deals short of collateral: nearly all of those
 * with units that are not too coarse can be closed out in part.
 */
export const closeOutsInPart = closeOutsOf({
  kind: fc.constant('part'),
  covered: fc.integer({ min: 105, max: 140 }),
  discount: fc.constantFrom('0', '0.03'),
  agreed: fc.oneof(
    fc.record({ requirement_percent: hundredths(145_00, 250_00) }),
    fc.record({ haircut: hundredths(31, 60) }),
  ),
  thresholdUsd: fc.constant('0'),
})
