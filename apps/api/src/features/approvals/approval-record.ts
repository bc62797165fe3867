import type { Approval } from '@vadium/schema'

/** What decides who may do what with an approval. */
export interface ApprovalFacts {
  readonly state: Approval['state']
  readonly operation: string
  readonly organizationId: string
  readonly accountId: string
  readonly role: string
  readonly deciderId: string
  readonly expireTime: string
  readonly decisions: Approval['decisions']
  /**
   * Whether it is pending, and nobody may hold the account that looks at it and the requester's.
   */
  readonly mayApprove: boolean
}

export interface ApprovalRecord extends ApprovalFacts {
  readonly id: string
  readonly method: string
  readonly target: string
  readonly params: Record<string, unknown> | null
  /** The body as it was signed. */
  readonly body: string
  /** Hexadecimal. */
  readonly requestHash: string
  readonly credentialId: string
  readonly approvalsNeeded: number
  readonly withinSeconds: number
  readonly amountUsd: string | null
  readonly orderId: string | null
  /** The other side of what it concerns, for the organization that looks at it. */
  readonly counterparty: { readonly id: string; readonly name: string | null } | null
  /** Unix milliseconds, by the clock of the machine. */
  readonly receivedAtMs: number
  readonly createTime: string
  readonly endTime: string | null
  /** JSON text. */
  readonly answer: string | null
  /** JSON text. */
  readonly failure: string | null
  /** How often the approved request was refused for a time. */
  readonly tries: number
  /** When it may be tried again, by the clock of the machine. Null: at once. */
  readonly tryAt: string | null
  /** Why it was refused last, as JSON text like `failure`. */
  readonly refusal: string | null
}

/**
 * The columns of an {@link ApprovalFacts} from `approvals a`. The parameter is the account that
 * looks at it.
 */
export const approvalFactColumns = (viewer: `$${number}`) => `
  a.state, a.operation, a.organization_id AS "organizationId", a.account_id AS "accountId", a.role,
  a.decider_id AS "deciderId", a.expires_at AS "expireTime",
  CASE a.state WHEN 'PENDING' THEN may_approve(a.id, ${viewer}) ELSE false END AS "mayApprove",
  coalesce((
    SELECT jsonb_agg(jsonb_build_object('decision', d.decision, 'account_id', d.account_id,
      'credential_id', d.credential_id,
      'time', to_char(d.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      ORDER BY d.decided_at, d.account_id)
    FROM approval_decisions d WHERE d.approval_id = a.id), '[]') AS decisions`

const otherSide = (of: string) => `CASE current_organization()
  WHEN ${of}.lender_id THEN ${of}.borrower_id WHEN ${of}.borrower_id THEN ${of}.lender_id END`

/** An order that is not created yet has its sides in the body, which was validated. */
const counterparty = `(
  SELECT json_build_object('id', other.id, 'name', (
    SELECT n.name FROM organizations n WHERE n.id = other.id))
  FROM (SELECT CASE
    WHEN a.operation = 'createOrder' THEN (
      SELECT ${otherSide('sides')} FROM jsonb_to_record(convert_from(a.body, 'UTF8')::jsonb)
        AS sides (lender_id uuid, borrower_id uuid))
    WHEN a.order_id IS NOT NULL THEN (
      SELECT ${otherSide('o')} FROM orders o WHERE o.id = a.order_id)
    WHEN a.params ? 'agreement_id' THEN (
      SELECT ${otherSide('g')} FROM agreements g WHERE g.id = (a.params ->> 'agreement_id')::uuid)
    END AS id) AS other
  WHERE other.id IS NOT NULL)`

/** The columns of an {@link ApprovalRecord}, likewise. */
export const approvalColumns = (viewer: `$${number}`) => `
  a.id, a.method, a.target, a.params, convert_from(a.body, 'UTF8') AS body,
  encode(a.request_hash, 'hex') AS "requestHash", a.credential_id AS "credentialId",
  a.approvals_needed AS "approvalsNeeded", a.within_seconds AS "withinSeconds",
  a.amount_usd::text AS "amountUsd", a.order_id AS "orderId",
  ${counterparty} AS counterparty,
  (extract(epoch FROM a.received_at) * 1000)::float8 AS "receivedAtMs",
  a.created_at AS "createTime", a.created_at AS create_time, a.ended_at AS "endTime", a.answer,
  a.failure, a.tries, a.try_at AS "tryAt", a.refusal,
  ${approvalFactColumns(viewer)}`
