import type { Agreement, AgreementVersion, EligibleCollateral, MarginTerms } from '@vadium/schema'
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
  /** RFC 3339. */
  readonly expireTime: string
  readonly terms: MarginTerms
  /** The newest versions of its calendars, in their order. */
  readonly calendarVersions: readonly number[]
  /** The side that proposes it, and accepts it with that. Undefined: the operator. */
  readonly proposer?: AgreementSide
}

/** The parties of an agreement. */
export interface AgreementSides {
  readonly id: string
  readonly lenderId: string
  readonly borrowerId: string
}

export type AgreementSide = 'lender' | 'borrower'

/** A version as the database has it. Times are RFC 3339. */
export interface VersionRecord {
  readonly version: number
  /** The id of its terms, which names the version. */
  readonly termsId: string
  /** A proposal whose time is over may still be PROPOSED here. */
  readonly state: AgreementVersion['state']
  /** Null: the operator. */
  readonly proposerId: string | null
  readonly effectiveAt: string
  readonly expireAt: string
  readonly acceptedAt: Readonly<Record<AgreementSide, string | null>>
  readonly inEffectAt: string | null
}

const amounts = [
  'requirement_percent',
  'haircut',
  'margin_call_percent',
  'liquidation_percent',
  'release_percent',
  'threshold_usd',
  'minimum_notional_top_up_usd',
  'minimum_notional_release_usd',
  'lot_top_up',
  'lot_release',
  'dispute_tolerance_usd',
  'dispute_tolerance_percent',
  'close_out_discount',
] as const satisfies readonly (keyof MarginTerms)[]
const others = [
  'top_up_when',
  'default_causes',
  'liquidation_confirm_seconds',
  'grace_seconds',
  'settlement_time_seconds',
  'dispute_time_seconds',
  'recall_notice_seconds',
  'close_out_scope',
  'minimum_applies_to',
  'day_count',
  'interest_schedule',
  'cure_time_seconds',
  'calendars',
  'time_zone',
  'notification_time',
  'response_time',
  'dispute_method',
] as const satisfies readonly (keyof MarginTerms)[]

const termsColumns = [
  ...amounts.map((member) => `'${member}', trim_scale(t.${member})::text`),
  ...[...others, 'eligible_collateral'].map((member) => `'${member}', t.${member}`),
].join(', ')

const time = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * An agreement as the API shows it at a time, which is given as SQL. A proposal whose time is over
 * has expired, even if no worker has recorded it yet. Row-level security limits it to its parties.
 */
const selectAgreements = (now: string) => `
  SELECT a.id, a.lender_id, lender.name AS lender_name, a.borrower_id, borrower.name AS borrower_name,
    (SELECT json_agg(json_build_object(
        'version', v.version,
        'state', CASE WHEN v.state = 'PROPOSED' AND v.expire_at <= ${now} THEN 'EXPIRED' ELSE v.state END,
        'proposer_id', v.proposer_id,
        'effective_time', ${time('v.effective_at')},
        'expire_time', ${time('v.expire_at')},
        'lender_accept_time', ${time('v.lender_accepted_at')},
        'borrower_accept_time', ${time('v.borrower_accepted_at')},
        'in_effect_time', ${time('v.in_effect_at')},
        'terms', json_build_object(${termsColumns}),
        'calendar_versions', (SELECT coalesce(json_agg(json_build_object('id', pinned.id,
            'version', pinned.version) ORDER BY pinned.place), '[]')
          FROM unnest(t.calendars, t.calendar_versions) WITH ORDINALITY AS pinned (id, version, place))
        ) ORDER BY v.version)
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

  page(tenant: Tenant, now: string, bounds: PageBounds): Promise<ListPage<Agreement> | Refusal> {
    return readByKey<Agreement>(
      this.#database,
      tenant,
      {
        name: 'agreements',
        select: `${selectAgreements('$2::timestamptz')} WHERE (${visible})`,
        values: [tenant.organizationId, now],
        column: 'a.id',
        type: 'uuid',
        key: ({ id }) => id,
      },
      bounds,
    )
  }

  /** Undefined if it does not exist or the caller may not see it. */
  find(tenant: Tenant, now: string, id: string): Promise<Agreement | Refusal | undefined> {
    const text = `${selectAgreements('$2::timestamptz')} WHERE (${visible}) AND a.id = $3`
    const statement = { name: 'agreement', text, values: [tenant.organizationId, now, id] }
    return this.#database.readOne<Agreement>(tenant, statement)
  }

  /** The agreement as a transaction of an operator or of a party sees it. */
  async written(tx: WriteTransaction, id: string): Promise<Agreement> {
    const agreement = await tx.row<Agreement>(
      `${selectAgreements('$1::timestamptz')} WHERE a.id = $2`,
      [tx.now, id],
    )
    if (agreement === undefined) throw new Error(`agreement ${id} is missing`)
    return agreement
  }

  /** False if these two organizations have an agreement in these roles. */
  async insert(
    tx: WriteTransaction,
    { id, lenderId, borrowerId }: AgreementSides,
  ): Promise<boolean> {
    const { rowCount } = await tx.query(
      `INSERT INTO agreements (id, lender_id, borrower_id) VALUES ($1, $2, $3)
       ON CONFLICT (lender_id, borrower_id) DO NOTHING`,
      [id, lenderId, borrowerId],
    )
    return rowCount === 1
  }

  /**
   * Locks the agreement until the transaction ends: its first version, which every agreement has.
   * Every change of its versions locks it first, so they never overlap. Undefined if the
   * organization has no such agreement.
   */
  lock(tx: WriteTransaction, id: string): Promise<AgreementSides | undefined> {
    return tx.row<AgreementSides>(
      `SELECT a.id, a.lender_id AS "lenderId", a.borrower_id AS "borrowerId"
       FROM agreements a JOIN agreement_versions v ON v.agreement_id = a.id
       WHERE a.id = $1 ORDER BY v.version LIMIT 1 FOR UPDATE OF v`,
      [id],
    )
  }

  /** Like {@link lock}, by the id of the terms of a version. */
  async lockOfTerms(tx: WriteTransaction, termsId: string): Promise<AgreementSides | undefined> {
    const row = await tx.row<{ id: string }>(
      'SELECT agreement_id AS id FROM agreement_versions WHERE terms_id = $1',
      [termsId],
    )
    return row === undefined ? undefined : this.lock(tx, row.id)
  }

  /** The versions of an agreement, oldest first. */
  async versions(tx: WriteTransaction, id: string): Promise<VersionRecord[]> {
    const { rows } = await tx.query<VersionRecord>(
      `SELECT version, terms_id AS "termsId", state, proposer_id AS "proposerId",
         effective_at AS "effectiveAt", expire_at AS "expireAt", in_effect_at AS "inEffectAt",
         json_build_object('lender', ${time('lender_accepted_at')},
           'borrower', ${time('borrower_accepted_at')}) AS "acceptedAt"
       FROM agreement_versions WHERE agreement_id = $1 ORDER BY version`,
      [id],
    )
    return rows
  }

  /** Returns the id of its terms. */
  async addVersion(
    tx: WriteTransaction,
    { id, lenderId, borrowerId }: AgreementSides,
    { version, effectiveTime, expireTime, terms, calendarVersions, proposer }: NewVersion,
  ): Promise<string> {
    const termsId = await insertTerms(tx, { lenderId, borrowerId }, terms, calendarVersions)
    for (const eligible of terms.eligible_collateral) {
      await insertTerms(tx, { lenderId, borrowerId }, terms, calendarVersions, {
        generalId: termsId,
        eligible,
      })
    }
    await tx.query(
      `INSERT INTO agreement_versions (agreement_id, version, lender_id, borrower_id, terms_id,
         effective_at, expire_at, proposer_id, lender_accepted_at, borrower_accepted_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        version,
        lenderId,
        borrowerId,
        termsId,
        effectiveTime,
        expireTime,
        proposer === undefined ? null : { lender: lenderId, borrower: borrowerId }[proposer],
        proposer === 'lender' ? tx.now : null,
        proposer === 'borrower' ? tx.now : null,
      ],
    )
    return termsId
  }

  /** Records the acceptance of one side. The agreement must be locked. */
  async accept(tx: WriteTransaction, termsId: string, side: AgreementSide): Promise<void> {
    await this.#changeProposal(tx, termsId, `${side}_accepted_at`)
  }

  /** Ends a proposal. The agreement must be locked. */
  async end(tx: WriteTransaction, termsId: string): Promise<void> {
    await this.#changeProposal(tx, termsId, 'expired_at')
  }

  /** The state follows from these times. */
  async #changeProposal(
    tx: WriteTransaction,
    termsId: string,
    column: `${AgreementSide}_accepted_at` | 'expired_at',
  ): Promise<void> {
    const { rowCount } = await tx.query(
      `UPDATE agreement_versions SET ${column} = $2
       WHERE terms_id = $1 AND state = 'PROPOSED' AND ${column} IS NULL`,
      [termsId, tx.now],
    )
    if (rowCount !== 1) throw new Error(`the version with the terms ${termsId} is not as locked`)
  }
}

/** Inserts general terms, or those of one of their eligible assets. Returns their id. */
async function insertTerms(
  tx: WriteTransaction,
  { lenderId, borrowerId }: Pick<AgreementSides, 'lenderId' | 'borrowerId'>,
  terms: MarginTerms,
  calendarVersions: readonly number[],
  of?: { readonly generalId: string; readonly eligible: EligibleCollateral },
): Promise<string> {
  const id = tx.ids.next()
  const { asset = null, ...replaced } = of?.eligible ?? {}
  const applied = { ...terms, ...replaced }
  const columns: readonly (readonly [name: string, value: unknown])[] = [
    ['id', id],
    ['lender_id', lenderId],
    ['borrower_id', borrowerId],
    ['general_id', of?.generalId ?? null],
    ['calendar_versions', calendarVersions],
    ['collateral_asset', asset],
    ...[...amounts, ...others].map((member) => [member, applied[member]] as const),
    ['eligible_collateral', JSON.stringify(terms.eligible_collateral)],
  ]
  await tx.query(
    `INSERT INTO margin_terms (${columns.map(([name]) => name).join(', ')})
     VALUES (${columns.map((_column, i) => `$${i + 1}`).join(', ')})`,
    columns.map(([, value]) => value),
  )
  return id
}
