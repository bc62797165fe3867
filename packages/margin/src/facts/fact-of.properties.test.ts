import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ASSERTED, asserted, btcPrice, deals } from '../../test/stressed-arbitraries.ts'
import { ago, btcAt, HISTORY, HOUR, NOW } from '../../test/stressed-deal.ts'
import { factOf } from './fact-of.ts'
import { areMet, type AssertedDefault, type Ground } from './fact.ts'
import { ifArrived } from './if-arrived.ts'
import type { DealHistory, InstructedQuantity, StressedDeal } from './stressed-deal.ts'

/** The deal with the notice of a default that was declared. */
function declared(of: StressedDeal, by: AssertedDefault, ground: Ground): StressedDeal {
  const { resource, resourceId, occasion, since } = ground
  return { ...of, notices: [{ ...by, resource, resourceId, occasion, since }] }
}

/** The deal with another history. */
const changed = (
  of: StressedDeal,
  change: (history: DealHistory) => Partial<DealHistory>,
): StressedDeal => {
  const history = of.history ?? HISTORY
  return { ...of, history: { ...history, ...change(history) } }
}

const later = fc.integer({ min: 0, max: 60 * 24 }).map((hours) => ago(-hours * HOUR))

describe('factOf, whatever the deal', () => {
  it('is one predicate for a default and for its cure: what is declared is not cured at once', () => {
    fc.assert(
      fc.property(deals, asserted, btcPrice, (of, by, price) => {
        const { ground } = factOf(by, of, btcAt(price), NOW)
        if (ground === null) return
        expect(factOf(by, declared(of, by, ground), btcAt(price), NOW).holds).toBe(true)
      }),
    )
  })

  it('does not end a notice by time alone', () => {
    fc.assert(
      fc.property(deals, asserted, btcPrice, later, (of, by, price, time) => {
        const { ground } = factOf(by, of, btcAt(price), NOW)
        if (ground === null) return
        expect(factOf(by, declared(of, by, ground), btcAt(price), time).holds).toBe(true)
      }),
    )
  })

  it('holds if, and only if, its conditions are met and those of a ground', () => {
    fc.assert(
      fc.property(deals, asserted, btcPrice, (of, by, price) => {
        const { holds, ground, grounds, conditions } = factOf(by, of, btcAt(price), NOW)
        const met = grounds.map((one) => areMet([...conditions, ...one.conditions]))
        expect(grounds.length).toBeGreaterThan(0)
        expect(holds === true).toBe(met.includes(true))
        expect(holds === false).toBe(met.every((one) => one === false))
        expect(ground).toBe(grounds[met.indexOf(true)] ?? null)
      }),
    )
  })

  it('does not depend on the order in which the deal lists things', () => {
    const reversed = (of: StressedDeal): StressedDeal =>
      changed(of, (history) => ({
        requests: history.requests.toReversed(),
        returns: history.returns.toReversed(),
        recalls: history.recalls.toReversed(),
        interestDue: history.interestDue.toReversed(),
        lenderBlocks: history.lenderBlocks.toReversed(),
      }))
    fc.assert(
      fc.property(deals, asserted, btcPrice, (of, by, price) => {
        expect(factOf(by, reversed(of), btcAt(price), NOW).holds).toBe(
          factOf(by, of, btcAt(price), NOW).holds,
        )
      }),
    )
  })
})

const settled = (instructed: readonly InstructedQuantity[]): InstructedQuantity[] =>
  instructed.map((one) => ({ ...one, state: 'arrived' }))

/** The same deal, on which neither side owes the other anything that is due. */
const owingNothing = (of: StressedDeal): StressedDeal => ({
  ...changed(of, ({ returns, closing, recalls }) => ({
    returns: returns.map((one) => ({ ...one, instructed: settled(one.instructed) })),
    closing: closing && { instructed: settled(closing.instructed) },
    recalls: recalls.map((recall) => ({ ...recall, lentWhenMet: '600000' })),
    maturityTime: null,
    interestPaid: '30',
  })),
  lent: '600000',
  // At 50,000 USD for one BTC, exactly what is required.
  collateral: '18',
})

describe('a party that owes nothing', () => {
  it('is never in default, for whatever failed before', () => {
    fc.assert(
      fc.property(deals, later, (of, time) => {
        const facts = ASSERTED.map((by) => factOf(by, owingNothing(of), btcAt('50000'), time))
        expect(facts.filter(({ holds }) => holds !== false)).toEqual([])
      }),
    )
  })

  it('is never in default without a claim of the other side', () => {
    fc.assert(
      fc.property(deals, asserted, btcPrice, (of, by, price) => {
        const free = { ...of, lent: '0', interestOwed: '0', collateral: '0' }
        expect(factOf(by, free, btcAt(price), NOW).holds).toBe(false)
      }),
    )
  })
})

describe('ifArrived', () => {
  it('leaves nothing on the chain, and is itself then', () => {
    fc.assert(
      fc.property(deals, (of) => {
        // As much as could be on its way.
        const arrived = ifArrived({ ...of, lent: '1000000', collateral: '1000' })
        expect(JSON.stringify(arrived)).not.toContain('on_chain')
        expect(ifArrived(arrived)).toEqual(arrived)
      }),
    )
  })
})
