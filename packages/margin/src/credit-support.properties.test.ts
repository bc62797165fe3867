import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalText, haircutText, lotText, signedText } from '../test/arbitraries.ts'
import { creditSupport, type CreditSupport } from './credit-support.ts'
import { Decimal, formatDecimal } from './decimal.ts'
import { add, multiply, subtract } from './exact-arithmetic.ts'

const moved = ({ delivery, return: returned }: CreditSupport): [string, string] => [
  formatDecimal(delivery),
  formatDecimal(returned),
]

describe('creditSupport, whatever the inputs', () => {
  const postedItems = fc.array(fc.record({ value: decimalText, haircut: haircutText }))
  const scenario = fc.record({
    exposure: signedText,
    threshold: decimalText,
    posted: postedItems,
    deliveriesInTransit: decimalText,
    returnsInTransit: decimalText,
    disputed: decimalText,
    rounding: fc.record({ delivery: lotText, return: lotText }),
  })

  it('does not depend on the order of the posted items', () => {
    const shuffled = scenario.chain((inputs) =>
      fc.record({
        inputs: fc.constant(inputs),
        posted: fc.shuffledSubarray(inputs.posted, { minLength: inputs.posted.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ inputs, posted }) => {
        const [one, other] = [creditSupport(inputs), creditSupport({ ...inputs, posted })]
        expect(other.adjustedBalance.equals(one.adjustedBalance)).toBe(true)
        expect(moved(other)).toEqual(moved(one))
      }),
    )
  })

  it('moves in at most one direction, and restores the balance without falling below it', () => {
    fc.assert(
      fc.property(scenario, (inputs) => {
        const result = creditSupport(inputs)
        const { creditSupportAmount, adjustedBalance, delivery, return: returned } = result
        expect(delivery.isZero() || returned.isZero()).toBe(true)
        const after = subtract(add(adjustedBalance, delivery), returned)
        expect(after.greaterThanOrEqualTo(creditSupportAmount)).toBe(true)
        const excess = subtract(after, creditSupportAmount)
        const step = delivery.isZero() ? inputs.rounding.return : inputs.rounding.delivery
        expect(excess.lessThan(step)).toBe(true)
      }),
    )
  })

  it('scales with all amounts', () => {
    fc.assert(
      fc.property(scenario, lotText, (inputs, factor) => {
        const by = new Decimal(factor)
        const scale = (value: string): Decimal => multiply(new Decimal(value), by)
        const one = creditSupport(inputs)
        const other = creditSupport({
          exposure: scale(inputs.exposure),
          threshold: scale(inputs.threshold),
          posted: inputs.posted.map((item) => ({ ...item, value: scale(item.value) })),
          deliveriesInTransit: scale(inputs.deliveriesInTransit),
          returnsInTransit: scale(inputs.returnsInTransit),
          disputed: scale(inputs.disputed),
          rounding: {
            delivery: scale(inputs.rounding.delivery),
            return: scale(inputs.rounding.return),
          },
        })
        expect(other.delivery.equals(multiply(one.delivery, by))).toBe(true)
        expect(other.return.equals(multiply(one.return, by))).toBe(true)
      }),
    )
  })
})
