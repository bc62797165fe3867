import {
  mayFind,
  idBeginningMin,
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
    const results = await this.#database.read<FoundResource>(
      caller,
      searchStatement(caller, query),
      'generic',
    )
    return results instanceof Refusal ? results : { results }
  }
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const lowestId = '00000000-0000-0000-0000-000000000000'

/** The first and the last id that begin with a text. A whole id is the only one. */
function idRange(text: string): readonly [from: string | null, to: string | null] {
  const from = text.toLowerCase() + lowestId.slice(text.length)
  if (text.length < idBeginningMin || !uuid.test(from)) return [null, null]
  return [from, text.toLowerCase() + lowestId.replaceAll('0', 'f').slice(text.length)]
}

function orderNumberOf(text: string): number | null {
  const number = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : NaN
  return Number.isSafeInteger(number) ? number : null
}

/** The statement of a search. Every search of a role has the same text. */
export function searchStatement(
  { role, organizationId }: Pick<Tenant, 'organizationId'> & { readonly role: Role },
  query: string,
): Statement {
  const id = uuid.test(query) ? query.toLowerCase() : null
  const requestedMs = id === null ? undefined : timeOfId(id)
  const requestedAt = requestedMs === undefined ? null : instantText(requestedMs)
  const isOperator = role === 'operator'
  const numbered = orderNumberOf(query)
  const values = [organizationId, isOperator, id, numbered, query, requestedAt, ...idRange(query)]
  const lookUps = searchKinds.filter((kind) => mayFind(role, kind)).map((kind) => lookUp(kind))
  // Each parameter has its type, also where no look-up of the role needs it.
  const text = `WITH asked AS (SELECT ${Object.values(asked).join(', ')})
    SELECT kind, id, label, order_id FROM (
      SELECT * FROM (${lookUps.join(' UNION ALL ')}) AS found
      ORDER BY place, kind COLLATE "C" LIMIT ${searchResultsMax}) AS first
    ORDER BY kind COLLATE "C", id COLLATE "C"`
  return { name: `search as ${role}`, text, values }
}

/** The place of a row among those of its kind: of many of one kind, some make room for others. */
const lookUp = (kind: SearchKind) =>
  `SELECT '${kind}' AS kind, found.*, row_number() OVER (ORDER BY id COLLATE "C") AS place
   FROM (${searchedRows[kind]}) AS found (id, label, order_id)`
