import type { Pool } from 'pg'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { TransferInstruction } from './custody-adapter.ts'

/** An instruction that a worker has claimed. No other worker works on it until the claim ends. */
export interface ClaimedInstruction {
  readonly transferId: string
  readonly lenderId: string
  readonly custodianId: string
  readonly externalTransferId: string
  /** The custodian may know it already. */
  readonly wasSent: boolean
  /** A party has requested its cancellation. */
  readonly isToCancel: boolean
  readonly attempts: number
  readonly claim: string
  /** RFC 3339. */
  readonly createdAt: string
}

/**
 * Claims the instruction that has been due longest. The claim records that it may be sent, before
 * it is sent, so that a worker that claims it after a crash asks the custodian first. An
 * instruction with a requested cancellation that was never sent stays unsent.
 */
export async function claimInstruction(
  pool: Pool,
  now: string,
  claim: string,
): Promise<ClaimedInstruction | undefined> {
  const { rows } = await pool.query<ClaimedInstruction>({
    name: 'claim instruction',
    text: `
      SELECT transfer_id AS "transferId", lender_id AS "lenderId", custodian_id AS "custodianId",
        external_transfer_id AS "externalTransferId", was_sent AS "wasSent",
        is_to_cancel AS "isToCancel", attempts, claim, created_at AS "createdAt"
      FROM claim_instruction($1, $2)`,
    values: [now, claim],
  })
  return rows[0]
}

/** The transfer that the custodian is asked to carry out. */
export async function readInstruction(
  tx: WriteTransaction,
  { transferId, externalTransferId }: ClaimedInstruction,
): Promise<TransferInstruction> {
  const row = await tx.row<StoredInstruction>(
    `SELECT t.token, trim_scale(t.quantity) AS quantity,
       ${walletAt('t.sender_custodian_id', 't.sender_wallet_address')} AS sender,
       ${walletAt('t.receiver_custodian_id', 't.receiver_wallet_address')} AS receiver
     FROM transfers t WHERE t.id = $1`,
    [transferId],
  )
  if (row?.sender == null || row.receiver == null) {
    throw new Error(`transfer ${transferId} has no wallets`)
  }
  const { sender, receiver, ...moved } = row
  return { externalTransferId, ...moved, sender, receiver }
}

/** The wallet of a transfer `t` at a custodian and address, whatever its order names by now. */
const walletAt = (custodian: string, address: string) => `(
  SELECT json_build_object('id', w.id, 'address', w.address, 'custodian', w.custodian_id)
  FROM wallets_of_transfers w
  WHERE w.transfer_id = t.id AND (w.custodian_id, w.address) = (${custodian}, ${address}))`

type StoredInstruction = Pick<TransferInstruction, 'token' | 'quantity'> & {
  readonly [side in 'sender' | 'receiver']: TransferInstruction[side] | null
}

/** What happened to an instruction while a worker had claimed it. */
export interface HeldClaim {
  /** The custodian has sent a callback about it. */
  readonly calledBack: boolean
  /** A party has requested its cancellation, before or during the claim. */
  readonly isToCancel: boolean
}

/**
 * Confirms that the claim is still held, and locks it until the transaction ends. Undefined if it
 * has lapsed and another worker may have claimed the instruction.
 */
export function holdClaim(
  tx: WriteTransaction,
  { transferId, claim }: ClaimedInstruction,
): Promise<HeldClaim | undefined> {
  return tx.row<HeldClaim & Record<string, unknown>>(
    `SELECT called_back AS "calledBack", cancel_asked_at IS NOT NULL AS "isToCancel" FROM instructions
     WHERE transfer_id = $1 AND claim = $2 FOR UPDATE`,
    [transferId, claim],
  )
}

/** What follows for an instruction. */
export interface NextStep {
  /** When the custodian is asked next. Null: not by itself. */
  readonly dueAt: string | null
  readonly attempts: number
  readonly stalled: boolean
  readonly lastError: string | null
}

/** Ends a claim that is still held. */
export async function endClaim(
  tx: WriteTransaction,
  { transferId }: ClaimedInstruction,
  { dueAt, attempts, stalled, lastError }: NextStep,
): Promise<void> {
  await tx.write(
    `UPDATE instructions SET claim = NULL, claimed_until = NULL, called_back = false,
       due_at = $2, attempts = $3, stalled = $4, last_error = $5
     WHERE transfer_id = $1`,
    [transferId, dueAt, attempts, stalled, lastError?.slice(0, 500) ?? null],
  )
}
