import { termsUnder } from '../terms/terms-of-deal.ts'
import { termsDifference } from './terms-text.ts'
import { type AnsweredResource, type StateMachine, stateMachines } from '@vadium/schema'

/** The state machine of a resource that can await an answer. */
export function answeredMachine(kind: AnsweredResource): StateMachine {
  const machine = stateMachines.find(({ id }) => id === kind)
  if (machine === undefined) throw new Error(`there is no state machine of ${kind}`)
  return machine
}

/** What is awaited, after the figures: the title of the machine, and what its state means. */
export function actionWords(kind: AnsweredResource, status: string): ActionWords {
  const { title, states } = answeredMachine(kind)
  return { title, meaning: states[status] ?? status }
}

export interface ActionWords {
  readonly title: string
  readonly meaning: string
}

/**
 * The text of an entry in SQL: what is at stake in a few words, and which answer is awaited, such
 * as `Order: 10 BTC at 5 % a year, against 300 ETH. …`. All are given as SQL: the id of the
 * resource, and the parts of its {@link actionWords}.
 */
export const actionText = (
  kind: AnsweredResource,
  { id, title, meaning }: { readonly id: string } & ActionWords,
) =>
  `coalesce(${title}::text || ': ' || (${figuresOf[kind](id)}), ${title}::text) || '. ' || ${meaning}::text`

/** What is at stake, in a few words. */
const figuresOf: Readonly<Record<AnsweredResource, (id: string) => string>> = {
  order: (id) => `
    SELECT format('%s %s at %s %% a year, against %s %s', trim_scale(asset_quantity), asset,
      trim_scale(rate_percent), trim_scale(collateral_quantity), collateral_asset)
    FROM orders WHERE id = ${id}`,
  mark_to_market_request: (id) => `
    SELECT format('%s of %s %s, %s USD', CASE r.direction WHEN 'TopUp' THEN 'top-up' ELSE 'release' END,
      trim_scale(r.collateral_amount),
      coalesce(r.collateral_asset, o.collateral_asset), CASE WHEN scale(trim_scale(r.notional_usd)) > 2 THEN
        trim_scale(r.notional_usd) ELSE round(r.notional_usd, 2) END)
    FROM mark_to_market_requests r JOIN positions p ON p.id = r.position_id
      JOIN orders o ON o.id = p.order_id
    WHERE r.id = ${id}`,
  order_request: (id) => `
    SELECT r.kind || CASE r.kind
      WHEN 'rerate' THEN format(' to %s %% a year%s', trim_scale(r.rate_percent),
        ' from ' || to_char(r.effective_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'))
      WHEN 'amend' THEN (
        SELECT format(' to version %s of the terms: %s', v.version, ${termsDifference('applied', 'asked')})
        FROM agreement_versions v, margin_terms applied, margin_terms asked
        WHERE v.terms_id = r.terms_id AND applied.id = o.terms_id
          AND asked.id = coalesce((${termsUnder('r.terms_id', 'applied')}), r.terms_id))
      WHEN 'substitution' THEN format(': %s %s in place of %s', trim_scale(r.new_collateral_quantity),
        r.new_collateral_asset, coalesce(r.replaced_collateral_asset, o.collateral_asset))
      WHEN 'extend' THEN ' to ' || to_char(r.maturity_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
      ELSE format(' of %s %s', trim_scale(r.quantity), o.asset) END
    FROM order_requests r JOIN positions p ON p.id = r.position_id JOIN orders o ON o.id = p.order_id
    WHERE r.id = ${id}`,
}
