import type { Refusal } from '../../../platform/refusal.ts'
import { together } from '../../../platform/writes/together.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { change } from '../lifecycle/change.ts'
import type { Facts } from '../lifecycle/lifecycle.ts'
import { acceptance, instructs } from './request-acceptance.ts'
import { completeIfArrived, markIfCompleted } from './request-completion.ts'
import { markToMarketLifecycle } from './request-lifecycle.ts'
import { type RequestRecord, uninstructedAmount } from './request-record.ts'
import {
  instructionFault,
  type InstructionMeans,
  type RequestTransfers,
} from './request-transfers.ts'
import { markToMarketTable } from './request.repository.ts'

/** A request that is to be accepted, and what decides about that. */
interface Acceptable {
  readonly request: RequestRecord
  readonly facts: Facts
  readonly action: ReturnType<typeof acceptance>
  readonly means: InstructionMeans | undefined
  readonly retired: Refusal | undefined
}

/** A request with the state that its acceptance has given it. */
interface Accepted extends Acceptable {
  readonly status: RequestRecord['status']
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
    const accepted: Accepted[] = []
    for (const one of prepared) {
      const refusal = await accept(tx, one, (status) => accepted.push({ ...one, status }))
      if (refusal !== undefined) return { request: one.request, refusal }
    }
    await this.#transfers.instructAll(tx, accepted.flatMap(instructionsOf))
    for (const { request, action, status } of accepted) {
      if (status === 'IN_PROGRESS') {
        await completeIfArrived(tx, await markToMarketTable.read(tx, request.id))
      }
      if (action === 'conclude') await markIfCompleted(tx, { ...request, status })
    }
    return undefined
  }

  async #acceptable(tx: WriteTransaction, request: RequestRecord): Promise<Acceptable> {
    const facts = await this.#factsOf(tx, request)
    const action = acceptance(request, tx.organizationId)
    const [means, retired] = instructs(action) ? await this.#transfers.heldMeansOf(tx, request) : []
    return { request, facts, action, means, retired }
  }
}

/** Writes the state of an acceptance that nothing refuses. */
function accept(
  tx: WriteTransaction,
  one: Acceptable,
  done: (status: RequestRecord['status']) => unknown,
): Promise<Refusal | undefined> {
  const { request, facts, retired } = one
  const [instruction] = instructionsOf(one)
  const fault = retired ?? (instruction && instructionFault(instruction))
  const asked = { action: 'accept', facts, prepare: () => Promise.resolve(fault) } as const
  return change(tx, markToMarketLifecycle, request, asked, (status) => {
    done(status)
    return Promise.resolve(undefined)
  })
}

function instructionsOf({ request, means }: Acceptable) {
  return means === undefined ? [] : [{ request, means, quantity: uninstructedAmount(request) }]
}
