import pg, { type PoolClient, type QueryResultRow } from 'pg'
import { Refusal } from '../refusal.ts'
import type { ConnectionShares } from './connection-shares.ts'
import { PoolOverloadedError } from './database-failure.ts'
import { type PlanMode, type Statement, TenantQuery } from './tenant-query.ts'

/** On whose behalf the database is asked: a credential that must still be good when the rows are read. */
export interface Tenant {
  readonly credentialId: string
  readonly organizationId: string
  readonly role: string
  /** Set by a read: the database has verified for the credential within this request. */
  verified: boolean
  /** It lists: what looks for rows is held to less time, and to fewer connections at once. */
  readonly lists?: boolean
}

/** Whether the credential `$1` may act for the organization `$2` in the role `$3` at this moment. */
export const isGoodCredential = 'credential_is_good($1, $2, $3)'

/**
 * Names the organization for row-level security, from the credential as it stands in the database at
 * this moment: revoked, expired, suspended or given another role, it names none, and no row is seen.
 * On a connection that has lost the role of the service it fails, before it looks at any row. It
 * answers one small number, because nobody needs what the settings were set to. Rights of the operator that the session
 * may have are set aside.
 */
const enter = `
  SELECT num_nulls(
    set_config('vadium.organization_id', $2::uuid::text, true),
    set_config('vadium.operator', CASE $3::text WHEN 'operator' THEN 'on' ELSE 'off' END, true),
    set_config('plan_cache_mode', $4, true),
    CASE WHEN $5::text IS NOT NULL THEN set_config('statement_timeout', $5::text, true) END)
  WHERE CASE WHEN runs_as_service() THEN ${isGoodCredential} END`

/** Names the organization for what the service itself does in its name. It fails as {@link enter} does. */
export const enterByService = `
  SELECT set_config('vadium.organization_id', $1, true), set_config('vadium.operator', 'off', true)
  WHERE runs_as_service()`

/**
 * Makes a transaction an organization's. It gives no row where the credential is no longer good. Each
 * statement after it may take `statementMs`; the usual time where that is left out.
 */
export function enterStatement(
  { credentialId, organizationId, role }: Tenant,
  planMode: PlanMode,
  statementMs?: number,
): Statement {
  return {
    name: 'enter',
    text: enter,
    values: [
      credentialId,
      organizationId,
      role,
      `force_${planMode}_plan`,
      statementMs === undefined ? null : `${statementMs}ms`,
    ],
  }
}

const listMsDefault = 1000

/** Reads of the book, each in a transaction that belongs to one organization. */
export class TenantDatabase {
  readonly #shares: ConnectionShares
  readonly #listMs: number

  /** @param listMs How long a statement of a list may take. */
  constructor(shares: ConnectionShares, listMs = listMsDefault) {
    this.#shares = shares
    this.#listMs = listMs
  }

  /**
   * The rows of one statement, as the organization of the tenant sees them. A credential that is no
   * longer good is a refusal.
   */
  async read<Row extends QueryResultRow>(
    tenant: Tenant,
    statement: Statement,
    planMode: PlanMode,
  ): Promise<Row[] | Refusal> {
    const client = await this.#shares.connect(tenant)
    const listMs = tenant.lists === true ? this.#listMs : undefined
    let broken: Error | undefined
    try {
      const { hasEntered, rows } = await readAs<Row>(
        client,
        enterStatement(tenant, planMode, listMs),
        statement,
      )
      if (!hasEntered) return new Refusal('UNAUTHENTICATED', [], 'credential changed')
      tenant.verified = true
      return rows
    } catch (error) {
      // Released with an error, the connection is closed: what is still on its way to it reaches nobody.
      broken = error instanceof Error ? error : new Error(String(error))
      if (listMs !== undefined && isTimeOut(error)) {
        throw new PoolOverloadedError(`a list took more than ${listMs} ms`)
      }
      throw broken
    } finally {
      client.release(broken)
    }
  }

  /** The one row that a key finds, or none. As {@link read}, planned once. */
  async readOne<Row extends QueryResultRow>(
    tenant: Tenant,
    statement: Statement,
  ): Promise<Row | Refusal | undefined> {
    const rows = await this.read<Row>(tenant, statement, 'generic')
    return rows instanceof Refusal ? rows : rows[0]
  }
}

interface Answer<Row> {
  readonly hasEntered: boolean
  readonly rows: Row[]
}

function readAs<Row extends QueryResultRow>(
  client: PoolClient,
  first: Statement,
  statement: Statement,
): Promise<Answer<Row>> {
  return new Promise<Answer<Row>>((resolve, reject) => {
    const query = new TenantQuery<Row>(first, statement, (error, result) => {
      if (error) reject(error)
      else resolve({ hasEntered: query.hasEntered, rows: result.rows })
    })
    client.query(query)
  })
}

/** PostgreSQL's code for a statement that was cancelled, here by its own time limit. */
const queryCanceled = '57014'

const isTimeOut = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === queryCanceled
