import {
  type CloseOutScope,
  type CloseOutSide,
  type CloseOutStatement,
  Decimal,
} from '@vadium/margin'
import { type CloseOutCause, statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { releasableOfPosition } from '../positions/position-book.ts'
import type { ValuedPosition } from '../positions/valued-position.ts'

/** What decides of a deal whether its close-out is in part. Decimals are strings. */
export interface ScopedDeal {
  readonly closeOutScope: CloseOutScope
  /** What is lent and not on its way back. */
  readonly freeAsset: string
  /** Settled collateral that is neither on its way back nor disputed. */
  readonly freeCollateral: string
}

/** The columns of a {@link ScopedDeal}: of a position `p`, its order `o` and its terms `m`. */
export const scopeColumns = `
  m.close_out_scope AS "closeOutScope", trim_scale(p.asset_quantity - coalesce((
    SELECT sum(t.quantity) FROM transfers t
    WHERE t.order_id = o.id AND t.leg = 'asset' AND t.status ${oneOf(statusSets.transfer.underWay)}
      AND t.sender_organization_id = o.borrower_id), 0))::text AS "freeAsset",
  (${releasableOfPosition})::text AS "freeCollateral"`

/** The default of a close-out. Without a cause it is any that collateral would cure. */
export interface ScopedDefault {
  readonly inDefault: CloseOutSide
  readonly cause?: CloseOutCause | undefined
}

/** The causes that collateral cures: what restores the requirement is enough. */
const curedByCollateral: ReadonlySet<CloseOutCause> = new Set(['UNMET_CALL', 'LIQUIDATION_LEVEL'])

/** Whether terms, cause and state ask for no more than what restores the requirement. */
export function asksForPart(
  { closeOutScope, status }: Pick<ScopedDeal, 'closeOutScope'> & Pick<ValuedPosition, 'status'>,
  { inDefault, cause }: ScopedDefault,
): boolean {
  return (
    closeOutScope === 'to_requirement' &&
    status === 'ACTIVE' &&
    inDefault === 'borrower' &&
    (cause === undefined || curedByCollateral.has(cause))
  )
}

/**
 * Whether the party in default has sent so much of the asset back that no more is left than a
 * close-out in part discharges. The whole deal is closed out then: a custodian must not decide how
 * much of the collateral is taken.
 */
export function returnsTooMuch(statement: CloseOutStatement, { freeAsset }: ScopedDeal): boolean {
  return (
    isInPart(statement) &&
    new Decimal(statement.discharged_quantity).greaterThanOrEqualTo(freeAsset)
  )
}

/** Why the declarer cannot keep its part now: it has sent back so much of the collateral itself. */
export function sendsTooMuch(
  statement: CloseOutStatement,
  { freeCollateral }: ScopedDeal,
): Refusal | undefined {
  const [kept] = statement.kept
  if (!isInPart(statement) || kept === undefined) return undefined
  const { asset, kept_quantity: value } = kept
  if (new Decimal(value).lessThanOrEqualTo(freeCollateral)) return undefined
  const issue = `only ${freeCollateral} ${asset} of the collateral are not on their way back`
  return new Refusal('QUANTITY_NOT_AVAILABLE', [{ field: 'kept_quantity', issue, value }])
}

export const isInPart = ({ scope }: Pick<CloseOutStatement, 'scope'>) => scope === 'to_requirement'
