import type { Pool } from 'pg'
import type { WriteTransaction } from '../writes/write-transaction.ts'
import type { TransferInstruction } from './custody-adapter.ts'

/** An instruction that a worker has taken: nobody else works on it until the claim ends. */
export interface ClaimedInstruction {
  readonly transferId: string
  readonly lenderId: string
  readonly custodianId: string
  readonly externalTransferId: string
  /** The custodian may know of it already. */
  readonly wasSent: boolean
  readonly attempts: number
  readonly claim: string
  /** RFC 3339. */
  readonly dueAt: string
  readonly createdAt: string
}

/** Longer than any custodian is waited for. By the clock of the database: that of the book may stand still. */
const claimLasts = "interval '60 seconds'"

/**
 * Takes the instruction that has been due longest. That it may be sent is written before it is: who takes it
 * after a crash asks first.
 */
export async function claimInstruction(
  pool: Pool,
  now: string,
  claim: string,
): Promise<ClaimedInstruction | undefined> {
  const { rows } = await pool.query<ClaimedInstruction>({
    name: 'claim instruction',
    text: `
      WITH due AS (
        SELECT transfer_id, maybe_sent FROM instructions
        WHERE due_at <= $1 AND (claimed_until IS NULL OR claimed_until < now())
        ORDER BY due_at, sequence LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      UPDATE instructions i SET claim = $2, claimed_until = now() + ${claimLasts}, maybe_sent = true
      FROM due WHERE i.transfer_id = due.transfer_id
      RETURNING i.transfer_id AS "transferId", i.lender_id AS "lenderId", i.custodian_id AS "custodianId",
        i.external_transfer_id AS "externalTransferId", due.maybe_sent AS "wasSent", i.attempts,
        i.claim, i.due_at AS "dueAt", i.created_at AS "createdAt"`,
    values: [now, claim],
  })
  return rows[0]
}

/** What the custodian is asked to move, as it was decided. */
export async function readInstruction(
  tx: WriteTransaction,
  { transferId, externalTransferId }: ClaimedInstruction,
): Promise<TransferInstruction> {
  const row = await tx.row<Omit<TransferInstruction, 'externalTransferId'>>(
    `SELECT t.token, trim_scale(t.quantity) AS quantity,
       json_build_object('id', s.id, 'address', s.address, 'custodian', s.custodian_id) AS sender,
       json_build_object('id', r.id, 'address', r.address, 'custodian', r.custodian_id) AS receiver
     FROM transfers t
     JOIN wallets s ON (s.custodian_id, s.address) = (t.sender_custodian_id, t.sender_wallet_address)
     JOIN wallets r ON (r.custodian_id, r.address) = (t.receiver_custodian_id, t.receiver_wallet_address)
     WHERE t.id = $1`,
    [transferId],
  )
  if (row === undefined) throw new Error(`transfer ${transferId} has no wallets`)
  return { externalTransferId, ...row }
}

/** How an instruction goes on. */
export interface NextStep {
  /** When the custodian is asked next. Null: not again by itself. */
  readonly dueAt: string | null
  readonly attempts: number
  readonly stalled: boolean
  readonly lastError: string | null
}

/**
 * Ends a claim. A callback that came meanwhile has made the instruction due anew, and that stands. False: the
 * claim had ended before, and somebody else goes on with it.
 */
export async function endClaim(
  tx: WriteTransaction,
  claimed: ClaimedInstruction,
  next: NextStep,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE instructions SET claim = NULL, claimed_until = NULL, attempts = $3, stalled = $4,
       last_error = $5, due_at = CASE WHEN due_at > $6::timestamptz AND $7::timestamptz IS NOT NULL THEN due_at ELSE $7 END
     WHERE transfer_id = $1 AND claim = $2`,
    [
      claimed.transferId,
      claimed.claim,
      next.attempts,
      next.stalled,
      next.lastError?.slice(0, 500) ?? null,
      claimed.dueAt,
      next.dueAt,
    ],
  )
  return rowCount === 1
}
