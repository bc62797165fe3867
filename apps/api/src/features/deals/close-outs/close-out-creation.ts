import { canBeInDefault, type Fact, type Ground } from '@vadium/margin'
import {
  type CloseOutCause,
  closeOutStates,
  type createCloseOut,
  type OperationBody,
} from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { readPastPrices } from '../../prices/index.ts'
import type { OfferedCures } from '../deal-requests/offered-cures.ts'
import { notNow } from '../lifecycle/not-now.ts'
import { recordCreation } from '../lifecycle/state-moves.ts'
import { lockDealOfPosition } from '../parties/deal.ts'
import { positionNotFound } from '../positions/position.service.ts'
import { assetsOfSums } from './called-together.ts'
import { notRunning } from './close-out-blockers.ts'
import { type CloseOutFacts, defaultFact, inDefaultOf, missingPrice } from './close-out-facts.ts'
import { enterDeclaration } from './close-out-entries.ts'
import { notifyDeclaration } from './close-out-notifications.ts'
import type { CloseOutRecord } from './close-out-record.ts'
import { closeOutTable, lastWithdrawal } from './close-out.repository.ts'
import type { DefaultFacts } from './default-facts.ts'
import { type DefaultedDeal, readDefaultedDeal } from './defaulted-deal.ts'
import { awaitCheck, earliestTermination } from './notice-times.ts'
import { causeNotPresent } from './shown-facts.ts'

type CreateBody = OperationBody<typeof createCloseOut>

/** A withdrawn cause cannot be declared again at once: each notice is one that nobody can mute. */
const pauseMs = 3_600_000

interface Parts {
  readonly facts: DefaultFacts
  readonly priceAgeSecondsMax: number
  /** The requests by which the party in default may have offered to send something. */
  readonly cures: readonly OfferedCures[]
}

/** Declares defaults that are there. */
export class CloseOutCreation {
  readonly #facts: DefaultFacts
  readonly #priceAgeSecondsMax: number
  readonly #cures: readonly OfferedCures[]

  constructor({ facts, priceAgeSecondsMax, cures }: Parts) {
    this.#facts = facts
    this.#priceAgeSecondsMax = priceAgeSecondsMax
    this.#cures = cures
  }

  async create(tx: WriteTransaction, body: CreateBody): Promise<CloseOutRecord | Refusal> {
    const { position_id: positionId } = body
    const orderId = await lockDealOfPosition(tx, positionId)
    if (orderId === undefined) return positionNotFound(positionId)
    const deal = await readDefaultedDeal(tx, positionId)
    const refusal = notPermitted(deal, body, tx.organizationId) ?? (await tooSoon(tx, body))
    if (refusal !== undefined) return refusal
    const facts = await this.#facts.within(tx, deal, body.cause)
    const fact = await this.#factOf(tx, deal, body.cause, facts)
    if (fact.ground === null) {
      const unknown = fact.holds === null ? unknownPrice(deal, facts) : undefined
      return unknown ?? causeNotPresent(deal, fact)
    }
    const record = await insert(tx, deal, body, fact.ground)
    for (const kind of this.#cures) await kind.acceptOffered(tx, positionId)
    return record
  }

  /** Whether the default is there that is declared. */
  async #factOf(
    tx: WriteTransaction,
    deal: DefaultedDeal,
    cause: CloseOutCause,
    facts: CloseOutFacts,
  ): Promise<Fact> {
    const declared = { cause, declarerId: tx.organizationId }
    if (cause !== 'LIQUIDATION_LEVEL') return defaultFact(deal, declared, facts)
    const startMs = tx.nowMs - deal.liquidationConfirmSeconds * 1000
    const assets = [deal.asset, deal.collateralAsset]
    const pricesAtStart = await readPastPrices(tx, assets, startMs, this.#priceAgeSecondsMax)
    return defaultFact(deal, { ...declared, pricesAtStart }, facts)
  }
}

/** Which price is missing or too old of the deal itself, or of another one in a sum. */
function unknownPrice(deal: DefaultedDeal, facts: CloseOutFacts): Refusal | undefined {
  const summed = assetsOfSums(facts.histories.get(deal.positionId))
  return missingPrice(deal, facts) ?? missingPrice(deal, facts, summed)
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
  const open = deal.notices.find(
    (notice) => notice.creatorId === organizationId && notice.cause === cause,
  )
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
        'its declarer ended a notice of it: it can be declared again from this time on',
        new Date(againMs).toISOString(),
      )
}

async function insert(
  tx: WriteTransaction,
  deal: DefaultedDeal,
  { cause, note }: CreateBody,
  ground: Ground,
): Promise<CloseOutRecord> {
  const { positionId, orderId, lenderId, borrowerId } = deal
  const creatorId = tx.organizationId
  const created = { id: tx.ids.next(), orderId, lenderId, borrowerId, creatorId }
  const { id } = created
  const { initial: status } = closeOutStates
  const earliestTerminateAt = earliestTermination(cause, deal, tx.nowMs)
  await closeOutTable.insert(tx, {
    id,
    status,
    position_id: positionId,
    lender_id: lenderId,
    borrower_id: borrowerId,
    creator_id: creatorId,
    cause,
    note: note ?? null,
    ...subjectOf(cause, ground),
    earliest_terminate_at: earliestTerminateAt,
  })
  await recordCreation(tx, closeOutStates, { ...created, status }, { organizationId: creatorId })
  await awaitCheck(tx, { ...created, earliestTerminateAt })
  const record = await closeOutTable.read(tx, id)
  enterDeclaration(tx, record)
  await notifyDeclaration(tx, record)
  return record
}

/** What the notice is about, by the columns of its table. */
function subjectOf(cause: CloseOutCause, { resource, resourceId, occasion, since }: Ground) {
  if (since === null) throw new Error(`the fact of ${cause} has no beginning`)
  return {
    fact_resource: resource,
    fact_resource_id: resource === 'position' ? null : resourceId,
    occasion: cause === 'LIQUIDATION_LEVEL' ? occasion : null,
    fact_due_on: cause === 'MISSED_INTEREST' ? occasion : null,
    fact_since: since,
  }
}
