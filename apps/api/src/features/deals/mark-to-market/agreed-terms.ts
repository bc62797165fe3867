import type { DisputeTolerance, MarginTerms } from '@vadium/margin'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { type AnswerTerms, answerTermsColumns } from '../terms/answer-time.ts'
import { movableLot } from '../positions/valued-position.ts'

/**
 * What the order of a position says about its mark-to-market requests, besides the inputs of
 * previews.
 */
export interface AgreedTerms {
  readonly margin: MarginTerms
  readonly tolerance: DisputeTolerance
  readonly disputeMethod: 'undisputed' | 'split'
  readonly answer: AnswerTerms
  /** The wallets of the collateral. */
  readonly lenderWalletId: string
  readonly borrowerWalletId: string
}

interface TermsRow extends AnswerTerms {
  readonly requirementPercent: string | null
  readonly haircut: string | null
  readonly lotTopUp: string | null
  readonly lotRelease: string | null
  readonly collateralDecimals: number
  readonly toleranceUsd: string | null
  readonly tolerancePercent: string | null
  readonly disputeMethod: 'undisputed' | 'split'
  /** Never null of a position: an accepted order names its wallets. */
  readonly lenderWalletId: string | null
  readonly borrowerWalletId: string | null
}

const selectTerms = `
  SELECT trim_scale(m.requirement_percent) AS "requirementPercent", trim_scale(m.haircut) AS haircut,
    trim_scale(m.lot_top_up) AS "lotTopUp", trim_scale(m.lot_release) AS "lotRelease",
    c.decimals AS "collateralDecimals", trim_scale(m.dispute_tolerance_usd) AS "toleranceUsd",
    trim_scale(m.dispute_tolerance_percent) AS "tolerancePercent",
    m.dispute_method AS "disputeMethod", ${answerTermsColumns},
    o.lender_collateral_wallet_id AS "lenderWalletId",
    o.borrower_collateral_wallet_id AS "borrowerWalletId"
  FROM positions p JOIN orders o ON o.id = p.order_id JOIN margin_terms m ON m.id = o.terms_id
    JOIN assets c ON c.symbol = o.collateral_asset
  WHERE p.id = $1`

/**
 * The terms that apply to the deal. Undefined if the organization has no such
 * position.
 */
export async function agreedTerms(
  tx: WriteTransaction,
  positionId: string,
): Promise<AgreedTerms | undefined> {
  const row = await tx.row<TermsRow>(selectTerms, [positionId])
  return row && termsOf(row)
}

/** The same in a read, for a position that the caller sees. */
export async function readAgreedTerms(
  database: TenantDatabase,
  caller: Caller,
  positionId: string,
): Promise<AgreedTerms | Refusal> {
  const statement = { name: 'agreed terms', text: selectTerms, values: [positionId] }
  const row = await database.readOne<TermsRow>(caller, statement)
  if (row instanceof Refusal) return row
  if (row === undefined) throw new Error(`position ${positionId} is missing`)
  return termsOf(row)
}

function termsOf(row: TermsRow): AgreedTerms {
  const { disputeMethod, lenderWalletId, borrowerWalletId } = row
  if (lenderWalletId === null || borrowerWalletId === null) {
    throw new Error('an accepted order does not name its wallets')
  }
  return {
    margin: marginTerms(row),
    tolerance: tolerance(row),
    disputeMethod,
    answer: row,
    lenderWalletId,
    borrowerWalletId,
  }
}

function marginTerms(row: TermsRow): MarginTerms {
  const { collateralDecimals: decimals } = row
  const lot = {
    topUp: movableLot(row.lotTopUp, decimals),
    release: movableLot(row.lotRelease, decimals),
  }
  if (row.requirementPercent !== null) return { requirementPercent: row.requirementPercent, lot }
  if (row.haircut !== null) return { haircut: row.haircut, lot }
  throw new Error('terms have neither a requirement nor a haircut')
}

function tolerance({ toleranceUsd, tolerancePercent }: TermsRow): DisputeTolerance {
  if (toleranceUsd !== null) return { absolute: toleranceUsd }
  if (tolerancePercent !== null) return { percent: tolerancePercent }
  throw new Error('terms have no dispute tolerance')
}
