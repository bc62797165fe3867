import { createHash } from 'node:crypto'
import { type ErrorDetail, type ErrorReason, errorReason } from '@vadium/schema'
import pg from 'pg'
import { JsonText } from '../json-text.ts'
import { Refusal } from '../refusal.ts'
import type { WriteTransaction } from './write-transaction.ts'
import { undoRefused } from './remembered-refusal.ts'
import { together } from './together.ts'

/** The parts of a request that identify it. The time of the signature is not among them. */
export interface IdempotentRequest {
  readonly key: string
  readonly method: string
  readonly target: string
  readonly body: Uint8Array
  /** The 64 bytes of the signature, which is accepted once. */
  readonly signature: Uint8Array
}

/**
 * The answer of a write as JSON text, and whether it is the stored answer of an earlier request.
 */
export interface WrittenAnswer {
  readonly status: 200 | 202
  readonly text: string
  readonly replayed: boolean
}

/** An answer with a part that is shown once and never stored. */
export class ShownOnce {
  readonly shown: object
  readonly kept: object

  constructor(shown: object, kept: object) {
    this.shown = shown
    this.kept = kept
  }
}

/** An answer with the status 202: the write awaits something, and has had no effect yet. */
export class Awaiting {
  readonly answer: object

  constructor(answer: object) {
    this.answer = answer
  }
}

/** How long the answer of a key is kept. */
const keptFor = "interval '24 hours'"

interface KeyRow {
  readonly request_hash: Buffer
  readonly refused: boolean
  readonly status: 200 | 202
  readonly answer: string
}

/** What a transaction has found out about a request, before its work. */
interface Admission {
  readonly request: IdempotentRequest
  readonly isFirstUse: boolean
  /** Whether no other transaction works on the same key. */
  readonly isLocked: boolean
  /** The answer of its key, which may have been kept long enough. */
  readonly known: (KeyRow & { readonly isOver: boolean }) | undefined
}

/**
 * Marks the signature of a request as used, locks its key, and reads its answer, in this order and
 * in one round trip.
 */
export async function admit(tx: WriteTransaction, request: IdempotentRequest): Promise<Admission> {
  const [isFirstUse, isLocked, known] = await together([
    useSignature(tx, request.signature),
    lockKey(tx, request.key),
    tx.row<KeyRow & { isOver: boolean }>(
      `SELECT request_hash, refused, status, answer, created_at < now() - ${keptFor} AS "isOver"
       FROM idempotency_keys WHERE organization_id = $1 AND key = $2`,
      [tx.organizationId, request.key],
    ),
    tx.savepoint('work'),
  ])
  return { request, isFirstUse, isLocked, known }
}

/**
 * Does the work once for each key, in the transaction of its effect. The same request receives the
 * stored answer. Refusals are stored as well; their partial effects are rolled back.
 */
export async function once(
  tx: WriteTransaction,
  { request, isFirstUse, isLocked, known }: Admission,
  work: () => Promise<object | Refusal>,
): Promise<WrittenAnswer | Refusal> {
  if (!isFirstUse) return new Refusal('UNAUTHENTICATED', [], 'replayed signature')
  if (!isLocked) return new Refusal('IDEMPOTENCY_KEY_IN_USE')
  const hash = requestHash(request)
  if (known !== undefined && !known.isOver) return answerAgain(known, hash)

  const outcome = await attempted(tx, work).catch(overdrawn)
  if (outcome instanceof Refusal) {
    await undoRefused(tx, 'work', outcome)
    if (isTemporary(outcome)) return outcome
    const answer = refusalText(outcome)
    await keep(tx, request.key, { request_hash: hash, refused: true, status: 200, answer }, known)
    return outcome
  }
  const { status, text, kept } = answerOf(outcome)
  const row = { request_hash: hash, refused: false, status, answer: kept }
  await keep(tx, request.key, row, known)
  return { status, text, replayed: false }
}

/** Work, and what the database says of the writes that it may refuse. */
export async function attempted<T>(tx: WriteTransaction, work: () => Promise<T>): Promise<T> {
  const outcome = await work()
  if (!(outcome instanceof Refusal)) await tx.attempted()
  return outcome
}

/**
 * Whether the refusal is temporary. The same request may succeed later, so its key stores nothing.
 */
function isTemporary({ reason }: Refusal): boolean {
  return errorReason(reason).status === 429
}

/** The text that is sent, and the text that is stored. */
export function answerOf(outcome: object): {
  readonly status: 200 | 202
  readonly text: string
  readonly kept: string
} {
  if (outcome instanceof ShownOnce) {
    const [text, kept] = [JSON.stringify(outcome.shown), JSON.stringify(outcome.kept)]
    return { status: 200, text, kept }
  }
  if (outcome instanceof Awaiting) {
    const text = JSON.stringify(outcome.answer)
    return { status: 202, text, kept: text }
  }
  const text = outcome instanceof JsonText ? outcome.text : JSON.stringify(outcome)
  return { status: 200, text, kept: text }
}

/** The journal itself refuses to spend a balance twice, whatever earlier checks found. */
export function overdrawn(error: unknown): Refusal {
  if (error instanceof pg.DatabaseError && error.constraint === 'nothing_is_spent_twice') {
    return new Refusal('QUANTITY_NOT_AVAILABLE')
  }
  throw error
}

/** False if the signature was used before. */
async function useSignature(tx: WriteTransaction, signature: Uint8Array): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO used_signatures (signature) VALUES ($1) ON CONFLICT DO NOTHING',
    [Buffer.from(signature)],
  )
  return rowCount === 1
}

/**
 * The lock lasts until the end of the transaction. A second request meanwhile is refused at once
 * and does not wait.
 */
async function lockKey(tx: WriteTransaction, key: string): Promise<boolean> {
  const name = createHash('sha256').update(`${tx.organizationId}\n${key}`).digest()
  const row = await tx.row<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
    name.readBigInt64BE().toString(),
  ])
  return row?.locked === true
}

/** Identifies a request by its method, its target and its body. */
export function requestHash({
  method,
  target,
  body,
}: Pick<IdempotentRequest, 'method' | 'target' | 'body'>): Buffer {
  return createHash('sha256').update(`${method}\n${target}\n`).update(body).digest()
}

/**
 * Keeps the answer of a key. A second answer of the same key is never committed: the insert fails,
 * or replaces only one that was kept long enough.
 */
function keep(
  tx: WriteTransaction,
  key: string,
  { request_hash, refused, status, answer }: KeyRow,
  known: KeyRow | undefined,
): Promise<void> {
  const values = [tx.organizationId, key, request_hash, refused, status, answer]
  const insert = `
    INSERT INTO idempotency_keys AS k (organization_id, key, request_hash, refused, status, answer)
    VALUES ($1, $2, $3, $4, $5, $6)`
  if (known === undefined) return tx.write(insert, values)
  return tx.writeOne(
    `${insert} ON CONFLICT (organization_id, key) DO UPDATE
       SET request_hash = $3, refused = $4, status = $5, answer = $6, created_at = now()
       WHERE k.created_at < now() - ${keptFor}`,
    values,
    'an idempotency key was inserted in spite of its lock',
  )
}

function answerAgain(known: KeyRow, hash: Buffer): WrittenAnswer | Refusal {
  if (!known.request_hash.equals(hash)) return new Refusal('IDEMPOTENCY_KEY_REUSED')
  if (!known.refused) {
    return { status: known.status, text: known.answer, replayed: true }
  }
  const { reason, details } = JSON.parse(known.answer) as KeptRefusal
  return new Refusal(reason, details, undefined, true)
}

interface KeptRefusal {
  readonly reason: ErrorReason
  readonly details: readonly ErrorDetail[]
}

function refusalText({ reason, details }: Refusal): string {
  return JSON.stringify({ reason, details } satisfies KeptRefusal)
}
