import { createHash } from 'node:crypto'
import { type ErrorDetail, type ErrorReason, errorReason } from '@vadium/schema'
import pg from 'pg'
import { JsonText } from '../json-text.ts'
import { Refusal } from '../refusal.ts'
import type { WriteTransaction } from './write-transaction.ts'

/** What makes a request the same as another: all but when it was signed. */
export interface IdempotentRequest {
  readonly key: string
  readonly method: string
  readonly target: string
  readonly body: Uint8Array
  /** The 64 bytes of its signature, which is accepted once. */
  readonly signature: Uint8Array
}

/** An answer of a write, as the JSON text that leaves, and whether it was given before. */
export interface WrittenAnswer {
  readonly text: string
  readonly replayed: boolean
}

/** An answer of which a part is shown once and kept nowhere. */
export class ShownOnce {
  readonly shown: object
  readonly kept: object

  constructor(shown: object, kept: object) {
    this.shown = shown
    this.kept = kept
  }
}

/** How long a key stands for its answer. */
const keptFor = "interval '24 hours'"

interface KeyRow {
  readonly request_hash: Buffer
  readonly refused: boolean
  readonly answer: string
}

/**
 * Does the work once a key, within the transaction of its effect: the same request again has the answer that
 * it had. What was refused is kept as well, its partial effects are not.
 */
export async function once(
  tx: WriteTransaction,
  request: IdempotentRequest,
  work: () => Promise<object | Refusal>,
): Promise<WrittenAnswer | Refusal> {
  if (!(await isFirstUse(tx, request.signature))) {
    return new Refusal('UNAUTHENTICATED', [], 'replayed signature')
  }
  if (!(await lockKey(tx, request.key))) return new Refusal('IDEMPOTENCY_KEY_IN_USE')
  const hash = requestHash(request)
  const known = await tx.row<KeyRow>(
    `SELECT request_hash, refused, answer FROM idempotency_keys
     WHERE organization_id = $1 AND key = $2 AND created_at >= now() - ${keptFor}`,
    [tx.organizationId, request.key],
  )
  if (known !== undefined) return answerAgain(known, hash)

  await tx.savepoint('work')
  const outcome = await work().catch(overdrawn)
  if (outcome instanceof Refusal) {
    await tx.undoTo('work')
    if (mayPass(outcome)) return outcome
    await keep(tx, request.key, hash, true, refusalText(outcome))
    return outcome
  }
  const [shown, kept] = textsOf(outcome)
  await keep(tx, request.key, hash, false, kept)
  return { text: shown, replayed: false }
}

/** Nothing stands in the way but the moment: the same request may be taken later, so its key stands for nothing yet. */
function mayPass({ reason }: Refusal): boolean {
  return errorReason(reason).status === 429
}

/** What leaves, and what is kept of it. */
function textsOf(outcome: object): [shown: string, kept: string] {
  if (outcome instanceof ShownOnce) {
    return [JSON.stringify(outcome.shown), JSON.stringify(outcome.kept)]
  }
  const text = outcome instanceof JsonText ? outcome.text : JSON.stringify(outcome)
  return [text, text]
}

/** The journal itself refuses what would spend a balance twice, whatever was thought before. */
function overdrawn(error: unknown): Refusal {
  if (error instanceof pg.DatabaseError && error.constraint === 'nothing_is_spent_twice') {
    return new Refusal('QUANTITY_NOT_AVAILABLE')
  }
  throw error
}

async function isFirstUse(tx: WriteTransaction, signature: Uint8Array): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO used_signatures (signature) VALUES ($1) ON CONFLICT DO NOTHING',
    [Buffer.from(signature)],
  )
  return rowCount === 1
}

/** Held to the end of the transaction. Whoever comes meanwhile is told so at once, and does not wait. */
async function lockKey(tx: WriteTransaction, key: string): Promise<boolean> {
  const name = createHash('sha256').update(`${tx.organizationId}\n${key}`).digest()
  const row = await tx.row<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
    name.readBigInt64BE().toString(),
  ])
  return row?.locked === true
}

function requestHash({ method, target, body }: IdempotentRequest): Buffer {
  return createHash('sha256').update(`${method}\n${target}\n`).update(body).digest()
}

async function keep(
  tx: WriteTransaction,
  key: string,
  hash: Buffer,
  refused: boolean,
  answer: string,
): Promise<void> {
  const { rowCount } = await tx.query(
    `INSERT INTO idempotency_keys AS k (organization_id, key, request_hash, refused, answer)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (organization_id, key) DO UPDATE
       SET request_hash = $3, refused = $4, answer = $5, created_at = now()
       WHERE k.created_at < now() - ${keptFor}`,
    [tx.organizationId, key, hash, refused, answer],
  )
  if (rowCount !== 1) throw new Error('an idempotency key was taken under its lock')
}

function answerAgain(known: KeyRow, hash: Buffer): WrittenAnswer | Refusal {
  if (!known.request_hash.equals(hash)) return new Refusal('IDEMPOTENCY_KEY_REUSED')
  if (!known.refused) return { text: known.answer, replayed: true }
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
