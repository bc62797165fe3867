import { readNonNegative } from '../decimal-input.ts'
import { ZERO } from '../decimal.ts'
import type { AskedOfHistory } from './asked.ts'
import { absent, figure, isFalse, isTrue, moment, orAbsent } from './conditions.ts'
import type { Condition, Findings, Ground } from './fact.ts'
import { lateQuantity, unarrived } from './late.ts'
import type { InstructedQuantity, Recall } from './stressed-deal.ts'
import { readSeconds, readTime } from './times.ts'
import { afterBlocks, underPresentTerms } from './times-that-count.ts'

/**
 * The asset or the collateral that a party must send back has not come back in time. A notice is
 * about one order or one order request: what is missed later is another default.
 */
export function missedReturn(asked: AskedOfHistory): Findings {
  const grounds = asked.inDefault === 'borrower' ? ofBorrower(asked) : ofLender(asked)
  return { conditions: [], grounds: ofNotice(asked, grounds) }
}

/** Recalls come first: cancelling the return that carries one out does not end what it demands. */
function ofBorrower(asked: AskedOfHistory): Ground[] {
  const recalls = asked.history.recalls.map((recall) => recalled(asked, recall))
  return [
    ...orAbsent(recalls, absent('recall', 'order_request')),
    matured(asked),
    ...lateClosing(asked, 'asset'),
    ...lateReturns(asked, 'asset'),
  ]
}

function ofLender(asked: AskedOfHistory): Ground[] {
  return [...lateClosing(asked, 'collateral'), ...lateReturns(asked, 'collateral')]
}

function ofNotice({ notice }: AskedOfHistory, grounds: readonly Ground[]): readonly Ground[] {
  if (notice === undefined) return grounds
  const { resource, resourceId } = notice
  const own = grounds.filter(
    (ground) => ground.resource === resource && ground.resourceId === resourceId,
  )
  return orAbsent(own, absent('late_return', resource))
}

/** A recall binds once it is accepted, or by its notice; then it has the time of a settlement. */
function recalled(asked: AskedOfHistory, recall: Recall): Ground {
  const { id, createTime, acceptTime, lentWhenMet } = recall
  const missed = missedFrom(asked, recall)
  return {
    name: 'recall',
    resource: 'order_request',
    resourceId: id,
    occasion: null,
    since: acceptTime ?? createTime,
    conditions: [
      ...(missed === null ? [isTrue('recall_bound', false)] : [missed]),
      figure('lent', 'asset', readNonNegative(asked.deal.lent, 'lent'), [
        'above',
        readNonNegative(lentWhenMet, 'recalls.lentWhenMet'),
      ]),
    ],
  }
}

/**
 * Null if it does not bind. Before a maturity only an accepted recall does, and an amend does not
 * bind what was answered before it.
 */
function missedFrom(asked: AskedOfHistory, { createTime, acceptTime }: Recall): Condition | null {
  const { recallNoticeSeconds, settlementTimeSeconds, maturityTime } = asked.history
  const settlementMs = readSeconds(settlementTimeSeconds, 'settlementTimeSeconds')
  const after = (start: string, durationMs: number) => {
    const startMs = underPresentTerms(asked, readTime(start, 'recalls'))
    return afterBlocks(asked, startMs, startMs + durationMs + settlementMs)
  }
  const times = [
    ...(acceptTime === null ? [] : [after(acceptTime, 0)]),
    ...(recallNoticeSeconds === null ||
    maturityTime !== null ||
    !isUnderPresentTerms(asked, createTime)
      ? []
      : [after(createTime, readSeconds(recallNoticeSeconds, 'recallNoticeSeconds'))]),
  ]
  if (times.length === 0) return null
  return moment('missed_from', Math.min(...times), ['below', asked.nowMs])
}

function isUnderPresentTerms({ history: { termsSince } }: AskedOfHistory, time: string): boolean {
  return termsSince === null || readTime(time, 'recalls') >= readTime(termsSince, 'termsSince')
}

function matured(asked: AskedOfHistory): Ground {
  const { orderId, lent } = asked.deal
  const { maturityTime, settlementTimeSeconds } = asked.history
  if (maturityTime === null) return absent('maturity', 'order')
  const maturityMs = readTime(maturityTime, 'maturityTime')
  const settlementMs = readSeconds(settlementTimeSeconds, 'settlementTimeSeconds')
  const startMs = underPresentTerms(asked, maturityMs)
  const fromMs = afterBlocks(asked, startMs, startMs + settlementMs)
  return {
    name: 'maturity',
    resource: 'order',
    resourceId: orderId,
    occasion: null,
    since: maturityTime,
    conditions: [
      figure('lent', 'asset', readNonNegative(lent, 'lent'), ['above', ZERO]),
      moment('missed_from', fromMs, ['below', asked.nowMs]),
    ],
  }
}

/** A close that was cancelled owes nothing: it is not the close of the deal. */
function lateClosing(asked: AskedOfHistory, leg: InstructedQuantity['leg']): readonly Ground[] {
  const { orderId } = asked.deal
  const steps = unarrived([...(asked.history.closing?.instructed ?? []), ...sentBack(asked)], leg)
  const grounds = steps.map((step): Ground => ({
    name: 'late_closing',
    resource: 'order',
    resourceId: orderId,
    occasion: null,
    since: step.lateTime,
    conditions: lateQuantity(asked, step),
  }))
  return orAbsent(grounds, absent('late_closing', 'order'))
}

/**
 * What the lender has sent back without a call is a part of what it owes at the close, once the
 * asset and the interest are back: it must not be able to hold that part back. It is late no
 * earlier than the rest.
 */
function sentBack({
  deal,
  history: { closing, voluntary = [] },
}: AskedOfHistory): readonly InstructedQuantity[] {
  if (closing === null) return []
  const step = closing.instructed.find(({ leg }) => leg === 'collateral')
  const isAllBack =
    readNonNegative(deal.lent, 'lent').isZero() &&
    readNonNegative(deal.interestOwed, 'interestOwed').isZero()
  if (step === undefined && !isAllBack) return []
  return voluntary
    .filter(({ sender, state }) => sender === 'lender' && state !== 'failed')
    .map((one) => {
      const isEarlier =
        step !== undefined &&
        readTime(step.lateTime, 'lateTime') > readTime(one.lateTime, 'lateTime')
      return isEarlier ? { ...step, quantity: one.quantity, state: one.state } : one
    })
}

function lateReturns(asked: AskedOfHistory, leg: InstructedQuantity['leg']): readonly Ground[] {
  const grounds = asked.history.returns.flatMap(({ id, isCancelled, instructed }) =>
    unarrived(instructed, leg).map((part): Ground => ({
      name: 'late_return',
      resource: 'order_request',
      resourceId: id,
      occasion: null,
      since: part.lateTime,
      conditions: [isFalse('cancelled', isCancelled), ...lateQuantity(asked, part)],
    })),
  )
  return orAbsent(grounds, absent('late_return', 'order_request'))
}
