import type { Scenario } from '@vadium/api/scenario'

interface Between {
  readonly id: string
  readonly termsId: string
  readonly lenderId: string
  readonly borrowerId: string
  /** Since when it is in effect. */
  readonly at: string
  readonly liquidationPercent: string
}

/** An agreement with usual terms, which both sides have accepted. */
export function agreementBetween(of: Between): Scenario['agreements'][number] {
  return {
    id: of.id,
    lender_id: of.lenderId,
    borrower_id: of.borrowerId,
    versions: [
      {
        version: 1,
        effective_at: of.at,
        lender_accepted_at: of.at,
        borrower_accepted_at: of.at,
        terms: {
          id: of.termsId,
          requirement_percent: '150',
          margin_call_percent: '130',
          liquidation_percent: of.liquidationPercent,
          threshold_usd: '0',
          minimum_notional_top_up_usd: '1000',
          minimum_notional_release_usd: '1000',
          lot_top_up: '0.001',
          lot_release: '0.001',
          day_count: 'ACT/360',
          cure_time_seconds: 14_400,
          dispute_tolerance_percent: '1',
          dispute_method: 'undisputed',
        },
      },
    ],
  }
}
