import {
  type Automation,
  type AutomaticCalls,
  type listAutomations,
  type OperationQuery,
  statusSets,
} from '@vadium/schema'
import { oneOf } from '../../platform/db/one-of.ts'
import type { Tenant, TenantDatabase } from '../../platform/db/tenant.ts'
import { type PageBounds, readByKey } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { type AutomaticCallKind, noticeIsOpen } from '../deals/index.ts'

type AutomationFilters = Pick<
  OperationQuery<typeof listAutomations>,
  'counterparty_id' | 'in_effect'
>

/** What applies between an organization and a counterparty now. */
export interface AutomationInEffect {
  readonly version: number
  readonly calls: AutomaticCalls
  /** Decimal string. Null: no maximum. */
  readonly callsMaximumUsd: string | null
}

/** An automation that is locked until the end of the transaction. */
export interface LockedAutomation {
  readonly id: string
  readonly counterpartyId: string
  readonly version: number
  /** Of a market cut that is under way, the last position for which a call is due. */
  readonly cutReached: string | null
}

/** A call that an automation of the organization may create for a position. */
export interface DueCall {
  /** RFC 3339. */
  readonly dueAt: string
  readonly positionId: string
  readonly orderId: string
  readonly orderNumber: number
  readonly counterpartyId: string
  readonly counterpartyName: string
  /** Whether both sides are active. */
  readonly areActive: boolean
  /** Whether a mark-to-market request of the position is disputed, by either side. */
  readonly isDisputed: boolean
  /** Whether one has failed, and awaits a retry. */
  readonly hasFailed: boolean
  /** Whether one of the counterparty awaits an answer. */
  readonly isAsked: boolean
  /** Whether the counterparty has declared a default of it, and it none of the counterparty. */
  readonly isInDefault: boolean
  /**
   * Whether it is the borrower, and has sent collateral without a call since the position was last
   * marked to market.
   */
  readonly hasSent: boolean
  /**
   * Whether its own newest call is unmet, and can still be declared to be: another would end that.
   * One that is declared stays so, whatever is called afterwards.
   */
  readonly isDeclarable: boolean
}

const columns = `v.counterparty_id, o.name AS counterparty_name, v.version,
  v.version = a.version AS in_effect, v.calls,
  trim_scale(v.calls_maximum_usd)::text AS calls_maximum_usd, v.created_at AS create_time, v.account_id`

const locked = `id, counterparty_id AS "counterpartyId", version, cut_reached AS "cutReached"`

/** Whether a position `p` has a mark-to-market request `r` like this. */
const hasRequest = (condition: string) =>
  `EXISTS (SELECT FROM mark_to_market_requests r WHERE r.position_id = p.id AND ${condition})`

/** What the organization `own` receives in a position `p`. */
const received = `CASE own.id WHEN p.lender_id THEN 'TopUp' ELSE 'Release' END`

/**
 * For how long the organization `other` has been suspended since a call `c` of it, until the time
 * `$4`: 14 days at most, which the fact of the default leaves out as well.
 */
const suspended = `least(interval '14 days', (
  SELECT coalesce(sum(e.ended_at - greatest(s.changed_at, c.created_at)), interval '0')
  FROM suspensions s CROSS JOIN LATERAL (SELECT least($4::timestamptz, (
    SELECT n.changed_at FROM suspensions n
    WHERE n.organization_id = s.organization_id AND n.sequence > s.sequence
    ORDER BY n.sequence LIMIT 1)) AS ended_at) e
  WHERE s.organization_id = other.id AND s.is_suspended AND e.ended_at > c.created_at))`

/**
 * Whether the newest call of the organization `own` was rejected or has expired, and neither it nor
 * a later request was met. It can be declared for 7 days, at the time `$4`.
 */
const newestCallIsUnmet = `EXISTS (
  SELECT FROM (SELECT c.* FROM mark_to_market_requests c
    WHERE c.position_id = p.id AND c.creator_id = own.id AND c.direction = ${received}
    ORDER BY c.created_at DESC, c.id DESC LIMIT 1) c
  WHERE c.status IN ('EXPIRED', 'REJECTED')
    AND c.expire_at + interval '7 days' + ${suspended} >= $4
    AND NOT ${hasRequest(`r.status = 'COMPLETED' AND r.direction = c.direction
      AND r.dispute_outcome IS DISTINCT FROM 'disputed' AND r.created_at >= c.created_at`)})`

/** Whether the organization `own` has declared a default of the other side, of one cause or any. */
const hasDeclared = (causes = 'true') => `EXISTS (SELECT FROM close_outs n
  WHERE n.position_id = p.id AND n.status = 'NOTICE' AND n.creator_id = own.id AND ${causes})`

/** The automations of organizations, and their versions. */
export class AutomationRepository {
  readonly #database: TenantDatabase

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  async page(
    tenant: Tenant,
    { counterparty_id, in_effect }: AutomationFilters,
    bounds: PageBounds,
  ): Promise<ListPage<Automation> | Refusal> {
    const page = await readByKey<Automation & { readonly sequence: number }>(
      this.#database,
      tenant,
      {
        name: 'automations',
        select: `SELECT ${columns}, v.sequence
          FROM automation_versions v
          JOIN automations a USING (organization_id, counterparty_id)
          JOIN organizations o ON o.id = v.counterparty_id
          WHERE v.organization_id = $1 AND ($2::uuid IS NULL OR v.counterparty_id = $2)
            AND ($3::boolean IS NULL OR (v.version = a.version) = $3)`,
        values: [tenant.organizationId, counterparty_id ?? null, in_effect ?? null],
        column: '(-v.sequence)',
        type: 'integer',
        key: ({ sequence }) => String(-sequence),
      },
      bounds,
    )
    if (page instanceof Refusal) return page
    return { ...page, items: page.items.map(({ sequence: _, ...automation }) => automation) }
  }

  /** Locks the automation for a counterparty, and gives it the number of its next version. */
  async lockForNext(tx: WriteTransaction, counterpartyId: string): Promise<LockedAutomation> {
    const automation = await tx.row<LockedAutomation>(
      `INSERT INTO automations AS a (id, organization_id, counterparty_id, version)
       VALUES ($1, $2, $3, 1)
       ON CONFLICT (organization_id, counterparty_id) DO UPDATE SET version = a.version + 1
       RETURNING ${locked}`,
      [tx.ids.next(), tx.organizationId, counterpartyId],
    )
    if (automation === undefined) throw new Error('an automation was not inserted')
    return automation
  }

  /** Locks an automation of the organization. */
  lock(tx: WriteTransaction, id: string): Promise<LockedAutomation | undefined> {
    return tx.row<LockedAutomation>(`SELECT ${locked} FROM automations WHERE id = $1 FOR UPDATE`, [
      id,
    ])
  }

  async insertVersion(
    tx: WriteTransaction,
    { counterpartyId, version }: LockedAutomation,
    { calls, callsMaximumUsd }: Omit<AutomationInEffect, 'version'>,
    accountId: string,
  ): Promise<void> {
    await tx.write(
      `INSERT INTO automation_versions (organization_id, counterparty_id, version, calls,
         calls_maximum_usd, account_id, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [tx.organizationId, counterpartyId, version, calls, callsMaximumUsd, accountId, tx.now],
    )
  }

  /** Remembers how far a market cut has come. Null: it is over. */
  async keepReached(tx: WriteTransaction, id: string, positionId: string | null): Promise<void> {
    await tx.write('UPDATE automations SET cut_reached = $2 WHERE id = $1', [id, positionId])
  }

  /**
   * What applies to the counterparty of a position now. Until the end of the transaction nothing
   * else does: who sets it waits.
   */
  async inEffect(
    tx: WriteTransaction,
    positionId: string,
  ): Promise<AutomationInEffect | undefined> {
    // Two statements: the second sees the version for which the first has waited.
    const row = await tx.row<{ counterpartyId: string; version: number }>(
      `SELECT a.counterparty_id AS "counterpartyId", a.version FROM automations a
       JOIN positions p ON p.id = $2
       WHERE a.organization_id = $1 AND a.counterparty_id =
         CASE $1 WHEN p.lender_id THEN p.borrower_id ELSE p.lender_id END
       FOR SHARE OF a`,
      [tx.organizationId, positionId],
    )
    if (row === undefined) return undefined
    return tx.row<AutomationInEffect>(
      `SELECT version, calls, trim_scale(calls_maximum_usd)::text AS "callsMaximumUsd"
       FROM automation_versions
       WHERE organization_id = $1 AND counterparty_id = $2 AND version = $3`,
      [tx.organizationId, row.counterpartyId, row.version],
    )
  }

  /** Undefined if it was decided already. The deal must be locked. */
  dueCall(
    tx: WriteTransaction,
    kind: AutomaticCallKind,
    positionId: string,
  ): Promise<DueCall | undefined> {
    return tx.row<DueCall>(
      `SELECT d.due_at AS "dueAt", p.id AS "positionId", p.order_id AS "orderId",
         o.number AS "orderNumber", other.id AS "counterpartyId", other.name AS "counterpartyName",
         own.status = 'active' AND other.status = 'active' AS "areActive",
         ${hasRequest(`r.status = 'DISPUTED'`)} AS "isDisputed",
         ${hasRequest(`r.status = 'FAILED'`)} AS "hasFailed",
         ${hasRequest(`r.status = 'PENDING_ACCEPTANCE' AND r.creator_id = other.id`)} AS "isAsked",
         ${noticeIsOpen} AND NOT ${hasDeclared()} AS "isInDefault",
         EXISTS (SELECT FROM transfers t WHERE t.order_id = p.order_id AND own.id = p.borrower_id
           AND t.category = 'voluntary' AND t.sender_organization_id = own.id
           AND (t.status ${oneOf(statusSets.transfer.underWay)}
             OR t.status = 'COMPLETED' AND t.update_time > p.last_m2m_at)) AS "hasSent",
         'UNMET_CALL' = ANY (m.default_causes) AND ${newestCallIsUnmet}
           AND NOT ${hasDeclared("n.cause = 'UNMET_CALL'")} AS "isDeclarable"
       FROM positions p
       JOIN orders o ON o.id = p.order_id
       JOIN margin_terms m ON m.id = o.terms_id
       JOIN deadlines d ON d.kind = $1 AND d.resource_id = p.id
       JOIN organizations own ON own.id = $3
       JOIN organizations other
         ON other.id = CASE own.id WHEN p.lender_id THEN p.borrower_id ELSE p.lender_id END
       WHERE p.id = $2`,
      [kind, positionId, tx.organizationId, tx.now],
    )
  }
}
