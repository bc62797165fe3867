import fc from 'fast-check'
import type { CollateralRequirement, RevaluationInputs } from '../src/index.ts'
import { decimalText, haircutText, hundredths, lotText, positiveText } from './arbitraries.ts'

/**
 * From a handful of values, so that coincidences are common: nothing due, a level met exactly, a
 * tie between cents.
 */
const few = fc.constantFrom('0', '1', '2', '3', '0.5', '0.25', '1.5', '0.005', '0.015', '10', '2.0')
const fewPositive = few.filter((text) => text !== '0')

/** Everyday sizes, coincidences, and every accepted size. */
const amount = fc.oneof(few, hundredths(0, 1_000_000_00), decimalText)
const amountOrNone = fc.oneof(fc.constant(undefined), fc.constant('0'), amount)
const positive = fc.oneof(fewPositive, hundredths(1, 1_000_000_00), positiveText)
const lot = fc.oneof(lotText, fewPositive, positiveText)
const level = fc.oneof(
  fc.constantFrom(null, undefined, '100', '50', '200', '66.67', '66.666', '33.33', '0.001'),
  positive,
)

/** Pairs of prices, of one scale and of two. */
export const prices = fc.record({ assetPriceUsd: positive, collateralPriceUsd: positive })

const requirement: fc.Arbitrary<CollateralRequirement> = fc.oneof(
  fc.record({
    requirementPercent: fc.oneof(fc.constantFrom('100', '50', '105', '102.5'), positive),
  }),
  fc.record({ haircut: fc.oneof(fc.constantFrom('0', '0.5', '0.02', '0.25'), haircutText) }),
)

/** Positions with their terms, of every accepted size. */
export const revaluations: fc.Arbitrary<RevaluationInputs> = fc
  .record({
    position: fc.record({
      assetQuantity: amount,
      collateralQuantity: amount,
      deliveriesInTransit: amountOrNone,
      returnsInTransit: amountOrNone,
      disputedQuantity: amountOrNone,
    }),
    agreed: requirement,
    thresholdUsd: amountOrNone,
    minimumNotionalUsd: fc.option(fc.record({ topUp: amountOrNone, release: amountOrNone }), {
      nil: undefined,
    }),
    lot: fc.record({ topUp: lot, release: lot }),
    topUpPercent: level,
    releasePercent: level,
    marginCallPercent: level,
    liquidationPercent: level,
  })
  .map(({ position, agreed, lot: lots, marginCallPercent, liquidationPercent, ...others }) => ({
    position,
    terms: { ...agreed, ...others, lot: lots },
    marginCallPercent,
    liquidationPercent,
  }))
