import { Decimal } from '@vadium/margin'
import { createMarkToMarketRequest } from '@vadium/schema'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { ApprovalDemands } from '../approvals/index.ts'
import {
  type AutomaticCallKind,
  callPositions,
  clearDeadline,
  type ComputedPreview,
  type DeadlineHandlers,
  dueTime,
  lockDealOfPosition,
  type MarkToMarketService,
  type PreviewService,
} from '../deals/index.ts'
import { assetWithHeldQuote, nextMarketCut } from '../prices/index.ts'
import type { AutomationInEffect, AutomationRepository, DueCall } from './automation.repository.ts'
import { scheduleCut } from './automation.service.ts'
import { notifyHeldCall, notifyUncomputed } from './held-call.ts'

interface Parts {
  readonly automations: AutomationRepository
  readonly demands: ApprovalDemands
  readonly markToMarket: MarkToMarketService
  readonly previews: PreviewService
  /** The time of the daily market cut, `HH:MM` in UTC. */
  readonly cutTime: string
  readonly priceAgeSecondsMax: number
}

/** How often a call is computed in one transaction, as long as the prices change. */
const triesMax = 3

/**
 * Creates what automations call, from deadlines. A market cut makes calls due for its positions,
 * some at once, and a margin call level that is reached for one. Each is decided in a transaction
 * of its own in the name of the organization, under the lock of the deal, which deletes its
 * deadline too. So one that is decided again, or late, or by two processes, creates at most one
 * request, at the prices of the moment.
 */
export class AutomaticCalls {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  handlers() {
    const call = (kind: AutomaticCallKind) => ({
      expire: (tx: WriteTransaction, positionId: string) => this.#call(tx, kind, positionId),
    })
    return {
      automation: { expire: (tx, id) => this.#cut(tx, id) },
      automatic_call_of_lender: call('automatic_call_of_lender'),
      automatic_call_of_borrower: call('automatic_call_of_borrower'),
    } satisfies DeadlineHandlers
  }

  /**
   * Makes calls due for some positions. False: it has another deadline, for the positions after
   * them, behind the calls of other automations, or for the next market cut. For all cuts that were
   * missed there is one.
   */
  async #cut(tx: WriteTransaction, id: string): Promise<boolean> {
    const { automations, cutTime } = this.#parts
    const automation = await automations.lock(tx, id)
    const dueAt = await dueTime(tx, 'automation', id)
    if (automation === undefined || dueAt === undefined) return true
    if (Date.parse(dueAt) > tx.nowMs) return false
    const last = await callPositions(tx, automation.counterpartyId, automation.cutReached)
    await automations.keepReached(tx, id, last ?? null)
    await clearDeadline(tx, 'automation', id)
    await scheduleCut(tx, id, last === undefined ? nextMarketCut(tx.nowMs, cutTime) : tx.nowMs)
    return false
  }

  /**
   * Creates what the organization would receive for a position. False if its time has not come, or
   * if the prices changed at each try: the next run tries again.
   */
  async #call(tx: WriteTransaction, kind: AutomaticCallKind, positionId: string): Promise<boolean> {
    const { automations } = this.#parts
    if ((await lockDealOfPosition(tx, positionId)) === undefined) return true
    // Locked before: a change that it waited for may have deleted what was due.
    const automation = await automations.inEffect(tx, positionId)
    const due = await automations.dueCall(tx, kind, positionId)
    if (due === undefined) return true
    if (Date.parse(due.dueAt) > tx.nowMs) return false
    if (automation === undefined || automation.calls === 'off') return true
    // What the borrower has sent of its own accord it asks back itself.
    if (due.hasSent) return true
    for (let tries = 0; tries < triesMax; tries += 1) {
      if (await this.#decided(tx, due, automation)) return true
    }
    return false
  }

  /** False: the prices have changed meanwhile, and nothing was created. */
  async #decided(
    tx: WriteTransaction,
    due: DueCall,
    automation: AutomationInEffect,
  ): Promise<boolean> {
    const computed = await this.#parts.previews.computeWithin(tx, creator(tx), due.positionId)
    if (computed instanceof Refusal) {
      await notifyUncomputed(tx, due, computed)
      return true
    }
    if (!isReceived(tx, computed)) return true
    const why =
      (await this.#whyHeld(tx, due, automation, computed)) ??
      (await this.#create(tx, automation, computed))
    if (why instanceof Refusal && hasMoved(why)) return false
    if (why !== undefined) await notifyHeldCall(tx, due, computed, textOf(why))
    return true
  }

  /** Why what is due is left to a person, as the end of a sentence. */
  async #whyHeld(
    tx: WriteTransaction,
    { areActive, isDisputed, isInDefault, isDeclarable }: DueCall,
    { callsMaximumUsd }: AutomationInEffect,
    { position, figures }: ComputedPreview,
  ): Promise<string | undefined> {
    if (!areActive) return 'one of the two organizations is suspended'
    if (isInDefault) return 'its default is declared'
    // By hand, a new request accepts the counter-valuation: that is a person's decision.
    if (isDisputed) return 'a mark-to-market request of the position is disputed'
    // The newest call alone can be declared: another one would take that right away.
    if (isDeclarable) return 'its last call is unmet, and can be declared as a default'
    const assets = [position.asset, position.collateralAsset]
    const since = new Date(tx.nowMs - this.#parts.priceAgeSecondsMax * 1000).toISOString()
    const doubted = await assetWithHeldQuote(tx, assets, since)
    if (doubted !== undefined) return `a quote of ${doubted} is held`
    const isAbove =
      callsMaximumUsd !== null && new Decimal(figures.m2m_notional_usd).greaterThan(callsMaximumUsd)
    return isAbove ? `it is above the maximum of one call, ${callsMaximumUsd} USD` : undefined
  }

  /**
   * Creates the request through the operation; or undoes it, and returns why: perhaps a refusal.
   */
  async #create(
    tx: WriteTransaction,
    { version: automationVersion }: AutomationInEffect,
    computed: ComputedPreview,
  ): Promise<Refusal | string | undefined> {
    const { demands, markToMarket, previews } = this.#parts
    const caller = { ...creator(tx), automationVersion }
    const operation = createMarkToMarketRequest.id
    const rules = await demands.rulesBefore(tx, operation, caller)
    await tx.savepoint('uncalled')
    const answer = await markToMarket.create(tx, caller, {
      position_id: computed.position.id,
      calculation_id: previews.calculationIdOf(computed, caller),
    })
    if (answer instanceof Refusal) {
      await tx.undoTo('uncalled')
      return answer
    }
    if (rules === undefined) return undefined
    const demand = await demands.of(tx, { operation, caller, answer }, rules)
    if (demand === undefined) return undefined
    await tx.undoTo('uncalled')
    return 'it needs approval'
  }
}

/** The service acts with the rights of a person who creates requests. */
const creator = ({ organizationId }: WriteTransaction) =>
  ({ organizationId, role: 'execution' }) as const

/** Whether what was computed is no longer due, or not so much of it. */
const hasMoved = ({ reason }: Refusal) =>
  reason === 'PREVIEW_STALE' || reason === 'MARK_TO_MARKET_NOT_DUE'

const textOf = (why: Refusal | string) =>
  why instanceof Refusal ? `it was refused: ${why.reason}` : why

/** Whether a request can be submitted now by which the organization would receive something. */
function isReceived(
  { organizationId }: WriteTransaction,
  { position, sender, calculation }: ComputedPreview,
): boolean {
  const receiver = sender === 'borrower' ? position.lender : position.borrower
  return calculation.reasons.length === 0 && receiver.organizationId === organizationId
}
