import type { CustodianRepository } from './custodian.repository.ts'

/** The custody providers that this installation knows. */
export class CustodianService {
  readonly #custodians: CustodianRepository

  constructor(custodians: CustodianRepository) {
    this.#custodians = custodians
  }

  exists(id: string): Promise<boolean> {
    return this.#custodians.exists(id)
  }

  identifiers(): Promise<string[]> {
    return this.#custodians.identifiers()
  }
}
