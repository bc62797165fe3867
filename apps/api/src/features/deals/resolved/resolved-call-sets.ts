import { Decimal, formatDecimal, valuePosition } from '@vadium/margin'
import {
  type acceptCallSet,
  callSetDealsMax,
  type createCallSet,
  type OperationBody,
  type ResolvedRequest,
} from '@vadium/schema'
import type { TenantDatabase } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { PriceBook, PriceReading } from '../../prices/index.ts'
import type { CallSetIds } from '../call-sets/call-set-calculation.ts'
import { acceptanceFault } from '../call-sets/call-set-resource.ts'
import { findCallSet, pendingAmounts } from '../call-sets/call-set.repository.ts'
import {
  type AgreementSides,
  readGoingDeals,
  sidesOfAgreement,
} from '../call-sets/callable-deals.ts'
import { foreignCalculation } from '../mark-to-market/calculation-id.ts'
import { pricedAssets } from '../mark-to-market/preview.service.ts'
import { issueOf } from '../parties/offer.ts'
import { markBlocker, releaseBlocker } from '../positions/mark-blocker.ts'
import type { MarkablePosition } from '../positions/markable-position.ts'
import { markablePosition } from '../positions/markable-row.ts'
import { dealOfPosition, type Look } from './resolved-deal.ts'
import { partyOf } from './resolved-party.ts'

interface Parts {
  readonly database: TenantDatabase
  readonly callSetIds: CallSetIds
  readonly prices: PriceBook
}

/** How much of a deal is called. Decimal strings. */
export interface CalledAmount {
  readonly positionId: string
  readonly collateralAmount: string
  readonly notionalUsd: string
}

/** The calls of a set, and whether they are instructed at once. */
interface Called {
  readonly sides: AgreementSides
  readonly direction: 'TopUp' | 'Release'
  readonly amounts: readonly CalledAmount[]
  readonly when: ResolvedRequest['movements'][number]['when']
  /** Why it would be refused now, whatever its deals are. */
  readonly refusal: Refusal | undefined
}

/** Undefined: the caller does not see the set. */
type FoundSet = ResolvedRequest | Refusal | undefined

/** What stored requests about call sets mean, deal by deal. */
export class ResolvedCallSets {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async create(look: Look, body: OperationBody<typeof createCallSet>): Promise<FoundSet> {
    const { database, callSetIds } = this.#parts
    const pinned = callSetIds.read(body.calculation_id, look.caller.organizationId)
    if (pinned === undefined) return foreignCalculation
    const sides = await sidesOfAgreement(database, look.caller, pinned.agreementId)
    if (sides === undefined || sides instanceof Refusal) return sides
    const { direction, rows: amounts } = pinned
    return this.#shown(look, {
      ...{ sides, direction, amounts, when: 'when_accepted', refusal: undefined },
    })
  }

  async accept(
    look: Look,
    id: string,
    { except = [] }: OperationBody<typeof acceptCallSet>,
  ): Promise<FoundSet> {
    const { database } = this.#parts
    const set = await findCallSet(database, look.caller, id)
    if (set === undefined || set instanceof Refusal) return set
    const left = new Set(except.map((one) => one.toLowerCase()))
    const pending = await pendingAmounts(database, look.caller, id)
    if (pending instanceof Refusal) return pending
    const { organizationId } = look.caller
    return this.#shown(look, {
      ...{ sides: set, direction: set.direction, when: 'at_once' },
      amounts: pending.filter((request) => !left.has(request.id)),
      refusal: acceptanceFault(set, { organizationId, nowMs: look.nowMs }),
    })
  }

  async #shown({ caller, nowMs }: Look, called: Called): Promise<ResolvedRequest | Refusal> {
    const { database, prices } = this.#parts
    const { sides, amounts, when } = called
    const positionIds = amounts.map(({ positionId }) => positionId)
    const looked = { nowMs, max: callSetDealsMax, positionIds }
    const rows = await readGoingDeals(database, caller, sides, looked)
    if (rows instanceof Refusal) return rows
    const amountOf = new Map(amounts.map((amount) => [amount.positionId, amount]))
    const calls = rows.flatMap((row) => {
      const amount = amountOf.get(row.id)
      if (amount === undefined) return []
      const position = markablePosition(row)
      const readings = prices.readingsOf(pricedAssets(position), row.quotes, nowMs)
      return [callOf(position, amount, called, readings)]
    })
    const gone = calls.length < amounts.length ? 'a deal of it is closed' : undefined
    const [first] = calls
    const counterpartyId =
      sides.lenderId === caller.organizationId ? sides.borrowerId : sides.lenderId
    return {
      as_of: new Date(nowMs).toISOString(),
      ...{ order_id: null, order_id_pretty: null, position_id: null },
      counterparty_id: counterpartyId,
      counterparty_name: first === undefined ? null : nameOf(first.position, counterpartyId),
      movements: calls.map(({ shown, sender, receiver }) => ({
        ...({ leg: 'collateral', when, token: shown.token } as const),
        ...{ quantity: shown.quantity, notional_usd: shown.notional_usd, sender, receiver },
      })),
      ...{
        wallet_changes: [],
        rate: null,
        maturity: null,
        terms: null,
        substitution: null,
        coverage: null,
      },
      ...{ close_out: null, asked_prices: null },
      reason:
        issueOf(called.refusal) ??
        gone ??
        calls.find(({ shown }) => shown.reason !== null)?.shown.reason ??
        null,
      calls: calls.map(({ shown }) => shown),
    }
  }
}

function callOf(
  position: MarkablePosition,
  { collateralAmount, notionalUsd }: CalledAmount,
  { direction, when }: Called,
  readings: ReadonlyMap<string, PriceReading>,
) {
  const deal = dealOfPosition(position)
  const [from, to] =
    direction === 'TopUp' ? (['borrower', 'lender'] as const) : (['lender', 'borrower'] as const)
  // What awaits its answer is no obstacle to the answer.
  const blocked =
    when === 'at_once' ? undefined : (markBlocker(position) ?? releaseBlocker(position, direction))
  return {
    position,
    sender: partyOf(deal, from, 'collateral'),
    receiver: partyOf(deal, to, 'collateral'),
    shown: {
      order_id: position.orderId,
      order_id_pretty: position.orderNumber,
      position_id: position.id,
      token: position.collateralAsset,
      quantity: formatDecimal(new Decimal(collateralAmount)),
      notional_usd: formatDecimal(new Decimal(notionalUsd), 2),
      ...coverageOf(
        position,
        direction === 'TopUp' ? collateralAmount : `-${collateralAmount}`,
        readings,
      ),
      reason: issueOf(blocked) ?? null,
    },
  }
}

/** The coverage of a deal at current prices, before and after its call has settled. */
function coverageOf(
  { asset, collateralAsset, assetQuantity, collateralQuantity }: MarkablePosition,
  change: string,
  readings: ReadonlyMap<string, PriceReading>,
) {
  const [lent, held] = [readings.get(asset), readings.get(collateralAsset)]
  const percent = (quantity: Decimal) => {
    if (lent?.kind !== 'current' || held?.kind !== 'current' || quantity.isNegative()) return null
    const { ccrPercent } = valuePosition({
      assetQuantity,
      assetPriceUsd: lent.priceUsd,
      collateralQuantity: formatDecimal(quantity),
      collateralPriceUsd: held.priceUsd,
    })
    return ccrPercent === null ? null : formatDecimal(ccrPercent, 2)
  }
  const now = new Decimal(collateralQuantity)
  return { before_percent: percent(now), after_percent: percent(now.plus(change)) }
}

const nameOf = ({ lender, borrower }: MarkablePosition, id: string) =>
  lender.organizationId === id ? lender.organizationName : borrower.organizationName
