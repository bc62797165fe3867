import { Decimal, formatDecimal, proRataRelease } from '@vadium/margin'
import {
  type acceptOrderRequest,
  type createOrderRequest,
  type OperationBody,
  type OrderRequestChange,
  orderRequestChanges,
} from '@vadium/schema'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { DefaultsReader } from '../parties/declared-defaults.ts'
import { noticesOfOrder, type OpenNotices } from '../parties/open-notice.ts'
import { eligibilityBlocker } from '../blockers/order-request-eligibility.ts'
import {
  amendedTerms,
  laterMaturity,
  returnedQuantity,
} from '../order-requests/order-request-creation.ts'
import type { OrderRequestFacts } from '../order-requests/order-request-facts.ts'
import { orderRequestLifecycle } from '../order-requests/order-request-lifecycle.ts'
import type { OrderRequestRecord } from '../order-requests/order-request-record.ts'
import { orderRequestTable } from '../order-requests/order-request.repository.ts'
import { namedWalletFault } from '../order-requests/substitution-acceptance.ts'
import { namedCollateral } from '../order-requests/substitution-creation.ts'
import type { OrderRow } from '../orders/order-row.ts'
import type { OrderRepository } from '../orders/orders.repository.ts'
import { rateNow } from '../positions/accrued-interest.ts'
import type { ListedPosition } from '../positions/listed-position.ts'
import type { PositionRepository } from '../positions/position.repository.ts'
import { smallestUnit } from '../positions/valued-position.ts'
import { unreplacedFailedTransfers } from '../transfers/attempts.ts'
import {
  type Given,
  givenByBody,
  givenByRequest,
  goingBackAgain,
  resolvedExchange,
} from './resolved-substitutions.ts'
import { dealOfOrder, type Draft, type Found, type Look, type Movement } from './resolved-deal.ts'
import { readOrder, returnOfAll } from './resolved-orders.ts'

interface Parts {
  readonly database: TenantDatabase
  readonly defaults: DefaultsReader
  readonly requestFacts: OrderRequestFacts
  readonly orders: OrderRepository
  readonly positions: PositionRepository
}

/** What is asked for, by a stored request or by an order request that exists. */
interface Asked extends Pick<
  OrderRequestRecord,
  'kind' | 'ratePercent' | 'effectiveAt' | 'maturityAt'
> {
  readonly termsVersion: number | null
  /** Null: all of it, or a rerate. */
  readonly quantity: string | null
  readonly when: Movement['when']
}

interface Deal {
  readonly order: OrderRow
  readonly position: ListedPosition
  /** Whether a part sends no collateral back: a default of the borrower is declared. */
  readonly keepsShare: boolean
  /** When it is looked at. RFC 3339. */
  readonly now: string
}

/** What stored requests about order requests do. */
export class ResolvedOrderRequests {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  create(look: Look, body: OperationBody<typeof createOrderRequest>): Promise<Found> {
    const asked: Asked = {
      kind: body.kind,
      quantity: null,
      ratePercent: body.rate_percent ?? null,
      effectiveAt: body.effective_time ?? null,
      termsVersion: body.terms_version ?? null,
      maturityAt: body.maturity_time ?? null,
      when: 'when_accepted',
    }
    const given = givenByBody(body)
    return this.#of(look, body.position_id, given, asked.when, (deal) => {
      const quantity = askedQuantity(body.quantity, deal)
      if (quantity instanceof Refusal) return quantity
      return {
        ...changes[orderRequestChanges[body.kind]](deal, { ...asked, quantity }),
        refusal:
          eligibilityBlocker(
            body.kind,
            { ...deal.order, orderStatus: deal.order.status },
            look.caller.organizationId,
          ) ??
          unnamedCollateral(body) ??
          askedFault(body, deal.order, look.nowMs),
      }
    })
  }

  accept(
    look: Look,
    id: string,
    { collateral_wallet_id: walletId }: OperationBody<typeof acceptOrderRequest>,
  ): Promise<Found> {
    return this.#answer(
      look,
      id,
      'accept',
      (deal, request) =>
        changes[orderRequestChanges[request.kind]](deal, {
          ...request,
          termsVersion: request.askedTerms?.version ?? null,
          when: 'at_once',
        }),
      (request) => givenByRequest(request, walletId),
      (request) => namedWalletFault(request, walletId),
    )
  }

  async retry(look: Look, id: string): Promise<Found> {
    const { database } = this.#parts
    const found = await orderRequestTable.find(database, look.caller, id)
    if (found === undefined || found instanceof Refusal) return found
    const again = await goingBackAgain({ database, look }, found)
    if (again instanceof Refusal) return again
    return this.#answer(look, id, 'retry', (_deal, { substitution, transfers }) => ({
      movements:
        substitution !== null
          ? again
          : unreplacedFailedTransfers(transfers).map(({ leg, quantity }) => ({
              leg,
              quantity,
              when: 'at_once',
              sender: leg === 'collateral' ? 'lender' : 'borrower',
            })),
    }))
  }

  async #answer(
    look: Look,
    id: string,
    action: 'accept' | 'retry',
    draftOf: (deal: Deal, request: OrderRequestRecord) => Omit<Draft, 'deal'>,
    givenOf: (request: OrderRequestRecord) => Given | undefined = () => undefined,
    faultOf: (request: OrderRequestRecord) => Refusal | undefined = () => undefined,
  ): Promise<Found> {
    const { caller, nowMs } = look
    const request = await orderRequestTable.find(this.#parts.database, caller, id)
    if (request === undefined || request instanceof Refusal) return request
    const facts = await this.#parts.requestFacts.read(caller, [request], nowMs)
    if (facts instanceof Refusal) return facts
    const asked = { organizationId: caller.organizationId, facts }
    const refusal = orderRequestLifecycle.refusalOf(request, action, asked) ?? faultOf(request)
    return this.#of(look, request.positionId, givenOf(request), 'at_once', (deal) => ({
      ...draftOf(deal, request),
      refusal,
    }))
  }

  async #of(
    look: Look,
    positionId: string,
    given: Given | undefined,
    when: Movement['when'],
    draftOf: (deal: Deal) => Omit<Draft, 'deal'> | Refusal,
  ): Promise<Found> {
    const now = new Date(look.nowMs).toISOString()
    const position = await this.#parts.positions.findListed(look.caller, positionId, now)
    if (position === undefined || position instanceof Refusal) return position
    const found = await readOrder(this.#parts, look, position.orderId)
    if (found === undefined || found instanceof Refusal) return found
    const keepsShare = await this.#keepsShare(look, position)
    if (keepsShare instanceof Refusal) return keepsShare
    const { order, names } = found
    const draft = draftOf({ order, position, keepsShare, now })
    if (draft instanceof Refusal) return draft
    const resolved = { deal: dealOfOrder(order, names), ...draft }
    if (given === undefined) return resolved
    const exchanging = { orderId: order.id, asset: order.asset, covering: position }
    const reading = { database: this.#parts.database, look }
    const exchange = await resolvedExchange(reading, given, exchanging, when)
    if (exchange instanceof Refusal) return exchange
    return { ...resolved, ...exchange, refusal: resolved.refusal ?? exchange.refusal }
  }

  /** Whether a part that comes back now sends no collateral back. */
  async #keepsShare(
    { caller }: Look,
    { hasNotice, orderId, lenderId }: ListedPosition,
  ): Promise<boolean | Refusal> {
    if (!hasNotice) return false
    const text = `SELECT ${noticesOfOrder('$1')} AS notices`
    const read = { name: 'notices of an order', text, values: [orderId] }
    const row = await this.#parts.database.readOne<{ notices: OpenNotices }>(caller, read)
    return row instanceof Refusal ? row : row?.notices[lenderId] !== undefined
  }
}

function unnamedCollateral(body: OperationBody<typeof createOrderRequest>): Refusal | undefined {
  const named = body.kind === 'substitution' ? namedCollateral(body) : undefined
  return named instanceof Refusal ? named : undefined
}

/** Why the terms or the maturity that the creator names cannot be asked for. */
function askedFault(
  { kind, terms_version: version, maturity_time: time }: OperationBody<typeof createOrderRequest>,
  order: OrderRow,
  nowMs: number,
): Refusal | undefined {
  const asked =
    kind === 'amend'
      ? amendedTerms(version, order)
      : kind === 'extend'
        ? laterMaturity(time, order, nowMs)
        : undefined
  return asked instanceof Refusal ? asked : undefined
}

/** Null: all of it, or a rerate. */
function askedQuantity(
  text: string | undefined,
  { order: { asset }, position: { assetDecimals, assetQuantity } }: Deal,
): string | null | Refusal {
  if (text === undefined) return null
  return returnedQuantity(text, { asset, assetDecimals, lentQuantity: assetQuantity })
}

/** What each change moves. */
const changes: Readonly<
  Record<OrderRequestChange, (deal: Deal, asked: Asked) => Omit<Draft, 'deal' | 'refusal'>>
> = {
  quantity: returned,
  rate: rerated,
  terms: amended,
  maturity: extended,
  collateral: () => ({ movements: [] }),
}

function returned(
  { order, position, keepsShare }: Deal,
  { quantity, when }: Asked,
): Omit<Draft, 'deal'> {
  const { assetQuantity: lent, collateralQuantity: settled, terms } = position
  // The whole asset ends the deal.
  if (quantity === null || new Decimal(quantity).greaterThanOrEqualTo(lent)) {
    return { movements: returnOfAll(order, when) }
  }
  const released = keepsShare
    ? new Decimal(0)
    : proRataRelease({
        settled,
        returnsInTransit: position.returnsInTransit,
        disputed: position.collateralDisputedQuantity,
        lent,
        returned: quantity,
        smallestUnit: smallestUnit(position.collateralDecimals),
      })
  return {
    movements: [
      { leg: 'asset', when, quantity, sender: 'borrower' },
      {
        leg: 'collateral',
        when: 'afterwards',
        quantity: formatDecimal(released),
        sender: 'lender',
      },
    ],
    coverage: {
      before: { assetQuantity: lent, collateralQuantity: settled },
      after: {
        assetQuantity: formatDecimal(new Decimal(lent).minus(quantity)),
        collateralQuantity: formatDecimal(new Decimal(settled).minus(released)),
      },
      levels: terms,
    },
  }
}

function rerated(
  { position, now }: Deal,
  { ratePercent, effectiveAt }: Asked,
): Omit<Draft, 'deal'> {
  if (ratePercent === null) return { movements: [] }
  const rate = { before_percent: rateNow(position, now), after_percent: ratePercent }
  return { movements: [], rate: { ...rate, effective_time: effectiveAt } }
}

function amended({ order, position }: Deal, { termsVersion }: Asked): Omit<Draft, 'deal'> {
  const { newerTerms: newer } = order
  if (newer === null || newer.version !== termsVersion) return { movements: [] }
  const { assetQuantity, collateralQuantity } = position
  const covered = { assetQuantity, collateralQuantity }
  return {
    movements: [],
    terms: {
      before_version: order.termsVersion,
      before: order.terms,
      after_version: newer.version,
      after: newer.terms,
    },
    coverage: {
      before: covered,
      after: covered,
      levels: {
        requirementPercent: newer.terms.requirement_percent,
        marginCallPercent: newer.terms.margin_call_percent,
        liquidationPercent: newer.terms.liquidation_percent,
      },
    },
  }
}

function extended({ order }: Deal, { maturityAt }: Asked): Omit<Draft, 'deal'> {
  if (maturityAt === null) return { movements: [] }
  return {
    movements: [],
    maturity: { before_time: order.maturityAt, after_time: maturityAt },
  }
}
