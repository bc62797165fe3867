// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { AvailableAction } from './mark-to-market-requests.ts'
import type { ResolvedRequest } from './requests.ts'

/** A page of approvals. */
export interface ApprovalList {
  /** The items of this page. */
  approvals: Approval[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** A request that is carried out once enough other accounts have approved it. */
export interface Approval {
  /** The id of the approval. A UUID. */
  id: string
  /** The state of the approval, as in /state-machines. */
  state:
    | 'PENDING'
    | 'APPROVED'
    | 'CARRIED_OUT'
    | 'FAILED'
    | 'REJECTED'
    | 'EXPIRED'
    | 'WITHDRAWN'
    | (string & {})
  /** The operation of the request. */
  operation: string
  /** The request that awaits approval, exactly as it was signed. */
  request: StoredRequest
  /**
   * The SHA-256 of the method, a line feed, the path, a line feed and the body, exactly as they
   * were signed. Hexadecimal.
   */
  request_hash: string
  /** The organization that made the request. A UUID. */
  organization_id: string
  /** The account that made the request. A UUID. */
  account_id: string
  /** The credential that signed the request. A UUID. */
  credential_id: string
  /** The organization whose accounts may decide. A UUID. */
  decider_id: string
  /** How many other accounts must approve. */
  approvals_needed: number
  /** The decisions, oldest first. */
  decisions: ApprovalDecision[]
  /**
   * The amount of the request in USD when it was made, or when it was found to need more approvals.
   * Null if it has none, or if it is unknown. A decimal string.
   */
  amount_usd: string | null
  /** The order that the request concerns. Null if there is none. A UUID. */
  order_id: string | null
  /**
   * The other side of the deal or of the agreement that the request concerns. Null if there is
   * none. A UUID.
   */
  counterparty_id: string | null
  /** Its name. Null if there is no other side, or if you may not see it. */
  counterparty_name: string | null
  /** When the request was made. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it expires if it has not been carried out. RFC 3339 in UTC, with milliseconds. */
  expire_time: string
  /** When it reached its final state. Null before that. RFC 3339 in UTC, with milliseconds. */
  end_time: string | null
  /** The answer of the request, as its operation describes it. Null unless it was carried out. */
  answer: Record<string, unknown> | null
  /** Why the request could not be carried out. Null unless the state is FAILED. */
  failure: ApprovalFailure | null
  /** The actions on the resource, and whether the caller may take them. */
  actions: AvailableAction[]
}

/** The request that awaits approval, exactly as it was signed. */
export interface StoredRequest {
  /** The HTTP method. */
  method: string
  /** The path, as it was signed. */
  path: string
  /** The body, exactly as it was signed. Empty if there is none. */
  body: string
}

/** The decision of one account. */
export interface ApprovalDecision {
  /** What the account decided. */
  decision: 'approve' | 'reject' | (string & {})
  /** The account that decided. A UUID. */
  account_id: string
  /** The credential that signed the decision. A UUID. */
  credential_id: string
  /** When it decided. RFC 3339 in UTC, with milliseconds. */
  time: string
}

/** Why a request could not be carried out. */
export interface ApprovalFailure {
  /** The reason of the refusal, as in errors. */
  reason: string
  /** A sentence for people. */
  message: string
}

/** What `client.approvals.list` can be asked for. */
export interface ListApprovalsQuery {
  /** Only approvals in this state. */
  state?:
    | 'PENDING'
    | 'APPROVED'
    | 'CARRIED_OUT'
    | 'FAILED'
    | 'REJECTED'
    | 'EXPIRED'
    | 'WITHDRAWN'
    | undefined
  /** Only approvals that concern this order. A UUID. */
  order_id?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** An approval with the request in names and figures. */
export interface ResolvedApproval {
  /** The id of the approval. A UUID. */
  id: string
  /** The state of the approval, as in /state-machines. */
  state:
    | 'PENDING'
    | 'APPROVED'
    | 'CARRIED_OUT'
    | 'FAILED'
    | 'REJECTED'
    | 'EXPIRED'
    | 'WITHDRAWN'
    | (string & {})
  /** The operation of the request. */
  operation: string
  /** The request that awaits approval, exactly as it was signed. */
  request: StoredRequest
  /**
   * The SHA-256 of the method, a line feed, the path, a line feed and the body, exactly as they
   * were signed. Hexadecimal.
   */
  request_hash: string
  /** The organization that made the request. A UUID. */
  organization_id: string
  /** The account that made the request. A UUID. */
  account_id: string
  /** The credential that signed the request. A UUID. */
  credential_id: string
  /** The organization whose accounts may decide. A UUID. */
  decider_id: string
  /** How many other accounts must approve. */
  approvals_needed: number
  /** The decisions, oldest first. */
  decisions: ApprovalDecision[]
  /**
   * The amount of the request in USD when it was made, or when it was found to need more approvals.
   * Null if it has none, or if it is unknown. A decimal string.
   */
  amount_usd: string | null
  /** The order that the request concerns. Null if there is none. A UUID. */
  order_id: string | null
  /**
   * The other side of the deal or of the agreement that the request concerns. Null if there is
   * none. A UUID.
   */
  counterparty_id: string | null
  /** Its name. Null if there is no other side, or if you may not see it. */
  counterparty_name: string | null
  /** When the request was made. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When it expires if it has not been carried out. RFC 3339 in UTC, with milliseconds. */
  expire_time: string
  /** When it reached its final state. Null before that. RFC 3339 in UTC, with milliseconds. */
  end_time: string | null
  /** The answer of the request, as its operation describes it. Null unless it was carried out. */
  answer: Record<string, unknown> | null
  /** Why the request could not be carried out. Null unless the state is FAILED. */
  failure: ApprovalFailure | null
  /** The actions on the resource, and whether the caller may take them. */
  actions: AvailableAction[]
  /**
   * What the request means, read with your own rights at this moment. Null once it has ended, for
   * requests that are not about a deal, and if you may not see the deal.
   */
  resolved: ResolvedRequest | null
}

/** What `client.approvals.approve` takes. */
export interface DecideApproval {
  /**
   * The SHA-256 of the method, a line feed, the path, a line feed and the body, exactly as they
   * were signed. Hexadecimal. Expected: the request_hash of the approval: 64 of 0-9 and a-f.
   */
  request_hash: string
}
