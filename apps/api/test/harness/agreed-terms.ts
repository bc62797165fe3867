import type { EligibleCollateral, MarginTerms } from '@vadium/schema'

/** Terms that an operator proposes in a test. */
export const agreedTerms = {
  requirement_percent: '105.5',
  haircut: null,
  margin_call_percent: '103',
  liquidation_percent: '95',
  top_up_when: 'minimum',
  release_percent: null,
  default_causes: [],
  grace_seconds: 86_400,
  liquidation_confirm_seconds: 900,
  settlement_time_seconds: null,
  dispute_time_seconds: 86_400,
  recall_notice_seconds: null,
  close_out_discount: '0',
  close_out_scope: 'full',
  eligible_collateral: [],
  minimum_applies_to: 'deal',
  threshold_usd: '250000',
  minimum_notional_top_up_usd: '10000',
  minimum_notional_release_usd: '0',
  lot_top_up: '0.001',
  lot_release: null,
  day_count: 'ACT/360',
  interest_schedule: 'at_close',
  cure_time_seconds: 14_400,
  calendars: [],
  time_zone: null,
  notification_time: null,
  response_time: null,
  dispute_tolerance_usd: '5000',
  dispute_tolerance_percent: null,
  dispute_method: 'undisputed',
} as const satisfies MarginTerms

/** An asset that is eligible with a requirement. */
export const eligible = (asset: string, requirement: string): EligibleCollateral => ({
  asset,
  requirement_percent: requirement,
  haircut: null,
  margin_call_percent: '140',
  liquidation_percent: '120',
})
