import fc from 'fast-check'
import { FRACTION_DIGITS_MAX, INTEGER_DIGITS_MAX } from '../src/index.ts'

const digitsOf = (value: bigint, scale: number): string => {
  const digits = value.toString().padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/**
 * Decimal strings from zero to the largest accepted: up to 30 digits before the point and 20 after
 * it.
 */
export const decimalText: fc.Arbitrary<string> = fc
  .record({
    integerDigits: fc.integer({ min: 1, max: INTEGER_DIGITS_MAX }),
    scale: fc.integer({ min: 0, max: FRACTION_DIGITS_MAX }),
  })
  .chain(({ integerDigits, scale }) =>
    fc
      .bigInt({ min: 0n, max: 10n ** BigInt(integerDigits + scale) - 1n })
      .map((value) => digitsOf(value, scale)),
  )

/** The same without zero. */
export const positiveText = decimalText.filter((text) => /[1-9]/.test(text))

/** The same, of either sign. */
export const signedText = fc
  .tuple(fc.boolean(), decimalText)
  .map(([negative, text]) => (negative && /[1-9]/.test(text) ? `-${text}` : text))

/** Decimal strings within a range of hundredths, for figures of everyday size. */
export const hundredths = (min: number, max: number): fc.Arbitrary<string> =>
  fc.bigInt({ min: BigInt(min), max: BigInt(max) }).map((value) => digitsOf(value, 2))

/** Haircuts: from zero to just below one. */
export const haircutText = fc
  .integer({ min: 1, max: 20 })
  .chain((scale) =>
    fc.bigInt({ min: 0n, max: 10n ** BigInt(scale) - 1n }).map((value) => digitsOf(value, scale)),
  )

/** Lots: powers of ten, as usually agreed, and others. */
export const lotText = fc.constantFrom(
  '0.00000000000000000001',
  '0.000000000000000001',
  '0.00000001',
  '0.000001',
  '0.01',
  '1',
  '0.3',
  '7',
  '2000',
)

const quantity = fc.oneof(hundredths(0, 1_000_000_00), decimalText)
const price = fc.oneof(hundredths(1, 100_000_00), positiveText)
const inTransit = fc.oneof(fc.constant('0'), hundredths(0, 100_000_00), decimalText)

/** Positions of everyday size and of every accepted size. */
export const positions = fc.record({
  assetQuantity: quantity,
  assetPriceUsd: price,
  collateralQuantity: quantity,
  collateralPriceUsd: price,
  deliveriesInTransit: inTransit,
  returnsInTransit: inTransit,
  disputedQuantity: inTransit,
})

const requirement = fc.oneof(
  fc.record({ requirementPercent: hundredths(1, 400_00) }),
  fc.record({ haircut: haircutText }),
)

/** Levels of coverage of everyday size, or none. */
export const levelText = fc.option(hundredths(1, 400_00), { nil: undefined })

/** Terms with a requirement or a haircut, with levels or without. */
export const terms = fc
  .tuple(
    requirement,
    fc.record({
      thresholdUsd: fc.oneof(fc.constant('0'), hundredths(0, 1_000_000_00)),
      minimumNotionalUsd: fc.record({
        topUp: hundredths(0, 100_000_00),
        release: hundredths(0, 100_000_00),
      }),
      lot: fc.record({ topUp: lotText, release: lotText }),
      topUpPercent: levelText,
      releasePercent: levelText,
    }),
  )
  .map(([agreed, others]) => ({ ...agreed, ...others }))
