import type { Refusal } from '../../../platform/refusal.ts'
import { together } from '../../../platform/writes/together.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { change } from '../lifecycle/change.ts'
import type { Facts } from '../lifecycle/lifecycle.ts'
import { acceptance, instructs } from './request-acceptance.ts'
import { completeIfArrived, markIfCompleted } from './request-completion.ts'
import { markToMarketLifecycle } from './request-lifecycle.ts'
import { type RequestRecord, uninstructedAmount } from './request-record.ts'
import type { InstructionMeans, RequestTransfers } from './request-transfers.ts'
import { markToMarketTable } from './request.repository.ts'

/** A request that is to be accepted, and what decides about that. */
interface Acceptable {
  readonly request: RequestRecord
  readonly facts: Facts
  readonly action: ReturnType<typeof acceptance>
  readonly means: InstructionMeans | undefined
  readonly retired: Refusal | undefined
}

/** A request that could not be accepted, and why. */
export interface RefusedAcceptance {
  readonly request: RequestRecord
  readonly refusal: Refusal
}

/** Accepts mark-to-market requests in the name of the caller. */
export class RequestAcceptances {
  readonly #transfers: RequestTransfers
  readonly #factsOf: (tx: WriteTransaction, request: RequestRecord) => Promise<Facts>

  constructor(
    transfers: RequestTransfers,
    factsOf: (tx: WriteTransaction, request: RequestRecord) => Promise<Facts>,
  ) {
    this.#transfers = transfers
    this.#factsOf = factsOf
  }

  /**
   * Accepts requests of different deals, which must be locked. Undefined, or the first that is
   * refused: nothing must be committed then.
   */
  async all(
    tx: WriteTransaction,
    requests: readonly RequestRecord[],
  ): Promise<RefusedAcceptance | undefined> {
    const prepared = await together(requests.map((request) => this.#acceptable(tx, request)))
    for (const one of prepared) {
      const refusal = await this.#carryOut(tx, one)
      if (refusal !== undefined) return { request: one.request, refusal }
    }
    return undefined
  }

  async #acceptable(tx: WriteTransaction, request: RequestRecord): Promise<Acceptable> {
    const facts = await this.#factsOf(tx, request)
    const action = acceptance(request, tx.organizationId)
    const [means, retired] = instructs(action) ? await this.#transfers.heldMeansOf(tx, request) : []
    return { request, facts, action, means, retired }
  }

  #carryOut(
    tx: WriteTransaction,
    { request, facts, action, means, retired }: Acceptable,
  ): Promise<Refusal | undefined> {
    const prepare = () => Promise.resolve(retired)
    const asked = { action: 'accept', facts, prepare } as const
    return change(tx, markToMarketLifecycle, request, asked, async (status) => {
      if (means !== undefined) {
        const amount = uninstructedAmount(request)
        const refused = await this.#transfers.instruct(tx, request, amount, means)
        if (refused !== undefined) return refused
      }
      if (status === 'IN_PROGRESS') {
        await completeIfArrived(tx, await markToMarketTable.read(tx, request.id))
      }
      if (action === 'conclude') await markIfCompleted(tx, { ...request, status })
      return undefined
    })
  }
}
