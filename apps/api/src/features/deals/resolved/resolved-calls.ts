import { Decimal, formatDecimal } from '@vadium/margin'
import type {
  createMarkToMarketRequest,
  disputeMarkToMarketRequest,
  OperationBody,
  sendCollateral,
} from '@vadium/schema'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { DeclaredFacts } from '../deal-requests/deciding-facts.ts'
import { readAgreedTerms } from '../mark-to-market/agreed-terms.ts'
import { type CalculationIds, foreignCalculation } from '../mark-to-market/calculation-id.ts'
import {
  counterFault,
  counterValuation,
  nothingDisputed,
} from '../mark-to-market/counter-valuation.ts'
import { acceptance, instructs } from '../mark-to-market/request-acceptance.ts'
import { markToMarketLifecycle } from '../mark-to-market/request-lifecycle.ts'
import {
  countingTransfers,
  type RequestRecord,
  uninstructedAmount,
} from '../mark-to-market/request-record.ts'
import { markToMarketTable } from '../mark-to-market/request.repository.ts'
import { markBlocker, releaseBlocker } from '../positions/mark-blocker.ts'
import type { MarkablePosition } from '../positions/markable-position.ts'
import { markablePosition } from '../positions/markable-row.ts'
import type { PositionRepository } from '../positions/position.repository.ts'
import { hasFailed } from '../transfers/attempts.ts'
import {
  dealOfPosition,
  type Draft,
  type Found,
  type Look,
  type Movement,
} from './resolved-deal.ts'

interface Parts {
  readonly database: TenantDatabase
  readonly callFacts: DeclaredFacts
  readonly positions: PositionRepository
  readonly calculationIds: CalculationIds
}

type Asked = Pick<RequestRecord, 'direction' | 'assetPriceUsd' | 'collateralPriceUsd'>

/** What stored requests about mark-to-market requests do. */
export class ResolvedCalls {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async create(
    { caller, nowMs }: Look,
    body: OperationBody<typeof createMarkToMarketRequest>,
  ): Promise<Found> {
    const position = await this.#position({ caller, nowMs }, body.position_id)
    if (position === undefined || position instanceof Refusal) return position
    const pinned = this.#parts.calculationIds.read(body.calculation_id, caller.organizationId)
    if (pinned === undefined || pinned.direction === 'None') {
      return { deal: dealOfPosition(position), movements: [], refusal: foreignCalculation }
    }
    const asked: Asked = {
      direction: pinned.direction,
      assetPriceUsd: pinned.asset_price,
      collateralPriceUsd: pinned.collateral_price,
    }
    const movement = sent(asked, new Decimal(pinned.collateral_amount), {
      when: 'when_accepted',
      notionalUsd: pinned.notional_usd,
    })
    const refusal = markBlocker(position) ?? releaseBlocker(position, asked.direction)
    return { ...draftOf(position, [movement], refusal), ...askedPrices(asked) }
  }

  /** What the caller sends without a call. */
  async send(
    look: Look,
    id: string,
    { quantity }: OperationBody<typeof sendCollateral>,
  ): Promise<Found> {
    const position = await this.#position(look, id)
    if (position === undefined || position instanceof Refusal) return position
    const isLender = position.lender.organizationId === look.caller.organizationId
    const direction = isLender ? 'Release' : 'TopUp'
    const refusal =
      markBlocker(position) ?? (isLender ? releaseBlocker(position, direction) : undefined)
    return draftOf(position, [sent({ direction }, new Decimal(quantity))], refusal)
  }

  /** In a dispute, it concedes what was called, or accepts the other side's valuation. */
  accept(look: Look, id: string): Promise<Found> {
    return this.#of(look, id, 'accept', (request) => {
      if (!instructs(acceptance(request, look.caller.organizationId))) return []
      const notionalUsd = request.dispute?.disputedNotionalUsd ?? request.notionalUsd
      return [sent(request, uninstructedAmount(request), { notionalUsd })]
    })
  }

  async dispute(
    look: Look,
    id: string,
    body: OperationBody<typeof disputeMarkToMarketRequest>,
  ): Promise<Found> {
    return this.#of(look, id, 'dispute', async (request) => {
      const counter = new Decimal(body.counter_notional_usd)
      const fault = counterFault(counter)
      if (fault !== undefined) return fault
      if (!counter.lessThan(request.notionalUsd)) return nothingDisputed(request)
      const terms = await readAgreedTerms(this.#parts.database, look.caller, request.positionId)
      if (terms instanceof Refusal) return terms
      const { agreed, amount } = counterValuation(request, counter, terms)
      return amount.isZero() ? [] : [sent(request, amount, { notionalUsd: formatDecimal(agreed) })]
    })
  }

  retry(look: Look, id: string): Promise<Found> {
    return this.#of(look, id, 'retry', (request) =>
      countingTransfers(request)
        .filter(hasFailed)
        .map(({ quantity }) => sent(request, new Decimal(quantity))),
    )
  }

  /** What an answer to a request moves. */
  async #of(
    look: Look,
    id: string,
    action: 'accept' | 'dispute' | 'retry',
    movementsOf: (
      request: RequestRecord,
    ) => readonly Movement[] | Promise<readonly Movement[] | Refusal>,
  ): Promise<Found> {
    const { caller, nowMs } = look
    const request = await markToMarketTable.find(this.#parts.database, caller, id)
    if (request === undefined || request instanceof Refusal) return request
    const position = await this.#position(look, request.positionId)
    if (position === undefined || position instanceof Refusal) return position
    const movements = await movementsOf(request)
    if (movements instanceof Refusal) return movements
    const facts = await this.#parts.callFacts.read(caller, [request], nowMs)
    if (facts instanceof Refusal) return facts
    const asked = { organizationId: caller.organizationId, facts }
    const refusal = markToMarketLifecycle.refusalOf(request, action, asked)
    return { ...draftOf(position, movements, refusal), ...askedPrices(request) }
  }

  async #position(
    { caller, nowMs }: Look,
    id: string,
  ): Promise<MarkablePosition | Refusal | undefined> {
    const row = await this.#parts.positions.findToPreview(caller, id, nowMs)
    return row === undefined || row instanceof Refusal ? row : markablePosition(row)
  }
}

function sent(
  { direction }: Pick<Asked, 'direction'>,
  quantity: Decimal,
  { when = 'at_once', notionalUsd }: Partial<Pick<Movement, 'when' | 'notionalUsd'>> = {},
): Movement {
  return {
    leg: 'collateral',
    when,
    quantity: formatDecimal(quantity),
    sender: direction === 'TopUp' ? 'borrower' : 'lender',
    ...(notionalUsd !== undefined && { notionalUsd: formatDecimal(new Decimal(notionalUsd), 2) }),
  }
}

function draftOf(
  position: MarkablePosition,
  movements: readonly Movement[],
  refusal: Refusal | undefined,
): Draft {
  const { assetQuantity, collateralQuantity, terms } = position
  const moved = movements.reduce(
    (held, { quantity, sender }) =>
      sender === 'borrower' ? held.plus(quantity ?? 0) : held.minus(quantity ?? 0),
    new Decimal(collateralQuantity),
  )
  return {
    deal: dealOfPosition(position),
    movements,
    coverage: {
      before: { assetQuantity, collateralQuantity },
      after: { assetQuantity, collateralQuantity: formatDecimal(moved) },
      levels: terms,
    },
    refusal,
  }
}

const askedPrices = ({
  assetPriceUsd,
  collateralPriceUsd,
}: Asked): Pick<Draft, 'asked_prices'> => ({
  asked_prices: { asset_price_usd: assetPriceUsd, collateral_price_usd: collateralPriceUsd },
})
