import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Value } from '@sinclair/typebox/value'
import { Custodian } from '@vadium/schema'
import type { Pool } from 'pg'
import type { Clock } from '../../clock.ts'
import type { CustodyAdapters } from '../../custody/custody-adapters.ts'
import { asNobody, inTransaction } from '../../db/transaction.ts'
import { Refusal } from '../../refusal.ts'

/** A custodian's call: as it came, because the signature covers its bytes. */
export interface CustodianCall {
  readonly custodianId: string
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

/**
 * Takes what custodians call back with. It is kept raw and makes the transfers it speaks of due; what
 * became of them the worker asks for, so that a call that is late, doubled or out of order changes nothing.
 */
export class CallbackService {
  readonly #pool: Pool
  readonly #custody: Pick<CustodyAdapters, 'of'>
  readonly #clock: Clock
  readonly #wakeWorker: () => void

  constructor(
    pool: Pool,
    custody: Pick<CustodyAdapters, 'of'>,
    clock: Clock,
    wakeWorker: () => void,
  ) {
    this.#pool = pool
    this.#custody = custody
    this.#clock = clock
    this.#wakeWorker = wakeWorker
  }

  /** Who is not the custodian is not told whether there is one. */
  async take({ custodianId, headers, body }: CustodianCall): Promise<Refusal | undefined> {
    const adapter = isCustodianId(custodianId) ? await this.#custody.of(custodianId) : undefined
    const externalIds = await adapter?.verifyCallback(headers, body)
    if (externalIds === undefined) return new Refusal('UNAUTHENTICATED', [], 'forged callback')
    const now = new Date(this.#clock.now()).toISOString()
    const digest = createHash('sha256').update(body).digest()
    await inTransaction(this.#pool, asNobody, (client) =>
      client.query({
        name: 'take callback',
        text: takeCallback,
        values: [custodianId, digest, now, body, externalIds.filter(mayBeOurs)],
      }),
    )
    this.#wakeWorker()
    return undefined
  }
}

/** The database takes no text with a NUL in it. */
const mayBeOurs = (externalId: string) => /^[\x21-\x7e]{1,128}$/.test(externalId)

const isCustodianId = (text: string) => Value.Check(Custodian.properties.id, text)

/**
 * Keeps the call and has its transfers asked for. The rows are locked in one order, so that calls about the
 * same transfers take turns and never wait for one another in a circle.
 */
const takeCallback = `
  WITH kept AS (
    INSERT INTO custodian_callbacks (custodian_id, digest, received_at, body)
    VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING
  ), spoken_of AS (
    SELECT transfer_id FROM instructions
    WHERE custodian_id = $1 AND external_transfer_id = ANY($5) AND (due_at IS NOT NULL OR stalled)
    ORDER BY transfer_id FOR UPDATE
  )
  UPDATE instructions i SET due_at = least(i.due_at, $3), stalled = false, attempts = 0,
    called_back = i.claim IS NOT NULL
  FROM spoken_of WHERE i.transfer_id = spoken_of.transfer_id`
