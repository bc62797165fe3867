import type { Condition, ConditionName, GroundName, Relation } from './fact.ts'

/** The symbols of the assets of a deal. */
export interface DealSymbols {
  asset: string
  collateralAsset: string
}

/** A noun for a figure, or what is so if a condition without a figure is met, and if it is not. */
type Text = string | { met: string; unmet: string }

const TEXTS: Readonly<Record<Exclude<ConditionName, 'exists'>, Text>> = {
  party_in_default: 'The party in default',
  claim: 'The claim',
  direction: 'What is due when settled',
  notional: 'What is due',
  set_notional: 'What is due in the deals of its call set',
  collateral_amount: 'The collateral to send',
  receiver_in_default: {
    met: 'No notice against the borrower holds.',
    unmet: 'A notice against the borrower holds.',
  },
  closing: {
    met: 'The order is not closing.',
    unmet: 'The order is closing: the close sends the collateral back.',
  },
  call_status: 'The status of the newest call',
  unmet_from: 'The time from which it is unmet',
  unmet_until: 'The time until which it can be declared',
  terminated_since: {
    met: 'No close-out was terminated since.',
    unmet: 'A close-out of the deal was terminated since: call again.',
  },
  exchanged_since: {
    met: 'The collateral was not exchanged since.',
    unmet: 'The collateral was exchanged since: call again.',
  },
  disputed: {
    met: 'The newest call is in dispute.',
    unmet: 'The newest call is not in dispute.',
  },
  met_since: {
    met: 'Neither it nor a later request has been met.',
    unmet: 'It, or a later request, has been met.',
  },
  lent: 'The quantity lent',
  alert_active: {
    met: 'The liquidation alert is active.',
    unmet: 'The liquidation alert is not active.',
  },
  alert_occasion: 'The occasion of the liquidation alert',
  alert_confirmed_from: 'The time from which the level is confirmed',
  alert_priced_at_start: {
    met: 'Prices were current when the time to confirm began.',
    unmet: 'A price was not current when the time to confirm began.',
  },
  collateral_value: 'The value of the settled collateral',
  shortfall: 'What is missing to the requirement',
  shortfall_at_start: 'What was missing to the requirement when the time to confirm began',
  recall_bound: { met: 'The recall binds.', unmet: 'The recall does not bind.' },
  missed_from: 'The time from which it is missed',
  not_arrived: 'What has not arrived',
  cancelled: { met: 'The return was not cancelled.', unmet: 'The return was cancelled.' },
  released: {
    met: 'It is still owed.',
    unmet: 'Its receiver has cancelled it, or a later request has been met.',
  },
  unpaid: 'The interest that is due and not paid',
  late_from: 'The time from which it is late',
}

const MISSING: Readonly<Record<GroundName, string>> = {
  liquidation_alert: 'The liquidation level was never reached.',
  unanswered_call: 'There is no call.',
  late_call: 'Every transfer of a call has arrived.',
  disputed_call: 'There is no call.',
  declared_call: 'There is no call.',
  recall: 'There is no recall.',
  maturity: 'The order has no maturity.',
  late_closing: 'Every transfer of a close has arrived.',
  late_return: 'Every transfer of a return has arrived.',
  late_interest: 'No interest was due.',
}

const RELATIONS: Readonly<Record<Relation, [ofFigures: string, ofTimes: string]>> = {
  equal_to: ['', ''],
  above: ['above ', 'after '],
  at_least: ['at least ', 'not before '],
  at_most: ['at most ', 'not after '],
  below: ['below ', 'before '],
}

/**
 * A condition in a sentence: its figure, and what it must be.
 *
 * @param ground the name of the ground that has the condition; any, if it is one of the fact.
 * @example
 * conditionText(condition, 'liquidation_alert', { asset: 'USDC', collateralAsset: 'BTC' })
 * // 'The value of the settled collateral is 1200000 USD; it must be at most 1150000 USD.'
 */
export function conditionText(
  { name, unit, value, relation, required, met }: Condition,
  ground: GroundName,
  symbols: DealSymbols,
): string {
  if (name === 'exists') return MISSING[ground]
  const text = TEXTS[name]
  if (typeof text !== 'string') return ofFact(text, met)
  if (value === null || required === null)
    return `${text} is not known, because a price is missing.`
  const print = (figure: string) => printed(figure, unit, symbols)
  const [ofFigures, ofTimes] = RELATIONS[relation]
  const must = `${unit === 'time' ? ofTimes : ofFigures}${print(required)}`
  return `${text} is ${print(value)}; it must be ${must}.`
}

function ofFact(text: { met: string; unmet: string }, met: boolean | null): string {
  if (met === null) return `Not known, because a price is missing: ${text.unmet}`
  return met ? text.met : text.unmet
}

function printed(
  value: string,
  unit: Condition['unit'],
  { asset, collateralAsset }: DealSymbols,
): string {
  if (typeof unit === 'object') return `${value} ${unit.token}`
  if (unit === 'asset') return `${value} ${asset}`
  if (unit === 'collateral_asset') return `${value} ${collateralAsset}`
  if (unit === 'party') return `the ${value}`
  return unit === 'USD' ? `${value} USD` : value
}
