import { stateWords } from '../../figures/state-words.ts'
import { purposeWords } from '../transfers/purpose-words.ts'

/** Members whose names say less than the rest of the page calls them. */
const names: Readonly<Record<string, string>> = {
  order_id_pretty: 'Order',
  counterparty_name: 'Counterparty',
  status: 'State',
  category: 'Purpose',
  asset_notional_usd: 'Value, USD',
  collateral_value_usd: 'Collateral, USD',
  notional_usd: 'USD',
  ccr_percent: 'Coverage, %',
  ltv_percent: 'LTV, %',
  deliveries_in_transit: 'In transit to the lender',
  returns_in_transit: 'In transit to the borrower',
  create_time: 'Created',
  update_time: 'Last change',
  from_day: 'From',
  to_day: 'Before',
  unpriced_assets: 'Without a price',
  lent_limit_usd: 'Limit of what is lent, USD',
  uncovered_limit_usd: 'Limit of what is uncovered, USD',
  sender_wallet_address: 'Sent from',
  receiver_wallet_address: 'Sent to',
}

/** The name of a member in words, with its unit after a comma. */
export function memberWords(name: string): string {
  const known = names[name]
  if (known !== undefined) return known
  const words = name
    .replace(/_usd$/, ', USD')
    .replace(/_percent$/, ', %')
    .replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The value of a member in words. Null: it is as the API has it. */
export function valueWords(name: string, value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ')
  if (typeof value !== 'string') return null
  if (name === 'category') return purposeWords(value)
  return name === 'status' || name === 'collateral_type' ? stateWords(value) : null
}
