import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { borrowerMoves, LifeOfCalls, obstructions } from '../../test/life-of-calls.ts'
import { requests as anyRequests } from '../../test/stressed-arbitraries.ts'
import { ago, btcAt, call, deal, MINUTE, NOW } from '../../test/stressed-deal.ts'
import type { PartyName } from '../preview-context.ts'
import { factOf } from './fact-of.ts'
import type { InstructedQuantity, MarginRequest } from './stressed-deal.ts'

const party = fc.constantFrom<PartyName>('borrower', 'lender')

/** The requests that `DealHistory.requests` says are enough. */
function enoughOf(requests: readonly MarginRequest[]): MarginRequest[] {
  return (['TopUp', 'Release'] as const).flatMap((direction) => {
    const oldestFirst = requests
      .filter((request) => request.direction === direction)
      .toSorted((one, other) => (ageOf(one) < ageOf(other) ? -1 : 1))
    const newestMet = oldestFirst.findLastIndex(isMet)
    const receiver = direction === 'TopUp' ? 'lender' : 'borrower'
    const undisputed = oldestFirst.findLastIndex(
      ({ creator, disputeTime }) => creator === receiver && disputeTime === null,
    )
    const metTime = oldestFirst[newestMet]?.createTime
    return oldestFirst.filter(
      (request, place) =>
        place >= Math.max(newestMet, undisputed) ||
        place === newestMet ||
        request.instructed.some(isUnderWay) ||
        hasFailedSince(request, metTime),
    )
  })
}

const isUnderWay = ({ state }: InstructedQuantity) => state === 'instructed' || state === 'on_chain'

function hasFailedSince({ instructed, failTime }: MarginRequest, time = ''): boolean {
  return (
    instructed.some(({ state }) => state === 'failed') && (failTime === null || failTime > time)
  )
}

const ageOf = ({ createTime, id }: MarginRequest) => createTime + id

function isMet({ amount, instructed }: MarginRequest): boolean {
  const arrived = instructed.filter(({ state }) => state === 'arrived')
  return arrived.reduce((sum, { quantity }) => sum + Number(quantity), 0) >= Number(amount)
}

/** What is due is due to the other side. */
function found(inDefault: PartyName, requests: readonly MarginRequest[], now = NOW) {
  const collateral = inDefault === 'borrower' ? '20' : '40'
  const of = deal({ requests, collateral })
  const { holds, ground } = factOf({ cause: 'UNMET_CALL', inDefault }, of, btcAt('50000'), now)
  return { holds, ground }
}

const move = fc.oneof(
  fc.constantFrom(...borrowerMoves).map((of) => (life: LifeOfCalls) => life.borrowerMoves(of)),
  fc.constantFrom(...obstructions).map((of) => (life: LifeOfCalls) => life.lenderObstructs(of)),
)

describe('the requests of a history', () => {
  it('give the same fact without those that can be left out, in any state', () => {
    fc.assert(
      fc.property(anyRequests, party, (all, inDefault) => {
        // By age alone: no request supersedes another one over a third that is met.
        const whole = all.map((one) => ({ ...one, supersededBy: null }))
        expect(found(inDefault, enoughOf(whole))).toEqual(found(inDefault, whole))
      }),
    )
  })

  it('give the same fact without those that can be left out, in a life with disputes', () => {
    fc.assert(
      fc.property(fc.array(move, { minLength: 20, maxLength: 80 }), (moves) => {
        const life = new LifeOfCalls()
        for (const one of moves) {
          one(life)
          life.borrowerPays('wait')
          life.pass()
        }
        const { requests } = life
        const now = LifeOfCalls.timeOf(moves.length)
        expect(found('borrower', enoughOf(requests), now)).toEqual(found('borrower', requests, now))
      }),
    )
  })

  it('are each read a few times, however long their dispute is', () => {
    const offers = 2000
    let reads = 0
    const chain = Array.from({ length: offers }, (_, index): MarginRequest => {
      const offer = call({ id: `offer-${index}`, creator: 'borrower', createTime: ago(MINUTE) })
      const by = index === offers - 1 ? 'call-1' : `offer-${index + 1}`
      return Object.defineProperty(offer, 'supersededBy', { get: () => ((reads += 1), by) })
    })
    const disputed = call({ status: 'DISPUTED', createTime: ago(0), disputeTime: ago(0) })
    expect(found('borrower', [...chain, disputed]).holds).toBe(false)
    expect(reads).toBeGreaterThanOrEqual(offers)
    expect(reads).toBeLessThan(5 * offers)
  })
})
