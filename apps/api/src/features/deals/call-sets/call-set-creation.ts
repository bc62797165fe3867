import { callSet, type CallSet, Decimal, type DisputeTolerance, stillStands } from '@vadium/margin'
import type { ErrorDetail } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import { together } from '../../../platform/writes/together.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { PriceBook } from '../../prices/index.ts'
import { heldRetiredCollateral } from '../blockers/own-retired-wallets.ts'
import { bookingFault } from '../mark-to-market/booking-fault.ts'
import type { CalculationIds } from '../mark-to-market/calculation-id.ts'
import { type NewRequest, recordRequests } from '../mark-to-market/recorded-requests.ts'
import type { NoticedCalculation } from '../mark-to-market/margin-call-notice.ts'
import { supersede } from '../mark-to-market/request-completion.ts'
import { markToMarketTable } from '../mark-to-market/request.repository.ts'
import type { DefaultsReader } from '../parties/declared-defaults.ts'
import { lockDealsOfPositions } from '../parties/deal.ts'
import { type AnswerTime, answerTime } from '../terms/answer-time.ts'
import {
  type CallSetIds,
  isAsShown,
  type PinnedCallSet,
  type PinnedRow,
  shownCalculation,
} from './call-set-calculation.ts'
import { insertCallSet } from './call-set.repository.ts'
import {
  type BlockedDeal,
  type CallableDeal,
  callableDeal,
  dealsWithin,
  isCallable,
  underNotice,
} from './callable-deals.ts'

interface Parts {
  readonly prices: PriceBook
  readonly defaults: DefaultsReader
  readonly calculationIds: CalculationIds
  readonly callSetIds: CallSetIds
}

/** A call set that was just created. */
export interface CreatedCallSet extends AnswerTime {
  readonly id: string
  readonly direction: PinnedCallSet['direction']
  readonly requests: readonly CreatedRow[]
}

/** A request of a new set, and what it was computed from. */
export interface CreatedRow extends NewRequest, NoticedCalculation {
  readonly minimumAppliesTo: CallableDeal['minimumAppliesTo']
  readonly termsVersion: number
}

/** Creates call sets from a preview that the caller has seen and that is still valid. */
export class CallSetCreation {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async create(
    tx: WriteTransaction,
    caller: Caller,
    calculationId: string,
  ): Promise<CreatedCallSet | Refusal> {
    const pinned = this.#parts.callSetIds.read(calculationId, caller.organizationId)
    if (pinned === undefined) return foreignCalculation
    if (pinned.rows.length === 0) return notDue('no deal of the preview is due')
    const positionIds = pinned.rows.map(({ positionId }) => positionId)
    const [, rows, retired, disputes] = await together([
      lockDealsOfPositions(tx, positionIds),
      dealsWithin(tx, positionIds),
      heldRetiredCollateral(tx, positionIds),
      markToMarketTable.ofPositions(tx, positionIds, 'DISPUTED'),
    ])
    const { prices } = this.#parts
    const defaults = await this.#parts.defaults.within(tx, underNotice(rows, caller))
    const deals = rows.map((row) =>
      callableDeal(row, { role: caller.role, prices, nowMs: tx.nowMs, defaults }),
    )
    const matched = matchedRows(pinned, deals)
    if (matched instanceof Refusal) return matched
    const fault = faultOf(pinned, matched) ?? retired
    if (fault !== undefined) return fault
    const created = await this.#record(tx, pinned, matched)
    for (const { id, position } of created.requests) {
      const ended = disputes.filter(({ positionId }) => positionId === position.id)
      await supersede(tx, ended, id)
    }
    return created
  }

  async #record(
    tx: WriteTransaction,
    pinned: PinnedCallSet,
    matched: readonly MatchedRow[],
  ): Promise<CreatedCallSet> {
    const [{ deal: first } = noRow()] = matched
    const { lender, borrower } = first.position
    const { direction, agreementId } = pinned
    const shown = shownSet(pinned, matched)
    const answer = await latestAnswerTime(tx, matched)
    const { expireAt } = answer
    const id = tx.ids.next()
    await insertCallSet(tx, {
      id,
      agreementId,
      lenderId: lender.organizationId,
      borrowerId: borrower.organizationId,
      creatorId: tx.organizationId,
      direction,
      totalNotionalUsd: shown.totalNotionalUsd,
      minimumNotionalUsd: shown.minimumNotionalUsd,
      expireAt,
    })
    const requests = matched.map(({ row, deal }) => {
      const calculation = shownCalculation(pinned, row, deal)
      const calculationId = this.#parts.calculationIds.write(calculation, tx.organizationId)
      const { position, inputs, minimumAppliesTo, termsVersion } = deal
      const calculated = { pinned: calculation, calculationId, position, inputs }
      return { id: tx.ids.next(), ...calculated, minimumAppliesTo, termsVersion, ...answer }
    })
    await recordRequests(tx, requests, { callSetId: id })
    return { id, direction, ...answer, requests }
  }
}

/** A row of the preview, and its deal as it is now. */
interface MatchedRow {
  readonly row: PinnedRow
  readonly deal: CallableDeal
}

/** The latest time to answer of the rows. Rows of the same terms have the same. */
async function latestAnswerTime(
  tx: WriteTransaction,
  matched: readonly MatchedRow[],
): Promise<AnswerTime> {
  const byTerms = new Map(matched.map(({ deal }) => [deal.row.termsId, deal]))
  const times: AnswerTime[] = []
  for (const { row, position } of byTerms.values()) {
    times.push(await answerTime(tx, position.orderId, row))
  }
  return times.reduce((latest, time) => (time.expireAt > latest.expireAt ? time : latest))
}

/** Each row with its deal, or the refusal that names those that are as no preview shows them. */
function matchedRows(
  pinned: PinnedCallSet,
  deals: readonly (CallableDeal | BlockedDeal)[],
): MatchedRow[] | Refusal {
  const byId = new Map(deals.map((deal) => [deal.row.id, deal]))
  const matched: MatchedRow[] = []
  const changed: ErrorDetail[] = []
  for (const row of pinned.rows) {
    const deal = byId.get(row.positionId)
    if (deal !== undefined && isCallable(deal) && isAsShown(pinned, row, deal)) {
      matched.push({ row, deal })
      continue
    }
    const issue = `its quantities, its terms or its transfers under way have changed${whatChanged(row, deal)}`
    changed.push({ field: 'position_id', issue, value: row.positionId })
  }
  return changed.length === 0 ? matched : stale(changed)
}

function whatChanged(row: PinnedRow, deal: CallableDeal | BlockedDeal | undefined): string {
  if (deal === undefined) return ''
  if (!isCallable(deal)) return `: ${deal.blocked}`
  const { direction, m2m_notional_usd: due } = deal.figures
  return `: ${row.notionalUsd} USD were shown, and ${due} USD are due now (${direction})`
}

/** Why the set that was shown cannot be created now. */
function faultOf(pinned: PinnedCallSet, matched: readonly MatchedRow[]): Refusal | undefined {
  const { direction } = pinned
  const now = callSet({ direction, deals: matched.map(({ deal }) => deal) })
  if (now.leftOut.length > 0) {
    return stale(
      now.leftOut.map(({ deal, reason }) => {
        return {
          field: 'position_id',
          issue: `is not called any more: ${reason}`,
          value: deal.positionId,
        }
      }),
    )
  }
  const shown = shownSet(pinned, matched)
  const stands = stillStands({
    shown: shown.totalNotionalUsd,
    now: driftOf(matched).plus(shown.totalNotionalUsd),
    tolerance: toleranceOf(matched),
  })
  if (stands && !now.canSubmit) {
    return notDue(
      `the total of ${now.totalNotionalUsd} USD is below the minimum of ${now.minimumNotionalUsd} USD`,
    )
  }
  // Within the tolerance, what can be submitted now could perhaps not be in the preview.
  const isWhole = shown.canSubmit && shown.rows.length === matched.length
  if (!stands || !isWhole) return stale(totalDetails(shown, now))
  const faults = matched.map(({ row, deal }) =>
    bookingFault(shownCalculation(pinned, row, deal), deal.position),
  )
  return faults.find((fault) => fault !== undefined)
}

/**
 * The set with the notionals that were shown. Its terms are those of now: the fingerprint has them.
 */
function shownSet({ direction }: PinnedCallSet, matched: readonly MatchedRow[]): CallSet {
  const deals = matched.map(({ row: { notionalUsd }, deal }) => {
    const figures = { ...deal.figures, m2m_notional_usd: notionalUsd }
    return { ...deal, figures }
  })
  return callSet({ direction, deals })
}

/**
 * How far the rows have moved together: one that has risen does not make up for one that has
 * fallen.
 */
function driftOf(matched: readonly MatchedRow[]): Decimal {
  return matched.reduce(
    (sum, { row, deal }) =>
      sum.plus(new Decimal(deal.figures.m2m_notional_usd).minus(row.notionalUsd).abs()),
    new Decimal(0),
  )
}

/** The tolerance of the newest terms among the rows. */
function toleranceOf(matched: readonly MatchedRow[]): DisputeTolerance {
  const [first = noRow(), ...others] = matched.map(({ deal }) => deal.row)
  const { toleranceUsd, tolerancePercent } = others.reduce(
    (newest, row) => (row.termsVersion > newest.termsVersion ? row : newest),
    first,
  )
  if (toleranceUsd !== null) return { absolute: toleranceUsd }
  if (tolerancePercent !== null) return { percent: tolerancePercent }
  throw new Error('terms have no dispute tolerance')
}

function totalDetails(shown: CallSet, now: CallSet): ErrorDetail[] {
  return [
    {
      field: 'total_notional_usd',
      issue: `was ${new Decimal(shown.totalNotionalUsd).toFixed(2)}`,
      value: now.totalNotionalUsd,
    },
    {
      field: 'can_submit',
      issue: 'whether the set can be created now',
      value: String(now.canSubmit),
    },
  ]
}

/** More details than these say no more. */
const detailsMax = 20

const stale = (details: readonly ErrorDetail[]) =>
  new Refusal('PREVIEW_STALE', details.slice(0, detailsMax))

const notDue = (issue: string) =>
  new Refusal('MARK_TO_MARKET_NOT_DUE', [{ field: 'calculation_id', issue }])

const foreignCalculation = new Refusal('CALCULATION_INVALID', [
  {
    field: 'calculation_id',
    issue: 'must be the calculation_id of a preview of a call set, given to this organization',
  },
])

function noRow(): never {
  throw new Error('a call set has a row')
}
