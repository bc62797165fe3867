import { readNonNegative, readPositive } from '../decimal-input.ts'
import { Decimal, ZERO } from '../decimal.ts'
import { add, subtract } from '../exact-arithmetic.ts'
import { MarginInputError } from '../margin-input-error.ts'
import type { PartyName } from '../preview-context.ts'
import type {
  CalledDeal,
  CalledTogether,
  DealHistory,
  InstructedQuantity,
  StressedDeal,
} from './stressed-deal.ts'

/**
 * The deal as it would be if everything that is on the chain had arrived. A fact that holds, and
 * would not hold for this deal, is being cured.
 *
 * @throws {MarginInputError} if a quantity is malformed, or more is on its way than there is.
 */
export function ifArrived(deal: StressedDeal): StressedDeal {
  const { history } = deal
  if (history === undefined) return deal
  const { requests, returns, closing, voluntary = [] } = history
  refuseTwice(deal, history)
  const topUps = requests.filter(({ direction }) => direction === 'TopUp').flatMap(instructedOf)
  const releases = requests.filter(({ direction }) => direction === 'Release').flatMap(instructedOf)
  // What a substitution sends back is of another collateral.
  const back = [...returns, ...(closing === null ? [] : [closing])]
    .flatMap(instructedOf)
    .filter(({ token }) => token == null)
  const sentBy = (side: PartyName) => voluntary.filter(({ sender }) => sender === side)
  const collateral = add(
    readNonNegative(deal.collateral, 'collateral'),
    onChain([...topUps, ...sentBy('borrower')]),
  )
  const collateralBack = back.filter(({ leg }) => leg === 'collateral')
  const assetBack = back.filter(({ leg }) => leg === 'asset')
  const interest = readNonNegative(history.interestOnChain, 'interestOnChain')
  const interestOwed = readNonNegative(deal.interestOwed, 'interestOwed')
  return {
    ...deal,
    lent: subtract(readNonNegative(deal.lent, 'lent'), onChain(assetBack)),
    collateral: subtract(
      collateral,
      onChain([...releases, ...collateralBack, ...sentBy('lender')]),
    ),
    interestOwed: Decimal.max(ZERO, subtract(interestOwed, interest)),
    history: {
      ...history,
      interestPaid: add(readNonNegative(history.interestPaid, 'interestPaid'), interest),
      interestOnChain: ZERO,
      requests: requests.map(arrived),
      returns: returns.map(arrived),
      closing: closing && arrived(closing),
      voluntary: voluntary.map(hasArrived),
      ...(history.callSets && { callSets: history.callSets.map(setArrived) }),
    },
  }
}

function setArrived({ others, ...set }: CalledTogether): CalledTogether {
  return { ...set, others: others.map(calledArrived) }
}

function calledArrived(deal: CalledDeal): CalledDeal {
  const { deliveries, returns } = deal.collateralOnChain
  const held = add(
    readNonNegative(deal.collateral, 'callSets.collateral'),
    readNonNegative(deliveries, 'callSets.collateralOnChain.deliveries'),
  )
  const sent = readNonNegative(returns, 'callSets.collateralOnChain.returns')
  const back = readNonNegative(deal.assetOnChain ?? ZERO, 'callSets.assetOnChain')
  return {
    ...deal,
    lent: subtract(readNonNegative(deal.lent, 'callSets.lent'), back),
    collateral: subtract(held, sent),
    collateralOnChain: { deliveries: ZERO, returns: ZERO },
    assetOnChain: ZERO,
  }
}

/** What the close sends back must not be among the returns as well: it would arrive twice. */
function refuseTwice(
  { lent, collateral }: StressedDeal,
  { returns, closing }: Pick<DealHistory, 'returns' | 'closing'>,
): void {
  for (const [leg, held] of [
    ['asset', readNonNegative(lent, 'lent')],
    ['collateral', readNonNegative(collateral, 'collateral')],
  ] as const) {
    const returning = onChain(
      returns.flatMap(instructedOf).filter((one) => one.leg === leg && one.token == null),
    )
    const closed = onChain((closing?.instructed ?? []).filter((one) => one.leg === leg))
    if (returning.isZero() || closed.isZero() || !add(returning, closed).greaterThan(held)) continue
    throw new MarginInputError('returns', 'must not have what is in closing as well')
  }
}

interface Instructed {
  readonly instructed: readonly InstructedQuantity[]
}

const instructedOf = ({ instructed }: Instructed) => instructed

function onChain(instructed: readonly InstructedQuantity[]): Decimal {
  return instructed
    .filter(({ state }) => state === 'on_chain')
    .reduce((sum, { quantity }) => add(sum, readPositive(quantity, 'instructed.quantity')), ZERO)
}

function arrived<T extends Instructed>(of: T): T {
  return { ...of, instructed: of.instructed.map(hasArrived) }
}

function hasArrived<T extends InstructedQuantity>(one: T): T {
  return one.state === 'on_chain' ? { ...one, state: 'arrived' } : one
}
