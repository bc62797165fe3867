import type { Calculation, MarkToMarketPreview } from '@vadium/client'
import { formatDecimal, type PreviewVerification, roundDown, roundUp } from '@vadium/margin'
import { layTable, tableLines } from '../table.ts'
import { grouped, quantity } from './shown-figure.ts'

/** A preview as arithmetic that can be done again by hand, and what was found when it was done again here. */
export function previewLines(
  preview: MarkToMarketPreview,
  calculation: Calculation,
  verification: PreviewVerification,
  width: number,
): string[] {
  return [
    ...arithmetic(preview, calculation, width),
    '',
    ...outcome(preview, calculation),
    verified(calculation, verification),
  ]
}

function arithmetic(
  preview: MarkToMarketPreview,
  calculation: Calculation,
  width: number,
): string[] {
  const { asset, collateral_asset: collateral, direction } = preview
  const input = (name: string) =>
    calculation.inputs.find((each) => each.name === name)?.value ?? '0'
  const step = (name: string) => calculation.steps.find((each) => each.name === name)?.value ?? '0'
  const creditedPrice = grouped(step('credited_price'))
  const missing = step('shortfall').replace(/^-/, '')
  const isRelease = direction === 'Release'
  const lot = quantity(input(isRelease ? 'lot_release' : 'lot_top_up'), collateral)
  const rows = [
    [
      'required',
      `${quantity(input('asset_quantity'), asset)} × ${grouped(input('asset_price'))} × ${step('requirement_percent')} %`,
      `${grouped(step('required'))} USD`,
    ],
    [
      'counted',
      `${quantity(step('credited_quantity'), collateral)} × ${creditedPrice}`,
      `${grouped(step('credited'))} USD`,
    ],
    [isRelease ? 'too much' : 'missing', '', `${grouped(missing)} USD`],
    [
      isRelease ? 'release' : 'top-up',
      `÷ ${creditedPrice}, ${isRelease ? 'down' : 'up'} to ${lot}`,
      quantity(preview.m2m_collateral_amount, collateral),
    ],
  ]
  const shown = direction === 'None' ? rows.slice(0, 3) : rows
  const figures = layTable([{}, {}, { align: 'right' }], shown)
  const [name = 0, , figure = 0] = figures.widths
  const formula = Math.min(width, 84) - name - figure - 4
  return tableLines(layTable([{}, {}, { align: 'right' }], shown, [name, formula]))
}

function outcome(preview: MarkToMarketPreview, calculation: Calculation): string[] {
  const minimum = grouped(preview.minimum_notional_usd)
  if (preview.can_submit_m2m) {
    return [
      `Due: ${quantity(preview.m2m_collateral_amount, preview.collateral_asset)}, ${grouped(preview.m2m_notional_usd)} USD, from ${preview.sender.organization_name} to ${preview.receiver.organization_name}.`,
      `It can be asked for: it reaches the minimum of ${minimum} USD.`,
    ]
  }
  return [
    ...calculation.reasons.map(({ message }) => `Nothing to ask for. ${message}`),
    ...triggers(calculation, preview.collateral_asset),
  ]
}

/** At which prices of the collateral something is due again. */
function triggers({ trigger_prices }: Calculation, collateral: string): string[] {
  const priceOf = (name: string) =>
    trigger_prices.find((trigger) => trigger.name === name)?.collateral_price ?? null
  const [call, release] = [priceOf('top_up'), priceOf('release')]
  if (call === null || release === null) return []
  return [
    `Again when ${collateral} falls to ${cents(call, 'down')} (top-up) or rises to ${cents(release, 'up')} (release).`,
  ]
}

/** A price to cents, to the side on which the thing happens. */
function cents(price: string, side: 'up' | 'down'): string {
  return grouped(
    formatDecimal(side === 'up' ? roundUp(price, '0.01') : roundDown(price, '0.01'), 2),
  )
}

function verified(
  { inputs, steps }: Calculation,
  { ok, differences }: PreviewVerification,
): string {
  return ok
    ? `Verified offline: ${inputs.length} inputs lead to the same figures in ${steps.length} steps, to the digit.`
    : `NOT verified: computed again offline, ${differences.length} figures differ.`
}
