import type { ApprovalPolicy, ApprovalRule } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../platform/db/tenant.ts'
import { type PageBounds, readByKey } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

/** The rules that an organization has set, if any, and what applies if it has set none. */
export interface SetRules {
  readonly rules: ApprovalRule[] | null
  /** How many people each dangerous act needs by default. */
  readonly people: 1 | 2
}

const columns = `organization_id, version, rules, created_at AS create_time, account_id`

/** The versions of the approval policies of organizations. */
export class ApprovalPolicyRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  async newest(tenant: Tenant): Promise<ApprovalPolicy | Refusal | undefined> {
    return this.#database.readOne<ApprovalPolicy>(tenant, {
      name: 'newest approval policy',
      text: `SELECT ${columns} FROM approval_policies WHERE organization_id = $1
             ORDER BY version DESC LIMIT 1`,
      values: [tenant.organizationId],
    })
  }

  async peopleNeeded(tenant: Tenant): Promise<1 | 2 | Refusal> {
    const row = await this.#database.readOne<{ people: 1 | 2 }>(tenant, {
      name: 'people needed',
      text: 'SELECT people_needed() AS people',
      values: [],
    })
    if (row === undefined) throw new Error('the installation has no row')
    return 'people' in row ? row.people : row
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<ApprovalPolicy> | Refusal> {
    return readByKey<ApprovalPolicy>(
      this.#database,
      tenant,
      {
        name: 'approval policies',
        select: `SELECT ${columns} FROM approval_policies WHERE organization_id = $1`,
        values: [tenant.organizationId],
        column: '(-version)',
        type: 'integer',
        key: ({ version }) => String(-version),
      },
      bounds,
    )
  }

  /** The rules of an organization. An operator may read those of every organization. */
  async rules(tx: WriteTransaction, organizationId: string): Promise<SetRules> {
    const row = await tx.row<SetRules>('SELECT rules, people FROM approval_rules($1)', [
      organizationId,
    ])
    if (row === undefined) throw new Error('approval_rules returned no row')
    return row
  }

  async lock(tx: WriteTransaction): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('approval policy ' || $1, 0))`, [
      tx.organizationId,
    ])
  }

  /** Adds a version. Two at once get different numbers. */
  async insert(
    tx: WriteTransaction,
    rules: readonly ApprovalRule[],
    accountId: string,
  ): Promise<ApprovalPolicy> {
    await this.lock(tx)
    const row = await tx.row<ApprovalPolicy>(
      `INSERT INTO approval_policies (organization_id, version, rules, account_id, created_at)
       SELECT $1, 1 + coalesce(max(version), 0), $2, $3, $4 FROM approval_policies
       WHERE organization_id = $1
       RETURNING ${columns}`,
      [tx.organizationId, JSON.stringify(rules), accountId, tx.now],
    )
    if (row === undefined) throw new Error('a policy was not inserted')
    return row
  }
}
