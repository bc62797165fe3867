import { type ApprovalRule, errorReason, type ErrorReason, type Role } from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import { isDatabaseFailure, isTransient } from '../../platform/db/database-failure.ts'
import type { Caller } from '../../platform/http/operation-pipeline.ts'
import type { StoredWrites } from '../../platform/http/stored-writes.ts'
import type { Ids } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { answerOf, overdrawn } from '../../platform/writes/idempotency.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { recordApprovalChange } from './approval-changes.ts'
import type { ApprovalDemands, PerformedWrite } from './approval-demand.ts'
import type { ApprovalRecord } from './approval-record.ts'
import type { ApprovalRepository } from './approval.repository.ts'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  readonly approvals: ApprovalRepository
  readonly demands: ApprovalDemands
  readonly storedWrites: StoredWrites
  /** The clock of the machine, for the audit trail. */
  readonly clock: Clock
  /** The clock of the book, for the time to decide. */
  readonly bookClock: Clock
  readonly ids: Ids
  readonly logger: FastifyBaseLogger
}

interface OpenRow {
  readonly id: string
  readonly organizationId: string
  readonly accountId: string
  readonly credentialId: string
  readonly role: Role
  readonly isOver: boolean
}

const batchSize = 100

/**
 * Carries out the requests that have all approvals, each once, in the name of its requester, and
 * ends those whose time to decide has passed. Any number of workers may run: the lock of the
 * approval decides. A worker that dies leaves the request approved, and the next run carries it
 * out.
 */
export class ApprovalWorker {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Ends every approval that can end now.
   * @returns whether there may be more.
   */
  async run(): Promise<boolean> {
    const rows = await this.#open()
    let ended = 0
    for (const row of rows) if (await this.#end(row)) ended += 1
    return rows.length === batchSize && ended > 0
  }

  async #open(): Promise<OpenRow[]> {
    const { pool, bookClock } = this.#parts
    const { rows } = await pool.query<OpenRow>({
      name: 'approvals to end',
      text: `SELECT id, organization_id AS "organizationId", account_id AS "accountId",
               credential_id AS "credentialId", role, is_over AS "isOver"
             FROM approvals_to_end($1, $2)`,
      values: [new Date(bookClock.now()).toISOString(), batchSize],
    })
    return rows
  }

  /** A failure does not hold up other approvals, nor does a failure to record it. */
  async #end(row: OpenRow): Promise<boolean> {
    const { logger } = this.#parts
    try {
      return await this.#endOrFail(row)
    } catch (err) {
      logger.error({ err, approval_id: row.id }, 'ending an approval failed, and recording it')
      return false
    }
  }

  async #endOrFail(row: OpenRow): Promise<boolean> {
    const { logger } = this.#parts
    try {
      if (row.isOver) return await this.#byService(row, 'expire')
      return await this.#carryOut(row)
    } catch (err) {
      logger.error({ err, approval_id: row.id }, 'ending an approval failed')
      if (isDatabaseFailure(err) || isTransient(err)) return false
      return await this.#byService(row, 'fail', new Refusal('INTERNAL'))
    }
  }

  async #carryOut(row: OpenRow): Promise<boolean> {
    const caller: Caller = { ...row, organizationStatus: 'active', verified: false }
    const done = await this.#parts.writes.byTenant(caller, (tx) =>
      this.#carryOutWithin(tx, row.id, caller),
    )
    // The credential is no longer valid, has another role, or its organization is suspended.
    if (done instanceof Refusal) return this.#byService(row, 'fail', noLongerPermitted)
    return done
  }

  async #carryOutWithin(tx: WriteTransaction, id: string, caller: Caller): Promise<boolean> {
    const { approvals, demands, storedWrites } = this.#parts
    const record = await approvals.lock(tx, id, caller.accountId)
    if (record?.state !== 'APPROVED') return false
    if (tx.nowMs >= Date.parse(record.expireTime)) return this.#ended(tx, record, 'expire')
    const rules = await demands.rulesBefore(tx, record.operation, caller)
    await tx.savepoint('approved')
    const stored = {
      operation: record.operation,
      params: record.params ?? undefined,
      body: Buffer.from(record.body),
      requestId: record.id,
      receivedAtMs: record.receivedAtMs,
    }
    const answer = await storedWrites.carryOut(stored, caller, tx).catch(overdrawn)
    const refusal =
      answer instanceof Refusal
        ? answer
        : await this.#missing(tx, record, { caller, answer }, rules)
    if (refusal !== undefined) await tx.undoTo('approved')
    // The same request may succeed later: it stays approved until it expires.
    if (refusal !== undefined && errorReason(refusal.reason).status === 429) return false
    await this.#audit(tx, record, refusal?.reason ?? 'ok')
    if (refusal !== undefined) return this.#ended(tx, record, 'fail', { refusal })
    return this.#ended(tx, record, 'carry_out', { answer: answerOf(answer).kept })
  }

  /** Refuses if the request, or the policies in force, need more approvals than count now. */
  async #missing(
    tx: WriteTransaction,
    { id, operation, approvalsNeeded }: ApprovalRecord,
    write: Omit<PerformedWrite, 'operation'>,
    rules: readonly ApprovalRule[] | undefined,
  ): Promise<Refusal | undefined> {
    const { approvals, demands } = this.#parts
    const demand = rules && (await demands.of(tx, { operation, ...write }, rules))
    const needed = Math.max(approvalsNeeded, demand?.rule.approvals ?? 0)
    const count = await approvals.countApprovals(tx, id)
    if (count >= needed) return undefined
    const issue = `needs ${needed} approvals by now, and ${count} count`
    return new Refusal('INVALID_STATE', [{ field: 'decisions', issue }])
  }

  /** Ends an approval in the name of its requester's organization. */
  #byService(row: OpenRow, action: 'expire' | 'fail', refusal?: Refusal): Promise<boolean> {
    const { approvals, writes } = this.#parts
    return writes.byService(row.organizationId, async (tx) => {
      const record = await approvals.lock(tx, row.id, row.accountId)
      if (record === undefined || record.endTime !== null) return false
      if (action === 'fail' && record.state !== 'APPROVED') return false
      return this.#ended(tx, record, action, refusal === undefined ? {} : { refusal })
    })
  }

  async #ended(
    tx: WriteTransaction,
    record: ApprovalRecord,
    action: 'carry_out' | 'expire' | 'fail',
    { answer, refusal }: { readonly answer?: string; readonly refusal?: Refusal } = {},
  ): Promise<boolean> {
    const to = endings[action]
    await this.#parts.approvals.setState(tx, record.id, to, {
      ...(answer !== undefined && { answer }),
      ...(refusal !== undefined && { failure: failureText(refusal) }),
    })
    const change = { action, from: record.state, to, accountId: null }
    await recordApprovalChange(tx, record, change)
    return true
  }

  #audit(tx: WriteTransaction, record: ApprovalRecord, outcome: ErrorReason | 'ok'): Promise<void> {
    const { clock, ids } = this.#parts
    return tx.audit({
      id: ids.next(),
      time: new Date(clock.now()).toISOString(),
      kind: 'request',
      organizationId: record.organizationId,
      credentialId: record.credentialId,
      event: record.operation,
      outcome,
      requestId: record.id,
      subjectId: record.id,
    })
  }
}

const noLongerPermitted = new Refusal('ROLE_NOT_PERMITTED', [
  {
    field: 'credential_id',
    issue: 'is revoked, expired or suspended, or has another role than when it made the request',
  },
])

const endings = { carry_out: 'CARRIED_OUT', expire: 'EXPIRED', fail: 'FAILED' } as const

function failureText({ reason, details }: Refusal): string {
  const [detail] = details
  const { message } = errorReason(reason)
  const text = detail === undefined ? message : `${message} ${detail.field}: ${detail.issue}`
  return JSON.stringify({ reason, message: text })
}
