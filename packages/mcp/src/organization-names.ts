import { type Agreement, VadiumError, type VadiumClient } from '@vadium/client'
import { listAgreements } from '@vadium/schema'
import type { NameOf } from './marked-answer.ts'

const KEPT_MS = 60_000

/**
 * The names of the organizations that the caller has agreements with. Nobody else is a party of its
 * deals. If they cannot be read, no name is known: an answer is worth more than its names.
 */
export class OrganizationNames {
  readonly #client: VadiumClient
  #names: ReadonlyMap<string, string> = new Map()
  #readMs = -Infinity

  constructor(client: VadiumClient) {
    this.#client = client
  }

  async read(signal: AbortSignal): Promise<NameOf> {
    if (performance.now() - this.#readMs > KEPT_MS) await this.#readAgain(signal)
    const names = this.#names
    return (organizationId) => names.get(organizationId)
  }

  async #readAgain(signal: AbortSignal): Promise<void> {
    try {
      const query = { page_size: 1000 }
      const { agreements } = await this.#client.request(listAgreements, { query }, { signal })
      this.#names = new Map(agreements.flatMap(partiesOf))
      this.#readMs = performance.now()
    } catch (error) {
      if (!(error instanceof VadiumError)) throw error
    }
  }
}

type Parties = Pick<Agreement, 'lender_id' | 'lender_name' | 'borrower_id' | 'borrower_name'>

const partiesOf = ({ lender_id, lender_name, borrower_id, borrower_name }: Parties) => [
  [lender_id, lender_name] as const,
  [borrower_id, borrower_name] as const,
]
