import { canBeInDefault } from '@vadium/margin'
import { closeOutStates, type createCloseOut, type OperationBody } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import { together } from '../../../platform/writes/together.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { type PriceBook, readPastPrices } from '../../prices/index.ts'
import { setDeadline } from '../deadlines/deadlines.ts'
import { notNow } from '../lifecycle/not-now.ts'
import { recordCreation } from '../lifecycle/state-moves.ts'
import { lockDealOfPosition } from '../parties/deal.ts'
import { positionNotFound } from '../positions/position.service.ts'
import { notRunning } from './close-out-blockers.ts'
import { causeNotPresent, defaultFact, inDefaultOf, missingPrice } from './close-out-facts.ts'
import { assetsWithQuantity } from './close-out-inputs.ts'
import { notifyDeclaration } from './close-out-notifications.ts'
import type { CloseOutRecord } from './close-out-record.ts'
import { closeOutTable, lastWithdrawal } from './close-out.repository.ts'
import { type DefaultedDeal, readDefaultedDeal } from './defaulted-deal.ts'

type CreateBody = OperationBody<typeof createCloseOut>

/** A withdrawn cause cannot be declared again at once: each notice is one that nobody can mute. */
const pauseMs = 3_600_000
/** How often a notice is checked. */
export const checkedEveryMs = 3_600_000

/** Declares defaults that are there. */
export class CloseOutCreation {
  readonly #prices: PriceBook
  readonly #priceAgeSecondsMax: number

  constructor(prices: PriceBook, priceAgeSecondsMax: number) {
    this.#prices = prices
    this.#priceAgeSecondsMax = priceAgeSecondsMax
  }

  async create(tx: WriteTransaction, body: CreateBody): Promise<CloseOutRecord | Refusal> {
    const { position_id: positionId } = body
    const orderId = await lockDealOfPosition(tx, positionId)
    if (orderId === undefined) return positionNotFound(positionId)
    const deal = await readDefaultedDeal(tx, positionId)
    const refusal = notPermitted(deal, body, tx.organizationId) ?? (await tooSoon(tx, body))
    if (refusal !== undefined) return refusal
    const ground = await this.#groundOf(tx, deal, body)
    if (ground instanceof Refusal) return ground
    return insert(tx, deal, body, ground)
  }

  /** What the default is about; or why there is none. */
  async #groundOf(
    tx: WriteTransaction,
    deal: DefaultedDeal,
    { cause }: CreateBody,
  ): Promise<Ground | Refusal> {
    const { asset, collateralAsset, liquidationConfirmSeconds } = deal
    const assets = [asset, collateralAsset]
    const startMs = tx.nowMs - liquidationConfirmSeconds * 1000
    const [prices, before] = await together([
      this.#prices.readWithin(tx, assets, tx.nowMs),
      readPastPrices(tx, assets, startMs, this.#priceAgeSecondsMax),
    ])
    const facts = { nowMs: tx.nowMs, prices }
    const missing = missingPrice(deal, facts)
    if (missing !== undefined) return missing
    const needed = assetsWithQuantity(deal, tx.now)
    const pricedAtStart = needed.every((one) => before.get(one)?.kind === 'current')
    const declared = { cause, declarerId: tx.organizationId, pricedAtStart }
    const fact = defaultFact(deal, declared, facts)
    const { occasion = null, since = null } = fact.ground ?? {}
    if (occasion === null || since === null) return causeNotPresent(deal, fact)
    return { occasion: Number(occasion), since }
  }
}

interface Ground {
  readonly occasion: number
  /** RFC 3339. */
  readonly since: string
}

function notPermitted(
  deal: DefaultedDeal,
  { cause }: CreateBody,
  organizationId: string,
): Refusal | undefined {
  const idle = notRunning(deal)
  if (idle !== undefined) return idle
  if (deal.collateralType === 'TRIPARTY') {
    const issue = 'its collateral is TRIPARTY: this service instructs no agent to keep it'
    return new Refusal('COLLATERAL_MANAGED_BY_AGENT', [{ field: 'position_id', issue }])
  }
  if (!deal.defaultCauses.includes(cause)) {
    const issue = 'the terms of the order do not have this cause'
    const agreed = { allowed: [...deal.defaultCauses] }
    return new Refusal('CAUSE_NOT_AGREED', [{ field: 'cause', issue, value: cause, ...agreed }])
  }
  if (!canBeInDefault({ cause, inDefault: inDefaultOf(deal, organizationId) })) {
    const issue = 'only the other side may declare this'
    return new Refusal('PARTY_NOT_PERMITTED', [{ field: 'cause', issue, value: cause }])
  }
  const open = deal.notices.find(({ creatorId }) => creatorId === organizationId)
  if (open === undefined) return undefined
  const issue = 'a notice of this cause is open'
  return new Refusal('ALREADY_EXISTS', [{ field: 'close_out_id', issue, value: open.id }])
}

async function tooSoon(
  tx: WriteTransaction,
  { position_id: positionId, cause }: CreateBody,
): Promise<Refusal | undefined> {
  const withdrawn = await lastWithdrawal(tx, { positionId, cause })
  if (withdrawn === undefined) return undefined
  const againMs = Date.parse(withdrawn) + pauseMs
  return againMs <= tx.nowMs
    ? undefined
    : notNow(
        'cause',
        'a notice of it was withdrawn: it can be declared again from this time on',
        new Date(againMs).toISOString(),
      )
}

async function insert(
  tx: WriteTransaction,
  { positionId, orderId, lenderId, borrowerId }: DefaultedDeal,
  { cause, note }: CreateBody,
  { occasion, since }: Ground,
): Promise<CloseOutRecord> {
  const creatorId = tx.organizationId
  const created = { id: tx.ids.next(), orderId, lenderId, borrowerId, creatorId }
  const { id } = created
  const { initial: status } = closeOutStates
  await closeOutTable.insert(tx, {
    id,
    status,
    position_id: positionId,
    lender_id: lenderId,
    borrower_id: borrowerId,
    creator_id: creatorId,
    cause,
    note: note ?? null,
    occasion,
    fact_since: since,
    earliest_terminate_at: tx.now,
  })
  await recordCreation(tx, closeOutStates, { ...created, status }, { organizationId: creatorId })
  const dueAt = new Date(tx.nowMs + checkedEveryMs).toISOString()
  const sides = { lenderId, borrowerId }
  await setDeadline(tx, { kind: 'close_out', resourceId: id, ...sides, dueAt, warnAt: null })
  const record = await closeOutTable.read(tx, id)
  await notifyDeclaration(tx, record)
  return record
}
