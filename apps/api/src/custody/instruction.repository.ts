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
  /** A party wants it given up. */
  readonly isToCancel: boolean
  readonly attempts: number
  readonly claim: string
  /** RFC 3339. */
  readonly createdAt: string
}

/** Longer than any custodian is waited for. By the clock of the database: that of the book may stand still. */
const claimLasts = "interval '60 seconds'"

/** Longer than any pause: what is due later than this was put off by a clock that has since been set back. */
const furthestAhead = "interval '10 minutes'"

/** What decides how a worker goes on with an instruction, as it stands when it is taken. */
const standing = 'maybe_sent, cancel_asked_at IS NOT NULL AS is_to_cancel'

const claimable = '(claimed_until IS NULL OR claimed_until < now())'

/**
 * Takes the instruction that has been due longest. That it may be sent is written before it is: who takes it
 * after a crash asks first. What is to be given up and was never sent stays so.
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
        SELECT transfer_id, ${standing} FROM instructions WHERE due_at <= $1 AND ${claimable}
        ORDER BY due_at, sequence LIMIT 1 FOR UPDATE SKIP LOCKED
      ), ahead AS (
        SELECT transfer_id, ${standing} FROM instructions
        WHERE NOT EXISTS (SELECT FROM due) AND due_at > $1 + ${furthestAhead} AND ${claimable}
        ORDER BY due_at, sequence LIMIT 1 FOR UPDATE SKIP LOCKED
      ), taken AS (SELECT * FROM due UNION ALL SELECT * FROM ahead)
      UPDATE instructions i SET claim = $2, claimed_until = now() + ${claimLasts},
        maybe_sent = taken.maybe_sent OR NOT taken.is_to_cancel, called_back = false
      FROM taken WHERE i.transfer_id = taken.transfer_id
      RETURNING i.transfer_id AS "transferId", i.lender_id AS "lenderId",
        i.custodian_id AS "custodianId", i.external_transfer_id AS "externalTransferId",
        taken.maybe_sent AS "wasSent", taken.is_to_cancel AS "isToCancel",
        i.attempts, i.claim, i.created_at AS "createdAt"`,
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

/** What happened to an instruction while a worker had it. */
export interface HeldClaim {
  /** The custodian has called back about it. */
  readonly calledBack: boolean
  /** A party wants it given up, since then or before. */
  readonly isToCancel: boolean
}

/**
 * Whether the claim still stands, and keeps it so until the transaction ends. Undefined: it had lapsed, and
 * somebody else goes on with the instruction.
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

/** How an instruction goes on. */
export interface NextStep {
  /** When the custodian is asked next. Null: not again by itself. */
  readonly dueAt: string | null
  readonly attempts: number
  readonly stalled: boolean
  readonly lastError: string | null
}

/** Ends a claim that is held. */
export async function endClaim(
  tx: WriteTransaction,
  { transferId }: ClaimedInstruction,
  { dueAt, attempts, stalled, lastError }: NextStep,
): Promise<void> {
  await tx.query(
    `UPDATE instructions SET claim = NULL, claimed_until = NULL, called_back = false,
       due_at = $2, attempts = $3, stalled = $4, last_error = $5
     WHERE transfer_id = $1`,
    [transferId, dueAt, attempts, stalled, lastError?.slice(0, 500) ?? null],
  )
}

/** What has become of the wish to have an instruction given up. */
export type AskedToCancel = 'now' | 'before' | 'no instruction'

/**
 * Has an instruction given up at the next attempt, which is due at once; a second wish changes nothing, unless nobody
 * works on it any more. The deal must be locked.
 */
export async function askToCancel(
  tx: WriteTransaction,
  transferId: string,
): Promise<AskedToCancel> {
  const known = await tx.row<{ isAsked: boolean; stalled: boolean }>(
    `SELECT cancel_asked_at IS NOT NULL AS "isAsked", stalled FROM instructions
     WHERE transfer_id = $1 FOR UPDATE`,
    [transferId],
  )
  if (known === undefined) return 'no instruction'
  if (known.isAsked && !known.stalled) return 'before'
  await tx.query(
    `UPDATE instructions SET cancel_asked_at = coalesce(cancel_asked_at, $2),
       due_at = least(due_at, $2), stalled = false, attempts = 0 WHERE transfer_id = $1`,
    [transferId, tx.now],
  )
  return 'now'
}
