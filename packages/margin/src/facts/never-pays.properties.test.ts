import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  borrowerMoves,
  type BorrowerMove,
  type Lender,
  LifeOfCalls,
  obstructions,
} from '../../test/life-of-calls.ts'
import { btcAt, deal } from '../../test/stressed-deal.ts'
import type { PartyName } from '../preview-context.ts'
import { factOf } from './fact-of.ts'
import type { MarginRequest } from './stressed-deal.ts'

const waits = (hours: number): BorrowerMove[] => Array.from({ length: hours }, () => 'wait')

/** After its failure no request supersedes the call, so the next one names no dispute. */
const failsOnce: BorrowerMove[] = [
  'wait',
  'dispute with the least unit',
  'let the transfer fail',
  'retry',
  'let the least unit arrive',
  ...waits(19),
]

/** A call, its dispute and an offer that is not kept take no longer than this. */
const HOURS = 8 * 24
const EVERY = 4
/** Each of these lives is looked at to its end. */
const RUNS = process.env['LONG_TESTS'] === '1' ? 200 : 15

/** Whether the receiver could have declared UNMET_CALL at some time of a life. */
function isEverUnmet(lender: Lender, moves: readonly BorrowerMove[], inDefault: PartyName) {
  const life = new LifeOfCalls()
  for (let hour = 0; hour < HOURS; hour++) {
    life.lenderMoves(lender)
    life.borrowerMoves(moves[hour % moves.length] ?? 'wait')
    life.pass()
    if ((hour + 1) % EVERY === 0 && isUnmet(life, hour + 1, inDefault)) return true
  }
  return false
}

/** The same requests with the sides exchanged are those of a lender that does not release. */
function isUnmet({ requests }: LifeOfCalls, hour: number, inDefault: PartyName = 'borrower') {
  const isLender = inDefault === 'lender'
  const of = deal({
    requests: isLender ? requests.map(exchanged) : requests,
    collateral: isLender ? '40' : '20',
  })
  const asserted = { cause: 'UNMET_CALL', inDefault } as const
  return factOf(asserted, of, btcAt('50000'), LifeOfCalls.timeOf(hour)).holds === true
}

const otherSide = (side: PartyName): PartyName => (side === 'lender' ? 'borrower' : 'lender')

const exchanged = (request: MarginRequest): MarginRequest => ({
  ...request,
  direction: 'Release',
  creator: otherSide(request.creator),
  cancelledBy: request.cancelledBy && otherSide(request.cancelledBy),
})

/** Up to 8 moves, with some hours of waiting after each. */
const paused = <Move>(move: fc.Arbitrary<Move>): fc.Arbitrary<(Move | 'wait')[]> =>
  fc
    .array(fc.tuple(move, fc.integer({ min: 0, max: 12 })), { minLength: 1, maxLength: 8 })
    .map((steps) =>
      steps.flatMap(([first, hours]) => [
        first,
        ...Array.from({ length: hours }, () => 'wait' as const),
      ]),
    )

describe('a party that never sends what is called', () => {
  it('is in default at some time, whatever it does', () => {
    const moves = paused(fc.constantFrom(...borrowerMoves))
    const caller = fc.constantFrom<Lender>('each day', 'patient')
    const party = fc.constantFrom<PartyName>('lender', 'borrower')
    fc.assert(
      fc.property(caller, moves, party, (lender, chosen, inDefault) => {
        expect(isEverUnmet(lender, chosen, inDefault)).toBe(true)
      }),
      {
        examples: [
          ['each day', failsOnce, 'borrower'],
          ['patient', failsOnce, 'lender'],
        ],
      },
    )
  })
})

describe('a borrower that answers and pays in time', () => {
  it('is never in default, whatever the lender does, though more is due each time', () => {
    const lender = paused(fc.constantFrom(...obstructions))
    const borrower = fc.array(
      fc.constantFrom('dispute' as const, 'offer' as const, 'wait' as const),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(lender, borrower, (obstructing, paying) => {
        const life = new LifeOfCalls()
        for (let hour = 0; hour < HOURS; hour++) {
          life.lenderObstructs(obstructing[hour % obstructing.length] ?? 'wait')
          life.borrowerPays(paying[hour % paying.length] ?? 'wait')
          life.pass()
          if ((hour + 1) % EVERY === 0) expect(isUnmet(life, hour + 1)).toBe(false)
        }
      }),
      { numRuns: RUNS },
    )
  })
})
