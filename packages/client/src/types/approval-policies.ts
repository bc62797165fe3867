// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** Which operations of an organization need the approval of other accounts. */
export interface ApprovalPolicy {
  /** The organization whose requests the policy covers. A UUID. */
  organization_id: string
  /** The number of the version: 1, 2, 3. 0: the default of the installation. */
  version: number
  /**
   * The rules. If several apply to a request, it needs the most approvals that one of them asks
   * for, within the shortest of their times, and accounts that the requester created within the
   * longest may not approve it. Without a rule an operation needs no approval.
   */
  rules: ApprovalRuleInForce[]
  /** When the version was set. Null for the default. RFC 3339 in UTC, with milliseconds. */
  create_time: string | null
  /** The account that set the version. Null for the default. A UUID. */
  account_id: string | null
}

/** How many other accounts must approve an operation, and in which time. */
export interface ApprovalRuleInForce {
  /** The operation that needs approvals. */
  operation:
    | 'createOrder'
    | 'acceptOrder'
    | 'closeOrder'
    | 'retryOrder'
    | 'abandonOrder'
    | 'changeOrderWallets'
    | 'createMarkToMarketRequest'
    | 'acceptMarkToMarketRequest'
    | 'disputeMarkToMarketRequest'
    | 'retryMarkToMarketRequest'
    | 'createCallSet'
    | 'acceptCallSet'
    | 'createOrderRequest'
    | 'acceptOrderRequest'
    | 'retryOrderRequest'
    | 'sendCollateral'
    | 'createCloseOut'
    | 'terminateCloseOut'
    | 'createOrganization'
    | 'activateOrganization'
    | 'createAccount'
    | 'createCredential'
    | 'rotateCredential'
    | 'createAgreement'
    | 'amendAgreement'
    | 'acceptAgreement'
    | 'createPriceSource'
    | 'releasePrice'
    | 'dismissPrice'
    | 'createCustodian'
    | 'createAsset'
    | 'setCalendar'
    | 'createWallet'
    | 'retireWallet'
    | 'resumeInstruction'
    | 'setApprovalPolicy'
    | 'setAutomation'
    | 'setCounterpartyLimits'
    | (string & {})
  /**
   * The operation needs approvals above this amount, in USD, and if its amount is unknown. Null:
   * always. A decimal string.
   */
  above_usd: string | null
  /** How many other accounts must approve. */
  approvals: number
  /**
   * The time to decide, in seconds. Within this time, accounts that created one another, gave one
   * another a credential, or were created by the same account count as one person.
   */
  within_seconds: number
}

/** What `client.approvalPolicies.set` takes. */
export interface SetApprovalPolicy {
  /**
   * The rules. If several apply to a request, it needs the most approvals that one of them asks
   * for, within the shortest of their times, and accounts that the requester created within the
   * longest may not approve it. Without a rule an operation needs no approval.
   */
  rules: ApprovalRule[]
}

/** How many other accounts must approve an operation, and in which time. */
export interface ApprovalRule {
  /** The operation that needs approvals. */
  operation:
    | 'createOrder'
    | 'acceptOrder'
    | 'closeOrder'
    | 'retryOrder'
    | 'abandonOrder'
    | 'changeOrderWallets'
    | 'createMarkToMarketRequest'
    | 'acceptMarkToMarketRequest'
    | 'disputeMarkToMarketRequest'
    | 'retryMarkToMarketRequest'
    | 'createCallSet'
    | 'acceptCallSet'
    | 'createOrderRequest'
    | 'acceptOrderRequest'
    | 'retryOrderRequest'
    | 'sendCollateral'
    | 'createCloseOut'
    | 'terminateCloseOut'
    | 'createOrganization'
    | 'activateOrganization'
    | 'createAccount'
    | 'createCredential'
    | 'rotateCredential'
    | 'createAgreement'
    | 'amendAgreement'
    | 'acceptAgreement'
    | 'createPriceSource'
    | 'releasePrice'
    | 'dismissPrice'
    | 'createCustodian'
    | 'createAsset'
    | 'setCalendar'
    | 'createWallet'
    | 'retireWallet'
    | 'resumeInstruction'
    | 'setApprovalPolicy'
    | 'setAutomation'
    | 'setCounterpartyLimits'
  /**
   * The operation needs approvals above this amount, in USD, and if its amount is unknown. Null:
   * always. A decimal string.
   */
  above_usd: string | null
  /** How many other accounts must approve. */
  approvals: number
  /**
   * The time to decide, in seconds. Within this time, accounts that created one another, gave one
   * another a credential, or were created by the same account count as one person.
   */
  within_seconds: number
}

/** A page of approval policies. */
export interface ApprovalPolicyList {
  /** The items of this page. */
  approval_policies: ApprovalPolicy[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.approvalPolicies.list` can be asked for. */
export interface ListApprovalPoliciesQuery {
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}
