import type { Scenario } from '@vadium/api/scenario'

export type Terms = Scenario['agreements'][number]['versions'][number]['terms']

/** Coverage of 150 % is required, and a difference of 5 % is no dispute. */
export const usualTerms = (id: string): Terms => ({
  id,
  requirement_percent: '150',
  margin_call_percent: '130',
  liquidation_percent: '110',
  threshold_usd: '0',
  minimum_notional_top_up_usd: '1000',
  minimum_notional_release_usd: '1000',
  day_count: 'ACT/360',
  cure_time_seconds: 86_400,
  dispute_tolerance_percent: '5',
  dispute_method: 'undisputed',
})

/** Whether two terms agree, wherever they leave out what they do not have. */
export function isSame(one: Terms, other: Terms): boolean {
  const text = (terms: Terms) =>
    JSON.stringify(
      Object.entries(terms)
        .filter(([, value]: [string, unknown]) => value != null)
        .sort(([a], [b]) => a.localeCompare(b)),
    )
  return text(one) === text(other)
}
