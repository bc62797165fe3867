import type { Pool } from 'pg'

export class CustodianRepository {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async exists(id: string): Promise<boolean> {
    const { rows } = await this.#pool.query({
      name: 'custodian exists',
      text: 'SELECT 1 FROM custodians WHERE id = $1',
      values: [id],
    })
    return rows.length > 0
  }

  async identifiers(): Promise<string[]> {
    const { rows } = await this.#pool.query<{ id: string }>('SELECT id FROM custodians ORDER BY id')
    return rows.map(({ id }) => id)
  }
}
