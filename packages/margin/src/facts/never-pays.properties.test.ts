import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  borrowerMoves,
  type BorrowerMove,
  type Lender,
  LifeOfCalls,
} from '../../test/life-of-calls.ts'
import { btcAt, deal } from '../../test/stressed-deal.ts'
import type { PartyName } from '../preview-context.ts'
import { factOf } from './fact-of.ts'
import type { MarginRequest } from './stressed-deal.ts'

/** A call, its dispute and an offer that is not kept take no longer than this. */
const HOURS = 8 * 24
const EVERY = 4

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

describe('a party that never sends what is called', () => {
  it('is in default at some time, whatever it does', () => {
    const move = fc.constantFrom(...borrowerMoves)
    const wait = fc.array(fc.constant<BorrowerMove>('wait'), { maxLength: 8 })
    const moves = fc
      .array(fc.tuple(move, wait), { minLength: 1, maxLength: 8 })
      .map((steps) => steps.flatMap(([first, waits]) => [first, ...waits]))
    const caller = fc.constantFrom<Lender>('each day', 'patient')
    const party = fc.constantFrom<PartyName>('lender', 'borrower')
    fc.assert(
      fc.property(caller, moves, party, (lender, chosen, inDefault) => {
        expect(isEverUnmet(lender, chosen, inDefault)).toBe(true)
      }),
    )
  })
})

describe('a borrower that answers and pays in time', () => {
  it('is never in default, though more is due each time', () => {
    const withdrawals = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(withdrawals, (chosen) => {
        const life = new LifeOfCalls()
        for (let hour = 0; hour < HOURS; hour++) {
          life.lenderMoves('each hour')
          life.borrowerPays()
          if (chosen[hour % chosen.length] === true) life.lenderWithdraws()
          life.pass()
          if ((hour + 1) % EVERY === 0) expect(isUnmet(life, hour + 1)).toBe(false)
        }
      }),
      { numRuns: 20 },
    )
  })
})
