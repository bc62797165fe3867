import { readNonNegative } from '../decimal-input.ts'
import { ZERO } from '../decimal.ts'
import { add } from '../exact-arithmetic.ts'
import { MarginInputError } from '../margin-input-error.ts'
import type { PartyName } from '../preview-context.ts'
import type { Asked, AskedOfHistory } from './asked.ts'
import { figure, oneOf } from './conditions.ts'
import {
  areMet,
  type AssertedDefault,
  type Condition,
  type DefaultCause,
  type Fact,
  type Findings,
  isAny,
} from './fact.ts'
import { liquidationLevel } from './liquidation-level.ts'
import { missedInterest } from './missed-interest.ts'
import { missedReturn } from './missed-return.ts'
import type { DealPrices, StressedDeal } from './stressed-deal.ts'
import { readTime } from './times.ts'
import { unmetCall } from './unmet-call.ts'

interface Cause {
  /** The parties against which it can be declared. */
  readonly parties: readonly PartyName[]
  readonly find: (asked: Asked) => Findings
}

const CAUSES: Readonly<Record<DefaultCause, Cause>> = {
  UNMET_CALL: { parties: ['borrower', 'lender'], find: withHistory(unmetCall) },
  LIQUIDATION_LEVEL: { parties: ['borrower'], find: liquidationLevel },
  MISSED_RETURN: { parties: ['borrower', 'lender'], find: withHistory(missedReturn) },
  MISSED_INTEREST: { parties: ['borrower'], find: withHistory(missedInterest) },
}

function withHistory(find: (asked: AskedOfHistory) => Findings): Cause['find'] {
  return (asked) => {
    const { history } = asked.deal
    if (history !== undefined) return find({ ...asked, history })
    throw new MarginInputError('history', 'must be given for this cause')
  }
}

/** Whether a cause can be declared against a party at all. */
export function canBeInDefault({ cause, inDefault }: AssertedDefault): boolean {
  return CAUSES[cause].parties.includes(inDefault)
}

/**
 * Whether a default is there: when it is declared, when the close-out is terminated, and as long as
 * its notice is open. A notice of the deal with the same cause and party is cured once this does
 * not hold. The same deal, prices and time always give the same result, because it uses no clock
 * and no state.
 *
 * @param now the time at which it is asked, RFC 3339.
 * @throws {MarginInputError} if a member is malformed or out of bounds. The error names the member.
 * @example
 * const { holds, grounds } = factOf(
 *   { cause: 'LIQUIDATION_LEVEL', inDefault: 'borrower' },
 *   deal,
 *   { assetUsd: '1', collateralUsd: '45000' },
 *   '2026-03-12T16:00:00.000Z',
 * )
 * // holds: true; grounds[0].conditions:
 * //   alert_confirmed_from 2026-03-12T15:45:00.000Z at_most 2026-03-12T16:00:00.000Z
 * //   collateral_value     1125000 at_most 1150000 USD
 */
export function factOf(
  asserted: AssertedDefault,
  deal: StressedDeal,
  prices: DealPrices,
  now: string,
): Fact {
  const { cause, inDefault } = asserted
  const { parties, find } = CAUSES[cause]
  const found = find({
    deal,
    prices,
    nowMs: readTime(now, 'now'),
    inDefault,
    notice: deal.notices.find((open) => open.cause === cause && open.inDefault === inDefault),
    holds: (notice) => factOf(notice, deal, prices, now).holds,
  })
  const conditions = [
    oneOf('party_in_default', 'party', inDefault, parties),
    claim(inDefault, deal),
    ...found.conditions,
  ]
  const met = found.grounds.map((ground) => areMet([...conditions, ...ground.conditions]))
  return {
    cause,
    inDefault,
    holds: isAny(met),
    ground: found.grounds[met.indexOf(true)] ?? null,
    conditions,
    grounds: found.grounds,
  }
}

/** Without a claim, a close-out would only delay what the other side is owed. */
function claim(inDefault: PartyName, { lent, interestOwed, collateral }: StressedDeal): Condition {
  if (inDefault === 'lender') {
    const held = readNonNegative(collateral, 'collateral')
    return figure('claim', 'collateral_asset', held, ['above', ZERO])
  }
  const owed = add(readNonNegative(lent, 'lent'), readNonNegative(interestOwed, 'interestOwed'))
  return figure('claim', 'asset', owed, ['above', ZERO])
}
