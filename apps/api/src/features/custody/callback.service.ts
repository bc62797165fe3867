import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Value } from '@sinclair/typebox/value'
import { Custodian } from '@vadium/schema'
import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { CustodyAdapters } from './custody-adapters.ts'
import { withoutOrganization, inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'

/** A custodian's callback exactly as it was received, because the signature covers its bytes. */
export interface CustodianCall {
  readonly custodianId: string
  readonly headers: IncomingHttpHeaders
  readonly body: Uint8Array
}

/**
 * Receives custodian callbacks. It stores them unprocessed and makes the instructions of the named
 * transfers due. The worker then asks the custodian, so a late, repeated or reordered callback
 * changes nothing.
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

  /** A caller that is not the custodian must not learn whether the custodian exists. */
  async take({ custodianId, headers, body }: CustodianCall): Promise<Refusal | undefined> {
    const adapter = isCustodianId(custodianId) ? await this.#custody.of(custodianId) : undefined
    const externalIds = await adapter?.verifyCallback(headers, body)
    if (externalIds === undefined) return new Refusal('UNAUTHENTICATED', [], 'forged callback')
    const now = new Date(this.#clock.now()).toISOString()
    const digest = createHash('sha256').update(body).digest()
    await inTransaction(this.#pool, withoutOrganization, (client) =>
      client.query({
        name: 'take callback',
        text: 'SELECT take_callback($1, $2, $3, $4, $5)',
        values: [custodianId, digest, now, body, externalIds.filter(mayBeOurs)],
      }),
    )
    this.#wakeWorker()
    return undefined
  }
}

/** PostgreSQL cannot store text with a NUL. */
const mayBeOurs = (externalId: string) => /^[\x21-\x7e]{1,128}$/.test(externalId)

const isCustodianId = (text: string) => Value.Check(Custodian.properties.id, text)
