import {
  type CallSetDeal,
  previewFigures,
  type PreviewFigures,
  type PreviewInputs,
} from '@vadium/margin'
import { type CallSetLeftOutReason, callSetReasons } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { type PriceBook, priceAtLastCut } from '../../prices/index.ts'
import { inputsOf, isBorrowerUnderNotice, pricedAssets } from '../mark-to-market/preview.service.ts'
import type { DefaultsByPosition } from '../parties/declared-defaults.ts'
import { markBlocker, releaseBlocker } from '../positions/mark-blocker.ts'
import type { MarkablePosition } from '../positions/markable-position.ts'
import { markablePosition, selectMarkable } from '../positions/markable-row.ts'
import { type QuotedRow, quotesOfBoth } from '../positions/position.repository.ts'
import { type AnswerTerms, answerTermsColumns } from '../terms/answer-time.ts'
import { termsVersion } from '../terms/terms-of-deal.ts'

/** A deal of an agreement, with what a call set needs of its terms. */
export interface CallableRow extends QuotedRow, AnswerTerms {
  /** Of the asset, in USD. */
  readonly priceAtLastCut: string | null
  readonly minimumAppliesTo: 'deal' | 'agreement'
  readonly termsVersion: number
  readonly termsId: string
  /** The dispute tolerance: one of the two. */
  readonly toleranceUsd: string | null
  readonly tolerancePercent: string | null
}

/** At the time `$2` in Unix milliseconds; a condition on positions `p` follows. */
const selectCallable = selectMarkable(
  'to_timestamp($2::double precision / 1000)',
  quotesOfBoth,
  `${priceAtLastCut('o.asset', '$2')} AS "priceAtLastCut"`,
  `m.minimum_applies_to AS "minimumAppliesTo", ${termsVersion} AS "termsVersion",
   m.id AS "termsId", ${answerTermsColumns},
   trim_scale(m.dispute_tolerance_usd) AS "toleranceUsd",
   trim_scale(m.dispute_tolerance_percent) AS "tolerancePercent"`,
)
const oldestFirst = 'ORDER BY o.number'

/** The sides of an agreement. */
export interface AgreementSides {
  readonly lenderId: string
  readonly borrowerId: string
}

/** Undefined if the organization has no such agreement. */
export function sidesOfAgreement(
  database: TenantDatabase,
  tenant: Tenant,
  agreementId: string,
): Promise<AgreementSides | Refusal | undefined> {
  return database.readOne<AgreementSides>(tenant, {
    name: 'sides of an agreement',
    text: `SELECT a.lender_id AS "lenderId", a.borrower_id AS "borrowerId" FROM agreements a
      WHERE a.id = $1 AND $2 IN (a.lender_id, a.borrower_id)`,
    values: [agreementId, tenant.organizationId],
  })
}

/** Which deals of an agreement are looked at, and when. */
interface Looked {
  /** Unix milliseconds. */
  readonly nowMs: number
  readonly max: number
  /** Default: all. */
  readonly positionIds: readonly string[] | undefined
}

const ofAgreement = (status: 'ACTIVE' | 'CLOSING') => `(
  SELECT own.id, own.status FROM positions own
  WHERE own.lender_id = $1 AND own.borrower_id = $3 AND own.status = '${status}'
    AND ($5::uuid[] IS NULL OR own.id = ANY ($5))
  ORDER BY own.id LIMIT $4)`

/**
 * The deals of an agreement that go on, oldest order first. If there are too many, those that close
 * are the first to be left out: they cannot be called.
 */
export function readGoingDeals(
  database: TenantDatabase,
  tenant: Tenant,
  { lenderId, borrowerId }: AgreementSides,
  { nowMs, max, positionIds }: Looked,
): Promise<readonly CallableRow[] | Refusal> {
  const statement = {
    name: 'callable deals',
    text: `${selectCallable} WHERE p.id = ANY (ARRAY(
        SELECT own.id FROM (${ofAgreement('ACTIVE')} UNION ALL ${ofAgreement('CLOSING')}) own
        ORDER BY own.status, own.id LIMIT $4)) ${oldestFirst}`,
    values: [lenderId, nowMs, borrowerId, max, positionIds ?? null],
  }
  return database.read<CallableRow>(tenant, statement, 'generic')
}

/** Some deals, which must be locked. Oldest order first. */
export async function dealsWithin(
  tx: WriteTransaction,
  positionIds: readonly string[],
): Promise<readonly CallableRow[]> {
  const { rows } = await tx.query<CallableRow>(
    `${selectCallable} WHERE p.id = ANY ($1) ${oldestFirst}`,
    [positionIds, tx.nowMs],
  )
  return rows
}

/** A deal that may be in a call set, with the figures of its preview. */
export interface CallableDeal extends CallSetDeal {
  readonly row: CallableRow
  readonly position: MarkablePosition
  readonly inputs: PreviewInputs
  readonly figures: PreviewFigures
  readonly sender: 'lender' | 'borrower'
}

/** A deal of which no preview can be computed. */
export interface BlockedDeal {
  readonly row: CallableRow
  readonly blocked: CallSetLeftOutReason
}

/** The positions whose declared defaults decide what their caller can request. */
export function underNotice(rows: readonly CallableRow[], caller: Pick<Caller, 'organizationId'>) {
  return rows
    .filter((row) => isBorrowerUnderNotice(markablePosition(row), caller))
    .map(({ id }) => id)
}

interface Looking extends Pick<Caller, 'role'> {
  readonly prices: PriceBook
  readonly nowMs: number
  readonly defaults: DefaultsByPosition
}

/** The preview of a deal, or why there is none. */
export function callableDeal(
  row: CallableRow,
  { prices, nowMs, ...previewer }: Looking,
): CallableDeal | BlockedDeal {
  const position = markablePosition(row)
  const readings = prices.readingsOf(pricedAssets(position), row.quotes, nowMs)
  const inputs = markBlocker(position) ?? inputsOf(position, readings, previewer, nowMs)
  if (inputs instanceof Refusal) return { row, blocked: reasonOf(inputs) }
  const { figures, sender, reasons } = previewFigures(inputs)
  const held = releaseBlocker(position, figures.direction)
  if (held !== undefined) return { row, blocked: reasonOf(held) }
  const { minimumAppliesTo, termsVersion: version } = row
  const preview = { positionId: row.id, inputs, figures, sender, reasons }
  return { row, position, ...preview, minimumAppliesTo, termsVersion: version }
}

function reasonOf({ reason }: Refusal): CallSetLeftOutReason {
  if (isLeftOutReason(reason)) return reason
  throw new Error(`a deal is not left out for ${reason}`)
}

const isLeftOutReason = (reason: string): reason is CallSetLeftOutReason =>
  Object.hasOwn(callSetReasons, reason)

export const isCallable = (deal: CallableDeal | BlockedDeal): deal is CallableDeal =>
  !('blocked' in deal)
