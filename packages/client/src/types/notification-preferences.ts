// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** What one account wants to hear of. Others of its organization have their own. */
export interface NotificationPreferences {
  /**
   * Categories that the account does not want to hear of. Changes of accounts, credentials,
   * wallets, organizations and agreements cannot be muted.
   */
  muted_categories: (
    | 'margin_call_reached'
    | 'liquidation_reached'
    | 'mark_to_market_to_answer'
    | 'order_request_to_answer'
    | 'transfer_failed'
    | 'price_stale'
    | 'request_expiring'
    | 'credential_expiring'
    | 'webhook_disabled'
    | (string & {})
  )[]
  /**
   * What matters less than this is not let through, unless it cannot be muted; `info` lets
   * everything through.
   */
  minimum_severity: 'info' | 'warning' | 'critical' | (string & {})
}

/** What one account wants to hear of. Others of its organization have their own. */
export interface SetNotificationPreferences {
  /**
   * Categories that the account does not want to hear of. Changes of accounts, credentials,
   * wallets, organizations and agreements cannot be muted.
   */
  muted_categories: (
    | 'margin_call_reached'
    | 'liquidation_reached'
    | 'mark_to_market_to_answer'
    | 'order_request_to_answer'
    | 'transfer_failed'
    | 'price_stale'
    | 'request_expiring'
    | 'credential_expiring'
    | 'webhook_disabled'
  )[]
  /**
   * What matters less than this is not let through, unless it cannot be muted; `info` lets
   * everything through.
   */
  minimum_severity: 'info' | 'warning' | 'critical'
}
