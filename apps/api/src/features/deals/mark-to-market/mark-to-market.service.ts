import { Decimal, formatDecimal } from '@vadium/margin'
import {
  type disputeMarkToMarketRequest,
  type createMarkToMarketRequest,
  isFinal,
  type MarkToMarketRequest,
  markToMarketRequestStates,
  type OperationBody,
} from '@vadium/schema'
import type { Caller } from '../../../platform/signing/caller.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { clearDeadline } from '../deadlines/deadlines.ts'
import { change } from '../lifecycle/change.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import { hasExpired } from '../lifecycle/time-to-answer.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { CounterpartyTraffic } from '../../access/index.ts'
import { notifyCure } from '../deal-requests/cure-notification.ts'
import type { DeclaredFacts } from '../deal-requests/deciding-facts.ts'
import { RequestChanges } from '../deal-requests/request-changes.ts'
import { transferHasArrived } from '../positions/position-life.ts'
import { hasFailed, isUnderWay } from '../transfers/attempts.ts'
import type { TransferChange, TransferListener } from '../transfers/transfer-change.ts'
import { counterFault, counterValuation, nothingDisputed } from './counter-valuation.ts'
import { markToMarketTable, recordDispute } from './request.repository.ts'
import type { EndedRequests } from '../close-outs/ended-requests.ts'
import { acceptIfCure, clearsTheWay, type OfferedCures } from '../deal-requests/offered-cures.ts'
import { withMarginCallNotice } from './margin-call-notice.ts'
import type { CreatedRequest, RequestCreation, RequestCreator } from './request-creation.ts'
import { isCure } from './request-blockers.ts'
import { notifyDispute } from './request-notifications.ts'
import { type RefusedAcceptance, RequestAcceptances } from './request-acceptances.ts'
import { completeIfArrived, endRequest, supersede } from './request-completion.ts'
import { markToMarketLifecycle } from './request-lifecycle.ts'
import { requestNotFound, requestResource } from './request-resource.ts'
import type { RequestTransfers } from './request-transfers.ts'
import { countingTransfers, type RequestRecord, uninstructedAmount } from './request-record.ts'
import { together } from '../../../platform/writes/together.ts'

type CreateBody = OperationBody<typeof createMarkToMarketRequest>
type DisputeBody = OperationBody<typeof disputeMarkToMarketRequest>
type Outcome = Promise<MarkToMarketRequest | Refusal>

const changesWith = (facts: DeclaredFacts) =>
  new RequestChanges({
    table: markToMarketTable,
    lifecycle: markToMarketLifecycle,
    resource: requestResource,
    notFound: requestNotFound,
    facts,
  })

/** Mark-to-market requests: creation, answers, and what they cause. */
export class MarkToMarketService implements TransferListener, EndedRequests, OfferedCures {
  readonly #creation: RequestCreation
  readonly #transfers: RequestTransfers
  readonly #traffic: CounterpartyTraffic
  readonly #changes: ReturnType<typeof changesWith>
  readonly #acceptances: RequestAcceptances

  constructor(
    creation: RequestCreation,
    transfers: RequestTransfers,
    traffic: CounterpartyTraffic,
    facts: DeclaredFacts,
  ) {
    this.#creation = creation
    this.#transfers = transfers
    this.#traffic = traffic
    this.#changes = changesWith(facts)
    this.#acceptances = new RequestAcceptances(transfers, (tx, request) =>
      this.#changes.factsOf(tx, request),
    )
  }

  /**
   * Creates a request from a preview. It supersedes a disputed request and includes its disputed
   * part. What a party under notice offers to send is accepted at once.
   */
  async create(tx: WriteTransaction, caller: RequestCreator, body: CreateBody): Outcome {
    const [created, disputes] = await together([
      this.#creation.create(tx, caller, body),
      markToMarketTable.ofPosition(tx, body.position_id, 'DISPUTED'),
    ])
    if (created instanceof Refusal) return created
    await supersede(tx, disputes, created.id)
    return withMarginCallNotice(tx, created, () => this.#answerCreated(tx, caller, created))
  }

  async #answerCreated(tx: WriteTransaction, caller: RequestCreator, created: CreatedRequest) {
    if (!created.hasNotice) {
      // Nobody waits for the notification: it is sent with what was written, ahead of the reading.
      await created.notifyToAnswer()
      return this.#changes.shown(tx, caller, created.id)
    }
    const request = await markToMarketTable.read(tx, created.id)
    const isAccepted = await acceptIfCure(tx, request, () => this.#acceptCure(tx, request))
    if (isAccepted) return this.#changes.shown(tx, caller, request.id)
    await created.notifyToAnswer()
    return this.#changes.show(tx, caller, request)
  }

  async acceptOffered(tx: WriteTransaction, positionId: string): Promise<void> {
    for (const request of await markToMarketTable.ofPosition(
      tx,
      positionId,
      'PENDING_ACCEPTANCE',
    )) {
      await acceptIfCure(tx, request, () => this.#acceptCure(tx, request))
    }
  }

  /** Accepts a request. In a dispute the caller concedes, or accepts the counter-valuation. */
  async accept(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    const request = await markToMarketTable.lock(tx, id)
    if (request === undefined) return requestNotFound(id)
    const refused = await this.#acceptances.all(tx, [request])
    return refused?.refusal ?? this.#changes.shown(tx, caller, id)
  }

  /** {@link RequestAcceptances.all} */
  acceptAll(
    tx: WriteTransaction,
    requests: readonly RequestRecord[],
  ): Promise<RefusedAcceptance | undefined> {
    return this.#acceptances.all(tx, requests)
  }

  reject(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    return this.#changes.change(tx, caller, id, 'reject', { work: clearsTheWay(tx) })
  }

  cancel(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    const steps = { ...this.#changes.withdrawal(tx, this.#traffic), work: clearsTheWay(tx) }
    return this.#changes.change(tx, caller, id, 'cancel', steps)
  }

  /**
   * Answers with a counter-valuation. Within the tolerance it is agreed and sent; beyond it the
   * undisputed part is sent at once.
   */
  async dispute(tx: WriteTransaction, caller: Caller, id: string, body: DisputeBody): Outcome {
    const request = await markToMarketTable.lock(tx, id)
    if (request === undefined) return requestNotFound(id)
    const counter = new Decimal(body.counter_notional_usd)
    const fault = counterFault(counter)
    if (fault !== undefined) return fault

    const facts = await this.#changes.factsOf(tx, request)
    const [means, retired] = await this.#transfers.heldMeansOf(tx, request)
    if (!counter.lessThan(request.notionalUsd)) {
      const asked = { organizationId: tx.organizationId, facts }
      return markToMarketLifecycle.refusalOf(request, 'dispute', asked) ?? nothingDisputed(request)
    }
    const { outcome, agreed, disputed, amount } = counterValuation(request, counter, means.terms)
    const isDisputed = outcome === 'disputed'
    const as = isDisputed ? 'dispute' : 'accept'
    const prepare = () => Promise.resolve(retired)
    const asked = { action: 'dispute', as, facts, prepare } as const
    const refusal = await change(tx, markToMarketLifecycle, request, asked, async () => {
      await recordDispute(tx, id, {
        counterNotionalUsd: formatDecimal(counter, 2),
        reason: body.reason,
        note: body.note ?? null,
        outcome,
        agreedNotionalUsd: formatDecimal(agreed, 2),
        agreedCollateralAmount: formatDecimal(amount),
        disputedNotionalUsd: formatDecimal(disputed, 2),
      })
      const refused = await this.#transfers.instruct(tx, request, amount, means)
      if (refused !== undefined) return refused
      if (isDisputed) await notifyDispute(tx, request, formatDecimal(disputed, 2))
      if (!isDisputed && amount.isZero()) await this.#completeWithoutTransfer(tx, id)
      return undefined
    })
    return refusal ?? this.#changes.shown(tx, caller, id)
  }

  /** Instructs the failed transfers again. */
  retry(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    return this.#changes.change(tx, caller, id, 'retry', {
      work: async (request) => {
        for (const failed of countingTransfers(request).filter(hasFailed)) {
          const quantity = new Decimal(failed.quantity)
          const means = await this.#transfers.meansOf(tx, request)
          const refused = await this.#transfers.instruct(tx, request, quantity, means, failed.id)
          if (refused !== undefined) return refused
        }
        return undefined
      },
    })
  }

  /**
   * Ends a request whose cure time has passed without an answer. False if its time has not come.
   */
  async expire(tx: WriteTransaction, id: string): Promise<boolean> {
    const request = await markToMarketTable.lock(tx, id)
    if (request?.status !== 'PENDING_ACCEPTANCE') return true
    if (!hasExpired(request, tx)) return false
    await mustMove(tx, markToMarketRequestStates, request, 'expire')
    await clearsTheWay(tx)(request)
    return true
  }

  /**
   * Ends the disputes of a position that closes. None of their transfers may be under way. The deal
   * must be locked.
   */
  async concludeDisputes(tx: WriteTransaction, positionId: string): Promise<void> {
    for (const disputed of await markToMarketTable.ofPosition(tx, positionId, 'DISPUTED')) {
      await endRequest(tx, disputed, 'conclude')
    }
  }

  /** The ids of the requests of a position that await an answer. The deal must be locked. */
  async unanswered(tx: WriteTransaction, positionId: string): Promise<string[]> {
    const asked = await markToMarketTable.ofPosition(tx, positionId, 'PENDING_ACCEPTANCE')
    return asked.map(({ id }) => id)
  }

  /** Ends requests that await an answer. The deal must be locked. */
  async lapse(tx: WriteTransaction, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      await mustMove(tx, markToMarketRequestStates, await markToMarketTable.read(tx, id), 'lapse')
      await clearDeadline(tx, 'mark_to_market_request', id)
    }
  }

  async closedOut(tx: WriteTransaction, positionId: string): Promise<void> {
    for (const status of ['PENDING_ACCEPTANCE', 'DISPUTED', 'FAILED'] as const) {
      for (const request of await markToMarketTable.ofPosition(tx, positionId, status)) {
        if (countingTransfers(request).some(isUnderWay)) continue
        await mustMove(tx, markToMarketRequestStates, request, 'lapse')
        await clearDeadline(tx, 'mark_to_market_request', request.id)
      }
    }
  }

  async closedOutInPart(tx: WriteTransaction, positionId: string): Promise<void> {
    await this.lapse(tx, await this.unanswered(tx, positionId))
  }

  async transferOfClosedOut(
    tx: WriteTransaction,
    { markToMarketRequestId: id }: TransferChange,
  ): Promise<void> {
    if (id === null) return
    const request = await this.#started(tx, await markToMarketTable.read(tx, id))
    const transfers = countingTransfers(request)
    if (isFinal(markToMarketRequestStates, request.status) || transfers.some(isUnderWay)) return
    const isMet = request.status === 'IN_PROGRESS' && !transfers.some(hasFailed)
    await mustMove(tx, markToMarketRequestStates, request, isMet ? 'complete' : 'lapse')
  }

  /** Follows a transfer of a request. */
  async transferChanged(tx: WriteTransaction, change: TransferChange): Promise<void> {
    const { transfer, markToMarketRequestId: id, to } = change
    if (to === 'COMPLETED') await transferHasArrived(tx, transfer)
    if (id === null) throw new Error(`transfer ${transfer.id} belongs to no request`)
    const request = await this.#started(tx, await markToMarketTable.read(tx, id))
    const mayFail = request.status === 'IN_PROGRESS' || request.status === 'DISPUTED'
    const failed = mayFail ? countingTransfers(request).filter(hasFailed) : []
    if (failed.some(({ isCalledOff }) => !isCalledOff)) {
      await mustMove(tx, markToMarketRequestStates, request, 'fail')
    } else if (failed.length > 0) {
      // A request is not over while a transfer of it is under way.
      if (countingTransfers(request).some(isUnderWay)) return
      await mustMove(tx, markToMarketRequestStates, request, 'call_off')
    } else {
      await completeIfArrived(tx, request)
    }
  }

  async #started(tx: WriteTransaction, request: RequestRecord): Promise<RequestRecord> {
    if (request.status !== 'ACCEPTED') return request
    return { ...request, status: await mustMove(tx, markToMarketRequestStates, request, 'start') }
  }

  /**
   * Accepts what a party under notice offers to send, in the name of the service: nobody can refuse
   * a cure, not even by a retired wallet. False: the request is no such offer.
   */
  async #acceptCure(tx: WriteTransaction, found: RequestRecord): Promise<boolean | Refusal> {
    const facts = await this.#changes.factsOf(tx, found)
    if (isCure(found, facts) === undefined) return false
    const request = { ...found, ownRetiredWallet: null }
    const asked = { action: 'accept', facts, byService: true } as const
    const refusal = await change(tx, markToMarketLifecycle, request, asked, async () => {
      const means = await this.#transfers.meansOf(tx, request)
      return this.#transfers.instruct(tx, request, uninstructedAmount(request), means)
    })
    if (refusal !== undefined) return refusal
    const { collateralAmount, collateralAsset } = request
    const sent = `${collateralAmount} ${collateralAsset}`
    await notifyCure(tx, request, { resource: 'mark_to_market_request', sent })
    return true
  }

  async #completeWithoutTransfer(tx: WriteTransaction, id: string): Promise<void> {
    const request = await markToMarketTable.read(tx, id)
    const status = await mustMove(tx, markToMarketRequestStates, request, 'start')
    await completeIfArrived(tx, { ...request, status })
  }
}
