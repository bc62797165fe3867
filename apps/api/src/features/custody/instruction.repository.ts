import type { Pool } from 'pg'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { TransferInstruction } from './custody-adapter.ts'

/** An instruction that a worker has claimed. No other worker works on it until the claim ends. */
export interface ClaimedInstruction extends Omit<TransferInstruction, 'sender' | 'receiver'> {
  readonly transferId: string
  readonly orderId: string
  readonly lenderId: string
  readonly custodianId: string
  /** The custodian may know it already. */
  readonly wasSent: boolean
  /** A party has requested its cancellation. */
  readonly isToCancel: boolean
  readonly attempts: number
  readonly claim: string
  /** RFC 3339. */
  readonly createdAt: string
  /** The wallets of the transfer, whatever its order names by now. */
  readonly sender: TransferInstruction['sender'] | null
  readonly receiver: TransferInstruction['receiver'] | null
}

/** Which instructions are claimed. */
export interface Claim {
  readonly id: string
  /** RFC 3339, by the clock of the book. */
  readonly now: string
  readonly countMax: number
}

/**
 * Claims the instructions that have been due longest. The claim records that they may be sent,
 * before they are sent, so that a worker that claims one after a crash asks the custodian first. An
 * instruction with a requested cancellation that was never sent stays unsent.
 */
export async function claimInstructions(
  pool: Pool,
  { id, now, countMax }: Claim,
): Promise<ClaimedInstruction[]> {
  const { rows } = await pool.query<ClaimedInstruction>({
    name: 'claim instructions',
    text: `
      SELECT transfer_id AS "transferId", order_id AS "orderId", lender_id AS "lenderId",
        custodian_id AS "custodianId", external_transfer_id AS "externalTransferId",
        was_sent AS "wasSent", is_to_cancel AS "isToCancel", attempts, claim,
        created_at AS "createdAt", token, quantity, sender, receiver
      FROM claim_instructions($1, $2, $3)`,
    values: [now, id, countMax],
  })
  return rows
}

/** The transfer that the custodian is asked to carry out. */
export function transferToSend(claimed: ClaimedInstruction): TransferInstruction {
  const { externalTransferId, token, quantity, sender, receiver } = claimed
  if (sender === null || receiver === null) {
    throw new Error(`transfer ${claimed.transferId} has no wallets`)
  }
  return { externalTransferId, token, quantity, sender, receiver }
}

/** What happened to an instruction while a worker had claimed it. */
export interface HeldClaim {
  /** The custodian has sent a callback about it. */
  readonly calledBack: boolean
  /** A party has requested its cancellation, before or during the claim. */
  readonly isToCancel: boolean
}

/**
 * The claims that are still held, by transfer, locked until the transaction ends. One that has
 * lapsed, so that another worker may have claimed the instruction, is missing. The deals must be
 * locked. Instructions are locked in one order, as {@link CallbackService} does.
 */
export async function holdClaims(
  tx: WriteTransaction,
  claimed: readonly ClaimedInstruction[],
): Promise<Map<string, HeldClaim>> {
  const { rows } = await tx.query<HeldClaim & { readonly transferId: string }>(
    `SELECT i.transfer_id AS "transferId", i.called_back AS "calledBack",
       i.cancel_asked_at IS NOT NULL AS "isToCancel"
     FROM unnest($1::uuid[], $2::uuid[]) AS c (transfer_id, claim)
       JOIN instructions i ON i.transfer_id = c.transfer_id AND i.claim = c.claim
     ORDER BY i.transfer_id FOR UPDATE OF i`,
    [claimed.map(({ transferId }) => transferId), claimed.map(({ claim }) => claim)],
  )
  return new Map(rows.map(({ transferId, ...held }) => [transferId, held]))
}

/** What follows for an instruction. */
export interface NextStep {
  readonly transferId: string
  /** When the custodian is asked next. Null: not by itself. */
  readonly dueAt: string | null
  readonly attempts: number
  readonly stalled: boolean
  readonly lastError: string | null
}

/** Ends claims that are still held. */
export async function endClaims(tx: WriteTransaction, steps: readonly NextStep[]): Promise<void> {
  await tx.write(
    `UPDATE instructions i SET claim = NULL, claimed_until = NULL, called_back = false,
       due_at = s.due_at, attempts = s.attempts, stalled = s.stalled, last_error = s.last_error
     FROM unnest($1::uuid[], $2::timestamptz[], $3::integer[], $4::boolean[], $5::text[])
       AS s (transfer_id, due_at, attempts, stalled, last_error)
     WHERE i.transfer_id = s.transfer_id`,
    [
      steps.map(({ transferId }) => transferId),
      steps.map(({ dueAt }) => dueAt),
      steps.map(({ attempts }) => attempts),
      steps.map(({ stalled }) => stalled),
      steps.map(({ lastError }) => lastError?.slice(0, 500) ?? null),
    ],
  )
}
