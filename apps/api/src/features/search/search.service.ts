import {
  mayFind,
  type OperationQuery,
  type OperationResponse,
  type Role,
  type search,
  type SearchKind,
  searchKinds,
  type FoundResource,
  searchResultsMax,
} from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../platform/db/tenant.ts'
import type { Statement } from '../../platform/db/tenant-query.ts'
import { instantText } from '../../platform/instant.ts'
import { timeOfId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import { asked, searchedRows } from './searched-rows.ts'

/** Finds what has a number or an id, among what the caller may read. */
export class SearchService {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  /**
   * Every search of a role makes the same look-ups, whether something is found, is of others or
   * does not exist.
   */
  async find(
    caller: Tenant & { readonly role: Role },
    { query }: OperationQuery<typeof search>,
  ): Promise<OperationResponse<typeof search> | Refusal> {
    const { role, organizationId } = caller
    const id = uuid.test(query) ? query.toLowerCase() : null
    const requestedMs = id === null ? undefined : timeOfId(id)
    const requestedAt = requestedMs === undefined ? null : instantText(requestedMs)
    const orderNumber = orderNumberOf(query)
    const isOperator = role === 'operator'
    const values = [organizationId, isOperator, id, orderNumber, query, requestedAt]
    const results = await this.#database.read<FoundResource>(
      caller,
      statementOf(role, values),
      'generic',
    )
    return results instanceof Refusal ? results : { results }
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function orderNumberOf(text: string): number | null {
  const number = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : NaN
  return Number.isSafeInteger(number) ? number : null
}

function statementOf(role: Role, values: unknown[]): Statement {
  const lookUps = searchKinds.filter((kind) => mayFind(role, kind)).map((kind) => lookUp(kind))
  // Each parameter has its type, also where no look-up of the role needs it.
  const text = `WITH asked AS (SELECT ${Object.values(asked).join(', ')})
    SELECT * FROM (${lookUps.join(' UNION ALL ')}) AS found
    ORDER BY kind COLLATE "C", id COLLATE "C" LIMIT ${searchResultsMax}`
  return { name: `search as ${role}`, text, values }
}

const lookUp = (kind: SearchKind) =>
  `SELECT '${kind}' AS kind, found.* FROM (${searchedRows[kind]}) AS found (id, label, order_id)`
