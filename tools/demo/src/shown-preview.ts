import type { Calculation, MarkToMarketPreview } from '@vadium/client'
import { formatDecimal, type PreviewVerification, roundDown, roundUp } from '@vadium/margin'
import { grouped, layTable, tableLines } from '@vadium/cli/parts'
import { quantity, usd } from './shown-figure.ts'
import { wrapped } from './shown-lines.ts'

/** A wider table would be hard to read. */
const widthMax = 77

/** A preview as arithmetic that can be repeated by hand, and the result of recomputing it. */
export function previewLines(
  preview: MarkToMarketPreview,
  calculation: Calculation,
  verification: Pick<PreviewVerification, 'ok' | 'differences'>,
  width: number,
): string[] {
  return [
    ...arithmetic(preview, calculation, Math.min(width, widthMax)),
    '',
    ...[...outcome(preview, calculation), verifiedText(calculation, verification)].flatMap((text) =>
      wrapped(text, width),
    ),
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
  const isRelease = direction === 'Release'
  const lot = quantity(input(isRelease ? 'lot_release' : 'lot_top_up'), collateral)
  const assetValue = `${quantity(input('asset_quantity'), asset)} × ${grouped(input('asset_price'))}`
  const credited = quantity(step('credited_quantity'), collateral)
  const rows = [
    ['required', `${assetValue} × ${step('requirement_percent')} %`, usd(step('required'))],
    ['credited', `${credited} × ${creditedPrice}`, usd(step('credited'))],
    [isRelease ? 'too much' : 'missing', '', usd(step('shortfall').replace(/^-/, ''))],
    [
      isRelease ? 'release' : 'top-up',
      `÷ ${creditedPrice}, ${isRelease ? 'down' : 'up'} to ${lot}`,
      quantity(preview.m2m_collateral_amount, collateral),
    ],
  ]
  const shown = direction === 'None' ? rows.slice(0, 3) : rows
  const columns = [{}, {}, { align: 'right' as const }]
  const [name = 0, , figure = 0] = layTable(columns, shown).widths
  return tableLines(layTable(columns, shown, { min: [name, width - name - figure - 4] }))
}

function outcome(preview: MarkToMarketPreview, calculation: Calculation): string[] {
  if (preview.can_submit_m2m) {
    const { collateral_asset, m2m_collateral_amount, m2m_notional_usd, sender, receiver } = preview
    return [
      `Due: ${quantity(m2m_collateral_amount, collateral_asset)}, ${usd(m2m_notional_usd)}, from ${sender.organization_name} to ${receiver.organization_name}.`,
      `It reaches the minimum of ${usd(preview.minimum_notional_usd)}, so it can be requested.`,
    ]
  }
  const [reason] = calculation.reasons.map((each) => reasonOf(each, preview))
  return [
    `Nothing can be requested: ${reason ?? ''}`,
    ...triggers(calculation, preview.collateral_asset),
  ]
}

function reasonOf(
  { code, message }: Calculation['reasons'][number],
  { m2m_notional_usd: notional, minimum_notional_usd: minimum }: MarkToMarketPreview,
): string {
  if (code === 'NOTHING_DUE') return 'credited and required collateral are equal.'
  if (code !== 'BELOW_MINIMUM_NOTIONAL') return message
  return `${usd(notional)} is below the minimum of ${usd(minimum)}.`
}

/** The collateral prices at which something is due again. */
function triggers({ trigger_prices }: Calculation, collateral: string): string[] {
  const priceOf = (name: string) =>
    trigger_prices.find((trigger) => trigger.name === name)?.collateral_price ?? null
  const [call, release] = [priceOf('top_up'), priceOf('release')]
  if (call === null || release === null) return []
  const [low, high] = [roundDown(call, '0.01'), roundUp(release, '0.01')]
  return [
    `Due again when ${collateral} falls to ${usd(formatDecimal(low))} or rises to ${usd(formatDecimal(high))}.`,
  ]
}

/** Whether the figures of a preview or a statement were the same when they were computed again. */
export function verifiedText(
  { inputs, steps }: Pick<Calculation, 'inputs' | 'steps'>,
  { ok, differences }: Pick<PreviewVerification, 'ok' | 'differences'>,
): string {
  return ok
    ? `Verified offline: ${inputs.length} inputs and ${steps.length} steps give exactly these figures.`
    : `NOT verified: ${differences.length} recomputed figures differ.`
}
