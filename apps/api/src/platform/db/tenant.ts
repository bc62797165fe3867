import pg, { type PoolClient, type QueryResultRow } from 'pg'
import { Refusal } from '../refusal.ts'
import type { ConnectionShares, Connections } from './connection-shares.ts'
import { PoolOverloadedError } from './database-failure.ts'
import { type PlanMode, type Statement, TenantQuery } from './tenant-query.ts'
import { asError, beginReading, inTransaction } from './transaction.ts'

/**
 * The organization whose rows are read, and the credential that must be valid when they are read.
 */
export interface Tenant {
  readonly credentialId: string
  readonly organizationId: string
  readonly role: string
  /** Set by a read: the database has confirmed the credential within this request. */
  verified: boolean
  /** Whether the request is a list. Lists have a shorter time limit and fewer connections. */
  readonly lists?: boolean
  /** Whether a replica of the database may answer its reads. */
  readonly fromReplica?: boolean
  /** Whether its wait for a connection may end early under overload. */
  readonly mayBeRefused?: boolean
}

/**
 * Whether the credential `$1` may act for the organization `$2` in the role `$3` at this moment.
 */
export const isGoodCredential = 'credential_is_good($1, $2, $3)'

/**
 * Sets the organization for row-level security, if the credential is valid in the database at this
 * moment. If the credential is revoked, expired or suspended or has another role, no organization
 * is set and no row is visible. On a connection that has lost the service's role the statement
 * fails before it reads any row. The result is one small number, because the values of the settings
 * are not needed. Rights of the operator that the session may have are switched off. The credential
 * is set as well: the database records who creates accounts and decides on approvals.
 */
const enter = `
  SELECT num_nulls(
    set_config('vadium.organization_id', $2::uuid::text, true),
    set_config('vadium.operator', CASE $3::text WHEN 'operator' THEN 'on' ELSE 'off' END, true),
    set_config('vadium.credential_id', $1::uuid::text, true),
    set_config('plan_cache_mode', $4, true),
    CASE WHEN $5::text IS NOT NULL THEN set_config('statement_timeout', $5::text, true) END)
  WHERE CASE WHEN runs_as_service() THEN ${isGoodCredential} END`

/**
 * Sets the organization for the service's own work on its behalf. It fails as {@link enter} does.
 * With the plan mode `generic`, indexes are used whatever the statistics say: a plan that was made
 * while a table was empty is kept while it grows.
 */
export const enterByService = (
  organizationId: string,
  planMode: Exclude<PlanMode, 'custom'>,
): Statement => ({
  name: 'enter by service',
  text: `
  SELECT set_config('vadium.organization_id', $1, true), set_config('vadium.operator', 'off', true),
    set_config('vadium.credential_id', '', true),
    CASE WHEN $2 THEN set_config('plan_cache_mode', 'force_generic_plan', true) END,
    CASE WHEN $2 THEN set_config('enable_seqscan', 'off', true) END
  WHERE runs_as_service()`,
  values: [organizationId, planMode === 'generic'],
})

/** Runs work in one read-only transaction of an organization, under row-level security. */
export function readByService<T>(
  shares: ConnectionShares,
  organizationId: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const enterFor = (client: PoolClient) => client.query(enterByService(organizationId, 'auto'))
  return inTransaction(shares.of({ organizationId }), enterFor, work, { begin: beginReading })
}

/**
 * Assigns a transaction to an organization. It returns no row if the credential is no longer valid.
 * If `statementMs` is given, each later statement of the transaction has that time limit.
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
      planMode === 'auto' ? planMode : `force_${planMode}_plan`,
      statementMs === undefined ? null : `${statementMs}ms`,
    ],
  }
}

/** Reads on one of the given connections, which it takes and releases itself. */
export type Reading<T> = (connections: Connections) => Promise<T | Refusal>

/** The kinds of reads that have connections of their own. */
export type ReadKind = 'lists' | 'reports'

/** A read that a replica may answer. */
export interface ReplicaRead<T> {
  readonly tenant: Tenant
  readonly kind: ReadKind
  readonly reading: Reading<T>
  /** The connections of the primary for this kind of reads. */
  readonly primary: Connections
}

interface FromReplicas {
  answer<T>(read: ReplicaRead<T>): Promise<T | Refusal>
}

const listMsDefault = 1000

/** Reads of the book, each in a transaction of one organization. */
export class TenantDatabase {
  readonly #shares: ConnectionShares
  readonly #listMs: number
  readonly #replicas: FromReplicas | undefined

  /** @param listMs The time limit of one statement of a list, in milliseconds. */
  constructor(shares: ConnectionShares, listMs = listMsDefault, replicas?: FromReplicas) {
    this.#shares = shares
    this.#listMs = listMs
    this.#replicas = replicas
  }

  /**
   * The rows of one statement that the organization may see. A refusal if the credential is no
   * longer valid.
   */
  async read<Row extends QueryResultRow>(
    tenant: Tenant,
    statement: Statement,
    planMode: PlanMode,
  ): Promise<Row[] | Refusal> {
    return this.#readingOf(tenant, (connections) =>
      this.#readOn(connections, tenant, statement, planMode),
    )
  }

  async #readOn<Row extends QueryResultRow>(
    connections: Connections,
    tenant: Tenant,
    statement: Statement,
    planMode: PlanMode,
  ): Promise<Row[] | Refusal> {
    const client = await connections.connect()
    const listMs = this.#listMsOf(tenant)
    let broken: Error | undefined
    try {
      const { hasEntered, rows } = await readAs<Row>(
        client,
        enterStatement(tenant, planMode, listMs),
        statement,
      )
      if (!hasEntered) return credentialChanged()
      tenant.verified = true
      return rows
    } catch (error) {
      // Releasing with an error closes the connection, so late results reach no other request.
      broken = asError(error)
      throw listError(error, listMs)
    } finally {
      client.release(broken)
    }
  }

  /**
   * Runs work of several statements in one read-only transaction, which sees the database at one
   * moment. The share and the limits of the organization are those of {@link read}.
   */
  async within<T>(tenant: Tenant, work: (client: PoolClient) => Promise<T>): Promise<T | Refusal> {
    return this.#readingOf(tenant, (connections) => this.#withinOn(connections, tenant, work))
  }

  async #withinOn<T>(
    connections: Connections,
    tenant: Tenant,
    work: (client: PoolClient) => Promise<T>,
  ): Promise<T | Refusal> {
    const listMs = this.#listMsOf(tenant)
    let hasEntered = false
    const enterFor = async (client: PoolClient) => {
      const { rowCount } = await client.query(enterStatement(tenant, 'auto', listMs))
      hasEntered = rowCount === 1
      if (hasEntered) tenant.verified = true
    }
    const workFor = async (client: PoolClient): Promise<T | Refusal> =>
      hasEntered ? work(client) : credentialChanged()
    try {
      return await inTransaction(connections, enterFor, workFor, { begin: beginReading })
    } catch (error) {
      throw listError(error, listMs)
    }
  }

  #readingOf<T>(tenant: Tenant, reading: Reading<T>): Promise<T | Refusal> {
    const primary = this.#shares.of(tenant)
    if (this.#replicas === undefined || tenant.fromReplica !== true) return reading(primary)
    return this.#replicas.answer({ tenant, kind: 'lists', reading, primary })
  }

  #listMsOf({ lists }: Tenant): number | undefined {
    return lists === true ? this.#listMs : undefined
  }

  /** The row with a key, or none. Like {@link read}, but planned once. */
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

export const credentialChanged = () => new Refusal('UNAUTHENTICATED', [], 'credential changed')

/** If a list took too long, that is an overload. */
function listError(error: unknown, listMs: number | undefined): Error {
  if (listMs === undefined || !isTimeOut(error)) return asError(error)
  return new PoolOverloadedError(`a list took more than ${listMs} ms`)
}

/** PostgreSQL's code for a cancelled statement. Here its own time limit cancelled it. */
const queryCanceled = '57014'

export const isTimeOut = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === queryCanceled
