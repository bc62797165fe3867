import type { Fact } from '@vadium/margin'
import {
  type CloseOut,
  closeOutStates,
  type createCloseOut,
  isFinal,
  type OperationBody,
} from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { CounterpartyTraffic } from '../../access/index.ts'
import type { OfferedCures } from '../deal-requests/offered-cures.ts'
import type { DeadlineHandler } from '../deadlines/deadline-worker.ts'
import { checkNoticesOf } from '../deadlines/checked-notices.ts'
import { clearDeadline } from '../deadlines/deadlines.ts'
import { change } from '../lifecycle/change.ts'
import { mustMove } from '../lifecycle/state-moves.ts'
import { otherSide } from '../parties/deal.ts'
import type { JournaledTransfer } from '../journal/journal.ts'
import type { SentBackAgain } from '../transfers/late-transfers.service.ts'
import { lateTime } from '../transfers/late-transfer.ts'
import type { TransferChange, TransferListener } from '../transfers/transfer-change.ts'
import { lockCallSets } from './called-together.ts'
import { notRunning } from './close-out-blockers.ts'
import type { CloseOutBooking } from './close-out-booking.ts'
import type { CloseOutCreation } from './close-out-creation.ts'
import type { CloseOutEnding } from './close-out-ending.ts'
import { type CloseOutFacts, defaultFact, withoutPrices } from './close-out-facts.ts'
import { closeOutOf } from './close-out-figures.ts'
import { closeOutLifecycle } from './close-out-lifecycle.ts'
import {
  notifyEnd,
  notifyGraceOver,
  notifyLateExcess,
  notifySettlement,
} from './close-out-notifications.ts'
import {
  type CloseOutRecord,
  excessTransfers,
  statementOf,
  waitsForTransfers,
} from './close-out-record.ts'
import { closeOutNotFound, closeOutResource } from './close-out-resource.ts'
import { isInPart } from './close-out-scope.ts'
import { closeOutTable, noticesOfOrder, recordLateExcess } from './close-out.repository.ts'
import type { CloseOutMove } from './close-out-blockers.ts'
import type { DefaultFacts } from './default-facts.ts'
import { awaitCheck, isTerminable, noticeEndsMs } from './notice-times.ts'

type Outcome = Promise<CloseOut | Refusal>

interface Parts {
  readonly creation: CloseOutCreation
  readonly ending: CloseOutEnding
  readonly facts: DefaultFacts
  readonly booking: CloseOutBooking
  /** How long transfers may be under way where the terms do not say. */
  readonly settlementSeconds: number
  readonly traffic: CounterpartyTraffic
  /** The requests by which the party in default may offer to send something. */
  readonly cures: readonly OfferedCures[]
}

/** The work of a change, before its state is written and after. */
interface Steps {
  /** The transition to record, if the figures decide which one it is. */
  readonly as?: (record: CloseOutRecord, facts: CloseOutFacts) => CloseOutMove
  readonly prepare?: (
    record: CloseOutRecord,
    facts: CloseOutFacts,
  ) => Promise<Readonly<Record<string, string>> | Refusal | undefined>
  readonly work?: (record: CloseOutRecord) => Promise<void>
}

/** Declared defaults and their close-outs, from the notice to the settlement. */
export class CloseOutService implements TransferListener, DeadlineHandler, SentBackAgain {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async create(
    tx: WriteTransaction,
    caller: Caller,
    body: OperationBody<typeof createCloseOut>,
  ): Outcome {
    const record = await this.#parts.creation.create(tx, body)
    return record instanceof Refusal ? record : this.#answer(tx, caller, record)
  }

  withdraw(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    return this.#change(tx, caller, id, 'withdraw', {
      prepare: (record) =>
        this.#parts.traffic.admitWithdrawal(tx, otherSide(record, tx.organizationId)),
      work: (record) => notifyEnd(tx, record, 'withdraw'),
    })
  }

  /**
   * Fixes the prices of now, and books at once what does not wait for transfers on their way. In
   * part, it waits for none.
   */
  terminate(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    return this.#change(tx, caller, id, 'terminate', {
      as: (record, { prices }) => {
        const figures = closeOutOf(record, prices, tx.now)
        return figures instanceof Refusal || !isInPart(figures) ? 'terminate' : 'terminate_part'
      },
      prepare: (record, { prices }) => {
        const figures = closeOutOf(record, prices, tx.now)
        if (figures instanceof Refusal) return Promise.resolve(figures)
        return Promise.resolve({
          terminated_at: tx.now,
          statement: JSON.stringify(figures),
          ...(figures.provisional
            ? { counted_until: lateTime(tx.nowMs, this.#settlementSeconds(record)) }
            : { booked_at: tx.now }),
        })
      },
      work: async () => this.#terminated(tx, await closeOutTable.read(tx, id)),
    })
  }

  retry(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    return this.#change(tx, caller, id, 'retry', {
      work: (record) => this.#parts.booking.retry(tx, record),
    })
  }

  receive(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    return this.#change(tx, caller, id, 'receive', {
      work: (record) => this.#parts.booking.received(tx, record),
    })
  }

  discharge(tx: WriteTransaction, caller: Caller, id: string): Outcome {
    return this.#change(tx, caller, id, 'discharge', {
      work: (record) => notifySettlement(tx, record, 'The residual claim was discharged.'),
    })
  }

  /**
   * Follows a transfer of a deal that was terminated, or of its close-out. The caller has locked
   * the deal.
   */
  transferChanged(tx: WriteTransaction, change: TransferChange): Promise<void> {
    return this.#parts.ending.transferChanged(tx, change)
  }

  returnAgain(tx: WriteTransaction, id: string, failed: JournaledTransfer): Promise<void> {
    return this.#parts.booking.returnAgain(tx, id, failed)
  }

  /**
   * Ends the notices of a deal that a transfer has cured. The others are checked soon: the transfer
   * may have been in the way of a cure. The deal must be locked.
   */
  async transferSettled(tx: WriteTransaction, orderId: string): Promise<void> {
    for (const record of await noticesOfOrder(tx, orderId)) {
      const goesOn = await this.#endIfOver(tx, record)
      if (goesOn === undefined) await clearDeadline(tx, 'close_out', record.id)
      else await checkNoticesOf(tx, record.positionId)
    }
  }

  /**
   * Checks a notice, which ends with what it is about or with its time; books what has waited for
   * transfers long enough; or notifies both sides that what goes back is late. Runs in the name of
   * the lender.
   */
  async expire(tx: WriteTransaction, id: string): Promise<boolean> {
    const record = await closeOutTable.lock(tx, id)
    if (record === undefined || isFinal(closeOutStates, record.status)) return true
    if (record.status === 'NOTICE') return this.#check(tx, record)
    if (waitsForTransfers(record)) return this.#parts.ending.bookInTime(tx, record)
    return lateExcess(tx, record)
  }

  /** After a close-out in part the deal goes on, and what else was declared may be over with it. */
  async #terminated(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
    if (!isInPart(statementOf(record))) return this.#parts.ending.begin(tx, record)
    await this.#parts.ending.inPart(tx, record)
    await this.#acceptOffered(tx, record)
    for (const { id } of record.notices) {
      const isOver = await this.#check(tx, await closeOutTable.read(tx, id))
      if (isOver) await clearDeadline(tx, 'close_out', id)
    }
  }

  async #check(tx: WriteTransaction, record: CloseOutRecord): Promise<boolean> {
    const fact = await this.#endIfOver(tx, record)
    if (fact === undefined) return true
    if (isTerminable(record, tx) && fact.holds === true) await notifyGraceOver(tx, record)
    await this.#acceptOffered(tx, record)
    await awaitCheck(tx, record)
    return false
  }

  /** What could not be accepted when it was offered may be by now. */
  async #acceptOffered(tx: WriteTransaction, { positionId }: CloseOutRecord): Promise<void> {
    for (const kind of this.#parts.cures) await kind.acceptOffered(tx, positionId)
  }

  /** Ends a notice whose time, deal or default is over. Otherwise its fact, which goes on. */
  async #endIfOver(tx: WriteTransaction, record: CloseOutRecord): Promise<Fact | undefined> {
    const { cause, creatorId: declarerId } = record
    const isTimeOver = tx.nowMs >= noticeEndsMs(record)
    const how = isTimeOver || notRunning(record) !== undefined ? 'lapse' : 'cure'
    const fact = defaultFact(record, { cause, declarerId }, await this.#factsFor(tx, record))
    if (how === 'cure' && fact.holds !== false) return fact
    await mustMove(tx, closeOutStates, record, how)
    await notifyEnd(tx, record, how)
    return undefined
  }

  /** Changes one close-out under the lock of its deal. Returns it as it is afterwards. */
  async #change(
    tx: WriteTransaction,
    caller: Caller,
    id: string,
    action: CloseOutMove,
    { as, prepare, work }: Steps,
  ): Outcome {
    const record = await closeOutTable.lock(tx, id)
    if (record === undefined) return closeOutNotFound(id)
    if (action === 'terminate' && record.cause === 'UNMET_CALL') {
      await lockCallSets(tx, record.positionId)
    }
    const facts = await this.#factsFor(tx, record)
    const asked = {
      ...{ action, facts, prepare: async () => prepare?.(record, facts) },
      ...(as !== undefined && { as: as(record, facts) }),
    }
    const refusal = await change(tx, closeOutLifecycle, record, asked, async () => {
      await work?.(record)
      return undefined
    })
    return refusal ?? this.#answer(tx, caller, await closeOutTable.read(tx, id))
  }

  async #answer(
    tx: WriteTransaction,
    { organizationId, role }: Caller,
    record: CloseOutRecord,
  ): Promise<CloseOut> {
    const viewer = { organizationId, role, nowMs: tx.nowMs }
    return closeOutResource(record, viewer, await this.#factsFor(tx, record))
  }

  /** How long after a termination transfers count that were on their way. */
  #settlementSeconds({ settlementTimeSeconds }: CloseOutRecord): number {
    return settlementTimeSeconds ?? this.#parts.settlementSeconds
  }

  async #factsFor(tx: WriteTransaction, record: CloseOutRecord): Promise<CloseOutFacts> {
    return record.status === 'NOTICE' ? this.#parts.facts.within(tx, record) : withoutPrices(tx)
  }
}

async function lateExcess(tx: WriteTransaction, record: CloseOutRecord): Promise<boolean> {
  const [first] = excessTransfers(record)
  if (record.status !== 'CLOSING_OUT' || first === undefined) return true
  if (tx.nowMs < Date.parse(first.lateAt)) return false
  await recordLateExcess(tx, record.id)
  await notifyLateExcess(tx, record)
  return true
}
