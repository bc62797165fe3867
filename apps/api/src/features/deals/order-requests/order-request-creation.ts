import { Decimal } from '@vadium/margin'
import {
  type createOrderRequest,
  type OperationBody,
  type OrderRequestChange,
  orderRequestChanges,
  orderRequestStates,
} from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { expiryOf, maturityOf, quantityOf, rateOf } from '../orders/order-creation.ts'
import type { NewOrderRequest, RequestedDeal } from './order-request.repository.ts'
import { type AnswerTime, answerTime } from '../terms/answer-time.ts'
import type { NewerTerms } from '../terms/terms-of-deal.ts'
import { eligibilityBlocker, oneOfKind } from '../blockers/order-request-eligibility.ts'
import { type AskedCollateral, askedCollateral } from './substitution-creation.ts'
import {
  dayOf,
  dayMs,
  hourMs,
  instantText,
  readInstant,
  startOfDay,
} from '../../../platform/instant.ts'

type CreateBody = OperationBody<typeof createOrderRequest>

/** A request with less time to answer than this could be repeated again and again. */
const shortAnswerTimeMs = hourMs
/** Rates are not agreed for a later day. */
const aheadMsMax = 366 * dayMs

/**
 * The order request of a request body, checked against its deal; or a refusal. The deal must be
 * locked.
 */
export async function newOrderRequest(
  tx: WriteTransaction,
  body: CreateBody,
  deal: RequestedDeal,
): Promise<NewOrderRequest | Refusal> {
  const { read } = asking[orderRequestChanges[body.kind]]
  const blocker = eligibilityBlocker(body.kind, deal, tx.organizationId) ?? memberFault(body)
  if (blocker !== undefined) return blocker
  const asked = await read(body, deal, tx)
  if (asked instanceof Refusal) return asked
  const usual = await usualAnswerTime(tx, body, deal)
  const expireAt = expiry(tx, body, usual.expireAt, asked.effective_at)
  if (expireAt instanceof Refusal) return expireAt
  return {
    id: tx.ids.next(),
    status: orderRequestStates.initial,
    position_id: deal.positionId,
    lender_id: deal.lenderId,
    borrower_id: deal.borrowerId,
    creator_id: tx.organizationId,
    kind: body.kind,
    ...asked,
    note: body.note ?? null,
    expire_at: expireAt,
    answer_day: usual.answerDay,
  }
}

/** Whether the time to answer is so short that the request counts as withdrawn. */
export function withdrawsItself(tx: WriteTransaction, { expire_time: time }: CreateBody): boolean {
  return time !== undefined && Date.parse(time) < tx.nowMs + shortAnswerTimeMs
}

type LentAsset = Pick<RequestedDeal, 'asset' | 'assetDecimals' | 'lentQuantity'>

type Asked = Pick<
  NewOrderRequest,
  | 'quantity'
  | 'whole'
  | 'rate_percent'
  | 'effective_at'
  | 'terms_id'
  | 'maturity_at'
  | keyof AskedCollateral
>

const nothingAsked: Asked = {
  quantity: null,
  whole: null,
  rate_percent: null,
  effective_at: null,
  terms_id: null,
  maturity_at: null,
  new_collateral_asset: null,
  new_collateral_quantity: null,
  borrower_wallet_id: null,
}

interface Asking {
  /** The members that no other change has. */
  readonly members: readonly (keyof CreateBody)[]
  readonly read: (
    body: CreateBody,
    deal: RequestedDeal,
    tx: WriteTransaction,
  ) => Asked | Refusal | Promise<Asked | Refusal>
}

const asking: Readonly<Record<OrderRequestChange, Asking>> = {
  quantity: { members: ['quantity'], read: returnOf },
  rate: { members: ['rate_percent', 'effective_time'], read: rerateOf },
  terms: {
    members: ['terms_version'],
    read: (body, deal) => {
      const terms = amendedTerms(body.terms_version, deal)
      return terms instanceof Refusal ? terms : { ...nothingAsked, terms_id: terms.id }
    },
  },
  maturity: {
    members: ['maturity_time'],
    read: (body, deal, tx) => {
      const maturity = laterMaturity(body.maturity_time, deal, tx.nowMs)
      return maturity instanceof Refusal ? maturity : { ...nothingAsked, maturity_at: maturity }
    },
  },
  collateral: {
    members: ['collateral_asset', 'collateral_quantity', 'collateral_wallet_id'],
    read: async (body, deal, tx) => {
      const collateral = await askedCollateral(tx, body, deal)
      return collateral instanceof Refusal ? collateral : { ...nothingAsked, ...collateral }
    },
  },
}

function memberFault(body: CreateBody): Refusal | undefined {
  const own = asking[orderRequestChanges[body.kind]]
  const foreign = Object.values(asking).flatMap((one) => (one === own ? [] : one.members))
  const given = foreign.find((member) => body[member] !== undefined)
  return given && invalid(given, `must not be given for ${oneOfKind(body.kind)}`)
}

function returnOf(body: CreateBody, deal: RequestedDeal): Asked | Refusal {
  const { lentQuantity } = deal
  if (body.quantity === undefined) return { ...nothingAsked, quantity: lentQuantity, whole: true }
  const quantity = returnedQuantity(body.quantity, deal)
  if (quantity instanceof Refusal) return quantity
  return { ...nothingAsked, quantity, whole: new Decimal(quantity).equals(lentQuantity) }
}

/** The quantity that a request names, checked against what is lent; or a refusal. */
export function returnedQuantity(
  text: string,
  { asset, assetDecimals, lentQuantity }: LentAsset,
): string | Refusal {
  const quantity = quantityOf('quantity', text, { symbol: asset, decimals: assetDecimals })
  if (quantity instanceof Refusal || !new Decimal(quantity).greaterThan(lentQuantity)) {
    return quantity
  }
  return new Refusal('QUANTITY_NOT_AVAILABLE', [
    { field: 'quantity', issue: 'must not be more than is lent', value: lentQuantity },
  ])
}

function rerateOf(body: CreateBody, deal: RequestedDeal, tx: WriteTransaction): Asked | Refusal {
  const { rate_percent: percent } = body
  if (percent === undefined) {
    return invalid('rate_percent', 'must be given for a rerate: the new rate, in percent a year')
  }
  const rate = rateOf(percent)
  if (rate instanceof Refusal) return rate
  const asked = { ...nothingAsked, rate_percent: rate }
  const time = body.effective_time
  if (time === undefined) return asked
  const ms = readInstant(time)
  if (ms === undefined) return invalid('effective_time', 'is not an existing time')
  const today = dayOf(tx.now)
  if (dayOf(time) < today || ms > tx.nowMs + aheadMsMax) {
    const issue = 'must be today, by UTC, or later, and at most 366 days from now; the value is now'
    return invalid('effective_time', issue, tx.now)
  }
  const { lastRateFrom } = deal
  if (lastRateFrom !== null && dayOf(time) < lastRateFrom) {
    const issue = 'must not be before the day from which the last rate holds that was agreed on'
    return invalid('effective_time', issue, lastRateFrom)
  }
  return { ...asked, effective_at: time }
}

/** The maturity that an extend asks for: later than now and than that of the order. */
export function laterMaturity(
  text: string | undefined,
  { maturityAt }: Pick<RequestedDeal, 'maturityAt'>,
  nowMs: number,
): string | Refusal {
  const now = instantText(nowMs)
  const after = maturityAt === null || maturityAt < now ? now : maturityAt
  return (
    maturityOf(text, { nowMs, after }) ??
    invalid('maturity_time', 'must be given for an extend: the later maturity')
  )
}

/** The terms of the version that the creator of an amend has read: no other ones can apply. */
export function amendedTerms(
  version: number | undefined,
  { termsVersion, newerTerms }: Pick<RequestedDeal, 'termsVersion' | 'newerTerms'>,
): NewerTerms | Refusal {
  if (newerTerms !== null && version === newerTerms.version) return newerTerms
  const newest = newerTerms?.version ?? termsVersion
  const issue = `must be given for an amend, as ${newest}: that is the newest version in effect, and version ${termsVersion} applies to the order`
  return invalid('terms_version', issue)
}

/**
 * The time to answer of a request that names none: what goes back follows the business days of the
 * terms, and everything else the cure time.
 */
async function usualAnswerTime(
  tx: WriteTransaction,
  { kind, expire_time: given }: CreateBody,
  { orderId, answer }: RequestedDeal,
): Promise<AnswerTime> {
  if (given === undefined && orderRequestChanges[kind] === 'quantity') {
    return answerTime(tx, orderId, answer)
  }
  return { expireAt: instantText(tx.nowMs + answer.cureTimeSeconds * 1000), answerDay: null }
}

/**
 * A future rate must be answered on its first day at the latest, because past days are not changed.
 */
function expiry(
  tx: WriteTransaction,
  body: CreateBody,
  usualExpireAt: string,
  effectiveAt: string | null,
): string | Refusal {
  const asked =
    body.expire_time === undefined ? usualExpireAt : expiryOf(body.expire_time, tx.nowMs)
  if (asked instanceof Refusal || effectiveAt === null) return asked
  const nextDay = instantText(Date.parse(startOfDay(dayOf(effectiveAt))) + dayMs)
  if (asked <= nextDay) return asked
  if (body.expire_time === undefined) return nextDay
  const issue = 'must not be after the end of the day from which the rate is to hold'
  return invalid('expire_time', issue, nextDay)
}

function invalid(field: string, issue: string, value?: string): Refusal {
  return new Refusal('VALUE_INVALID', [{ field, issue, ...(value !== undefined && { value }) }])
}
