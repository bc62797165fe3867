// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/**
 * The notifications that one account mutes. Other accounts of the organization have their own
 * preferences.
 */
export interface NotificationPreferences {
  /**
   * The categories that the account mutes. Defaults and close-outs, and changes of accounts,
   * credentials, invitations, wallets, organizations, agreements, price sources, approval policies,
   * automations, limits, calendars and mail addresses cannot be muted.
   */
  muted_categories: (
    | 'margin_call_reached'
    | 'liquidation_reached'
    | 'mark_to_market_to_answer'
    | 'order_request_to_answer'
    | 'transfer_failed'
    | 'collateral_received'
    | 'collateral_exchanged'
    | 'close_cancelled'
    | 'maturity_near'
    | 'default_ended'
    | 'transfer_late'
    | 'price_stale'
    | 'request_expiring'
    | 'credential_expiring'
    | 'webhook_disabled'
    | 'approval_to_decide'
    | 'approval_ended'
    | 'calendar_ending'
    | 'limit_exceeded'
    | 'automation_held'
    | (string & {})
  )[]
  /**
   * Notifications below this severity are muted, unless their category cannot be muted. `info`
   * mutes none.
   */
  minimum_severity: 'info' | 'warning' | 'critical' | (string & {})
}

/**
 * The notifications that one account mutes. Other accounts of the organization have their own
 * preferences.
 */
export interface SetNotificationPreferences {
  /**
   * The categories that the account mutes. Defaults and close-outs, and changes of accounts,
   * credentials, invitations, wallets, organizations, agreements, price sources, approval policies,
   * automations, limits, calendars and mail addresses cannot be muted.
   */
  muted_categories: (
    | 'margin_call_reached'
    | 'liquidation_reached'
    | 'mark_to_market_to_answer'
    | 'order_request_to_answer'
    | 'transfer_failed'
    | 'collateral_received'
    | 'collateral_exchanged'
    | 'close_cancelled'
    | 'maturity_near'
    | 'default_ended'
    | 'transfer_late'
    | 'price_stale'
    | 'request_expiring'
    | 'credential_expiring'
    | 'webhook_disabled'
    | 'approval_to_decide'
    | 'approval_ended'
    | 'calendar_ending'
    | 'limit_exceeded'
    | 'automation_held'
  )[]
  /**
   * Notifications below this severity are muted, unless their category cannot be muted. `info`
   * mutes none.
   */
  minimum_severity: 'info' | 'warning' | 'critical'
}
