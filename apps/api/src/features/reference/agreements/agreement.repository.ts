import type { Agreement, MarginTerms } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../../platform/db/tenant.ts'
import { type PageBounds, readByKey } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** A version to be added as the newest of its agreement. */
export interface NewVersion {
  readonly version: number
  /** RFC 3339. */
  readonly effectiveTime: string
  readonly terms: MarginTerms
}

/** The parties of an agreement, and its newest version. */
export interface AgreementHead {
  readonly id: string
  readonly lenderId: string
  readonly borrowerId: string
  readonly version: number
  /** RFC 3339. */
  readonly effectiveTime: string
}

const amounts = [
  'requirement_percent',
  'haircut',
  'margin_call_percent',
  'liquidation_percent',
  'threshold_usd',
  'minimum_notional_top_up_usd',
  'minimum_notional_release_usd',
  'lot_top_up',
  'lot_release',
  'dispute_tolerance_usd',
  'dispute_tolerance_percent',
] as const satisfies readonly (keyof MarginTerms)[]
const others = [
  'day_count',
  'cure_time_seconds',
  'dispute_method',
] as const satisfies readonly (keyof MarginTerms)[]
const members = [...amounts, ...others]

const termsMembers = [
  ...amounts.map((member) => `'${member}', trim_scale(t.${member})::text`),
  ...others.map((member) => `'${member}', t.${member}`),
].join(', ')

/** An agreement as the API shows it. Row-level security limits it to its parties. */
const agreements = `
  SELECT a.id, a.lender_id, lender.name AS lender_name, a.borrower_id, borrower.name AS borrower_name,
    (SELECT json_agg(json_build_object(
        'version', v.version,
        'effective_time', to_char(v.effective_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'terms', json_build_object(${termsMembers})) ORDER BY v.version)
      FROM agreement_versions v JOIN margin_terms t ON t.id = v.terms_id
      WHERE v.agreement_id = a.id) AS versions
  FROM agreements a
  JOIN organizations lender ON lender.id = a.lender_id
  JOIN organizations borrower ON borrower.id = a.borrower_id`

/** The parties see their own agreements. Operators, who record them, see all. */
const visible = `(SELECT acts_as_operator()) OR $1::uuid IN (a.lender_id, a.borrower_id)`

export class AgreementRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<Agreement> | Refusal> {
    return readByKey<Agreement>(
      this.#database,
      tenant,
      {
        name: 'agreements',
        select: `${agreements} WHERE (${visible})`,
        values: [tenant.organizationId],
        column: 'a.id',
        type: 'uuid',
        key: ({ id }) => id,
      },
      bounds,
    )
  }

  /** Undefined if it does not exist or the caller may not see it. */
  find(tenant: Tenant, id: string): Promise<Agreement | Refusal | undefined> {
    const text = `${agreements} WHERE (${visible}) AND a.id = $2`
    const statement = { name: 'agreement', text, values: [tenant.organizationId, id] }
    return this.#database.readOne<Agreement>(tenant, statement)
  }

  /** The agreement as a transaction of an operator sees it. */
  async written(tx: WriteTransaction, id: string): Promise<Agreement> {
    const agreement = await tx.row<Agreement>(`${agreements} WHERE a.id = $1`, [id])
    if (agreement === undefined) throw new Error(`agreement ${id} is missing`)
    return agreement
  }

  /** False if these two organizations have an agreement in these roles. */
  async insert(
    tx: WriteTransaction,
    { id, lenderId, borrowerId }: Pick<AgreementHead, 'id' | 'lenderId' | 'borrowerId'>,
  ): Promise<boolean> {
    const { rowCount } = await tx.query(
      `INSERT INTO agreements (id, lender_id, borrower_id) VALUES ($1, $2, $3)
       ON CONFLICT (lender_id, borrower_id) DO NOTHING`,
      [id, lenderId, borrowerId],
    )
    return rowCount === 1
  }

  /** Locks the agreement against other amendments until the transaction ends. */
  async lock(tx: WriteTransaction, id: string): Promise<AgreementHead | undefined> {
    // Its rows never change, so the service has no right to lock them. An advisory lock takes their
    // place.
    await tx.query("SELECT pg_advisory_xact_lock(hashtext('agreement'), hashtext($1))", [id])
    return tx.row<AgreementHead>(
      `SELECT a.id, a.lender_id AS "lenderId", a.borrower_id AS "borrowerId", v.version,
         v.effective_at AS "effectiveTime"
       FROM agreements a JOIN agreement_versions v ON v.agreement_id = a.id
       WHERE a.id = $1 ORDER BY v.version DESC LIMIT 1`,
      [id],
    )
  }

  async addVersion(
    tx: WriteTransaction,
    { id, lenderId, borrowerId }: Pick<AgreementHead, 'id' | 'lenderId' | 'borrowerId'>,
    { version, effectiveTime, terms }: NewVersion,
  ): Promise<void> {
    const termsId = tx.ids.next()
    await tx.query(
      `INSERT INTO margin_terms (id, lender_id, borrower_id, ${members.join(', ')})
       VALUES ($1, $2, $3, ${members.map((_member, i) => `$${i + 4}`).join(', ')})`,
      [termsId, lenderId, borrowerId, ...members.map((member) => terms[member])],
    )
    await tx.query(
      `INSERT INTO agreement_versions (agreement_id, version, lender_id, borrower_id, terms_id, effective_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, version, lenderId, borrowerId, termsId, effectiveTime],
    )
  }
}
