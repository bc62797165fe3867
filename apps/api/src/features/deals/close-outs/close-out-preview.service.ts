import { canBeInDefault } from '@vadium/margin'
import type { OperationBody, OperationResponse, previewCloseOut } from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import {
  type NewestQuotes,
  newestQuotes,
  type PastQuotes,
  pastQuotes,
  type PriceBook,
  type PriceReading,
  readingsThen,
} from '../../prices/index.ts'
import { notComputable } from '../positions/mark-blocker.ts'
import { positionNotFound } from '../positions/position.service.ts'
import { defaultFact } from './close-out-facts.ts'
import { figuresOf } from './close-out-figures.ts'
import { calledTogether } from './called-together.ts'
import { historyJson, type KeptHistory } from './deal-history.ts'
import {
  assetsOf,
  closedOutPosition,
  type DefaultedDeal,
  defaultedColumns,
  defaultedTables,
  replacedAsset,
} from './defaulted-deal.ts'
import { causeFact } from './shown-facts.ts'

type PreviewBody = OperationBody<typeof previewCloseOut>
type PreviewResponse = OperationResponse<typeof previewCloseOut>

interface PreviewedDeal extends DefaultedDeal {
  /** The newest quotes of its assets. */
  readonly quotes: NewestQuotes
  /** Null if the terms have no cause. */
  readonly history: KeptHistory | null
  /**
   * When the time to confirm a liquidation level began. Null if the terms do not have that cause.
   */
  readonly quotesThen: PastQuotes | null
}

const confirmedFrom = `($2::timestamptz - m.liquidation_confirm_seconds * interval '1 second')`

/** By the id of its position, the time and an organization. */
const selectDeal = `
  SELECT ${defaultedColumns}, ${newestQuotes('o.asset', 'o.collateral_asset', replacedAsset)} AS quotes,
    CASE WHEN cardinality(m.default_causes) > 0 THEN ${historyJson('$1')} END AS history,
    CASE WHEN 'LIQUIDATION_LEVEL' = ANY (m.default_causes)
      THEN ${pastQuotes(confirmedFrom, 'o.asset', 'o.collateral_asset')} END AS "quotesThen"
  FROM ${defaultedTables} WHERE p.id = $1 AND $3 IN (p.lender_id, p.borrower_id)`

interface Parts {
  readonly database: TenantDatabase
  readonly prices: PriceBook
  readonly clock: Clock
  readonly priceAgeSecondsMax: number
  /** How long transfers may be under way where the terms do not say. */
  readonly settlementSeconds: number
}

/** Computes what a close-out would be, and whether one could be declared. */
export class CloseOutPreviewService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * The statement that a close-out would have now, if a side were in default, and which causes are
   * there. All of it is read at one moment. Changes nothing.
   */
  async preview(
    caller: Caller,
    { position_id: id, in_default: inDefault, cause }: PreviewBody,
  ): Promise<PreviewResponse | Refusal> {
    const { database, prices, clock } = this.#parts
    const nowMs = clock.now()
    const now = new Date(nowMs).toISOString()
    const read = {
      name: 'deal to close out',
      text: selectDeal,
      values: [id, now, caller.organizationId],
    }
    const row = await database.readOne<PreviewedDeal>(caller, read)
    if (row instanceof Refusal) return row
    if (row === undefined) return positionNotFound(id)
    const position = closedOutPosition(row)
    const refusal = notComputable(position) ?? alreadyTerminated(row)
    if (refusal !== undefined) return refusal
    const readings = prices.readingsOf(assetsOf(row), row.quotes, nowMs)
    const statement = figuresOf(position, { inDefault, cause, provisional: true }, readings, now)
    if (statement instanceof Refusal) return statement
    const history = await this.#history(caller, row, nowMs)
    if (history instanceof Refusal) return history
    return { statement, facts: this.#facts({ ...row, history }, inDefault, readings, nowMs) }
  }

  async #history(
    tenant: Caller,
    { history }: PreviewedDeal,
    nowMs: number,
  ): Promise<KeptHistory | Refusal | null> {
    if (history === null) return null
    const found = await calledTogether({ ...this.#parts, tenant, nowMs }, [history])
    return found instanceof Refusal ? found : (found.histories[0] ?? null)
  }

  /** Of the causes that can be declared against a side. */
  #facts(
    deal: PreviewedDeal,
    inDefault: PreviewBody['in_default'],
    prices: ReadonlyMap<string, PriceReading>,
    nowMs: number,
  ): PreviewResponse['facts'] {
    const { settlementSeconds } = this.#parts
    const { history, positionId, lenderId, borrowerId } = deal
    const histories = new Map(history === null ? [] : [[positionId, history]])
    const declarerId = inDefault === 'borrower' ? lenderId : borrowerId
    const pricesAtStart = this.#pricesAtStart(deal, nowMs)
    const suspensions = history?.suspensions[inDefault] ?? []
    const shown = { deal, isSuspended: suspensions.some(({ until }) => until === null), nowMs }
    return deal.defaultCauses
      .filter((cause) => canBeInDefault({ cause, inDefault }))
      .map((cause) => {
        const declared = { cause, declarerId, pricesAtStart }
        const known = { nowMs, prices, histories, settlementSeconds }
        return causeFact(defaultFact(deal, declared, known), shown)
      })
  }

  #pricesAtStart(deal: PreviewedDeal, nowMs: number): ReadonlyMap<string, PriceReading> {
    const { asset, collateralAsset, quotesThen, liquidationConfirmSeconds } = deal
    if (quotesThen === null) return new Map()
    const startMs = nowMs - liquidationConfirmSeconds * 1000
    const { priceAgeSecondsMax } = this.#parts
    return readingsThen([asset, collateralAsset], quotesThen, startMs, priceAgeSecondsMax)
  }
}

/** A termination has fixed the figures: there is nothing left to close out. */
function alreadyTerminated({ terminatedId: value }: DefaultedDeal): Refusal | undefined {
  if (value === null) return undefined
  const issue = 'a close-out of the position was terminated'
  return new Refusal('POSITION_NOT_ACTIVE', [{ field: 'close_out_id', issue, value }])
}
