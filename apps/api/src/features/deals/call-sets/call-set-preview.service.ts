import { calculatePreview, callSet, type CallSet } from '@vadium/margin'
import {
  callSetCalculationIdMax,
  callSetDealsMax,
  callSetRowsMax,
  type CallSetPreview,
  type CallSetRow,
  type OperationBody,
  type previewCallSet,
} from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { PriceBook } from '../../prices/index.ts'
import type { CalculationIds } from '../mark-to-market/calculation-id.ts'
import { previewResource } from '../mark-to-market/preview.service.ts'
import type { DefaultsReader } from '../parties/declared-defaults.ts'
import { type CallSetIds, pinnedCallSet, presentCalculation } from './call-set-calculation.ts'
import {
  type CallableDeal,
  callableDeal,
  type CallableRow,
  dealsWithin,
  isCallable,
  readGoingDeals,
  sidesOfAgreement,
  underNotice,
} from './callable-deals.ts'

interface Parts {
  readonly database: TenantDatabase
  readonly prices: PriceBook
  readonly clock: Clock
  readonly defaults: DefaultsReader
  readonly calculationIds: CalculationIds
  readonly callSetIds: CallSetIds
}

/** Some positions of one agreement, and what is called for in each. */
export interface CalledPositions {
  readonly direction: CallSetPreview['direction']
  readonly positionIds: readonly string[]
}

/** Computes the calls that could be created together for the deals of an agreement. */
export class CallSetPreviewService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Changes nothing. */
  async preview(
    caller: Caller,
    agreementId: string,
    { direction, explain = false, position_ids: positionIds }: OperationBody<typeof previewCallSet>,
  ): Promise<CallSetPreview | Refusal> {
    const { database, clock, prices, callSetIds } = this.#parts
    const nowMs = clock.now()
    const sides = await sidesOfAgreement(database, caller, agreementId)
    if (sides === undefined) return new Refusal('AGREEMENT_NOT_FOUND')
    if (sides instanceof Refusal) return sides
    const rows = await readGoingDeals(database, caller, sides, {
      ...{ nowMs, max: callSetDealsMax, positionIds },
    })
    if (rows instanceof Refusal) return rows
    const missing = missingPosition(rows, positionIds)
    if (missing !== undefined) return missing
    const defaults = await this.#parts.defaults.read(caller, underNotice(rows, caller), nowMs)
    if (defaults instanceof Refusal) return defaults
    const deals = rows.map((row) =>
      callableDeal(row, { role: caller.role, prices, nowMs, defaults }),
    )
    const idOf = (rows: readonly CallableDeal[]) =>
      callSetIds.write(pinnedCallSet(agreementId, direction, rows), caller.organizationId)
    const set = largestSet(direction, deals.filter(isCallable), idOf)
    const reasons = new Map(set.leftOut.map(({ deal, reason }) => [deal.positionId, reason]))
    return {
      agreement_id: agreementId,
      direction,
      rows: set.rows.map((deal) => this.#row(caller, deal, explain)),
      total_notional_usd: set.totalNotionalUsd,
      minimum_notional_usd: set.minimumNotionalUsd,
      can_submit: set.canSubmit,
      left_out: deals.flatMap((deal) => {
        const { id, orderNumber } = deal.row
        const reason = isCallable(deal) ? reasons.get(id) : deal.blocked
        return reason === undefined
          ? []
          : [{ position_id: id, order_id_pretty: orderNumber, reason }]
      }),
      calculation_id: set.id,
    }
  }

  /** The calculation id of a set of exactly these positions. */
  async calculationIdWithin(
    tx: WriteTransaction,
    caller: Caller,
    { direction, positionIds }: CalledPositions,
  ): Promise<string | Refusal> {
    const { prices, callSetIds } = this.#parts
    const rows = await dealsWithin(tx, positionIds)
    const agreementId = await agreementWithin(tx, positionIds)
    if (agreementId === undefined) return ofTwoAgreements
    const defaults = await this.#parts.defaults.within(tx, underNotice(rows, caller))
    const looking = { role: caller.role, prices, nowMs: tx.nowMs, defaults }
    const deals = rows.map((row) => callableDeal(row, looking))
    const set = callSet({ direction, deals: deals.filter(isCallable), rowsMax: callSetRowsMax })
    const leftOut = [
      ...deals.flatMap((deal) =>
        isCallable(deal) ? [] : [{ row: deal.row, reason: deal.blocked }],
      ),
      ...set.leftOut.map(({ deal, reason }) => ({ row: deal.row, reason })),
    ]
    if (leftOut.length > 0) {
      return new Refusal(
        'MARK_TO_MARKET_NOT_DUE',
        leftOut.map(({ row: { id }, reason }) => {
          return { field: 'position_id', issue: `is not called: ${reason}`, value: id }
        }),
      )
    }
    return callSetIds.write(pinnedCallSet(agreementId, direction, set.rows), caller.organizationId)
  }

  #row({ organizationId }: Caller, deal: CallableDeal, explain: boolean): CallSetRow {
    const { row, position, inputs, figures, sender } = deal
    const priced = { position, priceAtLastMarketUsd: row.priceAtLastCut }
    const calculation_id = () =>
      this.#parts.calculationIds.write(presentCalculation(deal), organizationId)
    return {
      preview: previewResource(priced, figures, sender),
      minimum_applies_to: row.minimumAppliesTo,
      terms_version: row.termsVersion,
      ...(explain && {
        calculation: {
          calculation_id: calculation_id(),
          ...calculatePreview(inputs).calculation,
        },
      }),
    }
  }
}

/** The set with the most rows whose calculation id fits into a creation. */
function largestSet(
  direction: CallSetPreview['direction'],
  deals: readonly CallableDeal[],
  idOf: (rows: readonly CallableDeal[]) => string,
): CallSet<CallableDeal> & { readonly id: string } {
  for (let rowsMax = callSetRowsMax; ;) {
    const set = callSet({ direction, deals, rowsMax })
    const id = idOf(set.rows)
    if (id.length <= callSetCalculationIdMax) return { ...set, id }
    const fitting = Math.floor((set.rows.length * callSetCalculationIdMax) / id.length)
    rowsMax = Math.min(fitting, rowsMax - 1)
  }
}

/** The agreement of some positions. Undefined if they have several. */
async function agreementWithin(
  tx: WriteTransaction,
  positionIds: readonly string[],
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT DISTINCT a.id FROM positions p
     JOIN agreements a ON a.lender_id = p.lender_id AND a.borrower_id = p.borrower_id
     WHERE p.id = ANY ($1)`,
    [positionIds],
  )
  return rows.length === 1 ? rows[0]?.id : undefined
}

const ofTwoAgreements = new Refusal('VALUE_INVALID', [
  { field: 'on', issue: 'must be orders of one agreement' },
])

function missingPosition(
  rows: readonly CallableRow[],
  positionIds: readonly string[] = [],
): Refusal | undefined {
  const found = new Set(rows.map(({ id }) => id))
  const at = positionIds.findIndex((id) => !found.has(id.toLowerCase()))
  if (at < 0) return undefined
  const issue = 'is not a position of the agreement that goes on'
  return new Refusal('POSITION_NOT_FOUND', [
    { field: `position_ids.${at}`, issue, value: positionIds[at] ?? '' },
  ])
}
