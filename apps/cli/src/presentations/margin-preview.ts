import { Decimal, verifyPreview } from '@vadium/margin'
import {
  type Calculation,
  type MarkToMarketParty,
  type MarkToMarketPreview,
  previewMarkToMarketRequest,
  shellWord,
} from '@vadium/schema'
import { exitCodes } from '../errors/exit-codes.ts'
import { printable } from '../terminal/printable.ts'
import { pairs, section } from '../terminal/sections.ts'
import { calculationLines } from './calculation.ts'
import { documentPresentation } from './presentation.ts'
import type { Times } from './time.ts'
import { verificationLines } from './verification.ts'

/** The preview of a margin call: what is due, between which parties, and with --explain why. */
export const marginPreview = documentPresentation(previewMarkToMarketRequest, {
  examples: [
    'vadium m2m preview 0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
    'vadium m2m preview 0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11 --explain',
    'vadium m2m preview 0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11 --explain --json | vadium m2m verify',
  ],
  notes: [
    'With --explain and without --json, the preview is also recomputed here: exit code 1 if it differs.',
  ],
  document: ({ preview, calculation }, { columns, times }) => {
    const figures = previewLines(preview, calculation, times)
    if (calculation === undefined) return { lines: figures, exitCode: exitCodes.done.code }
    const verification = verifyPreview(preview, calculation)
    return {
      lines: [
        ...figures,
        ...calculationLines(calculation, times, columns),
        '',
        ...verificationLines(verification, calculation.formula_version),
        ...(verification.ok ? creationLines(preview, calculation) : []),
      ],
      exitCode: verification.ok ? exitCodes.done.code : exitCodes.differs.code,
    }
  },
})

/** The command that creates the shown request; nothing if it cannot be submitted. */
function creationLines(preview: MarkToMarketPreview, calculation: Calculation): readonly string[] {
  if (!preview.can_submit_m2m) return []
  const words = ['vadium', 'm2m', 'create', preview.position_id, calculation.calculation_id]
  return section('To create the request', [printable(words.map(shellWord).join(' '))])
}

function previewLines(
  preview: MarkToMarketPreview,
  calculation: Calculation | undefined,
  { inText }: Times,
): readonly string[] {
  const { asset, collateral_asset, price_at_last_market: atLastMarket } = preview
  return [
    `Mark-to-market of position ${preview.position_id}`,
    ...section(
      'Position',
      pairs([
        ['asset', `${preview.asset_quantity} ${asset}, worth ${preview.asset_notional_usd} USD`],
        ['collateral', `${collateral_asset}, ${preview.collateral_type}`],
        ['order', `${preview.order_id_pretty} (${preview.order_id})`],
      ]),
    ),
    ...section(
      `Price of ${asset}, in USD`,
      pairs([
        ['now', preview.current_price],
        ['at the last M2M', `${preview.price_at_last_m2m} (${inText(preview.last_m2m_at)})`],
        ['at the last market cut', atLastMarket ?? 'none yet'],
      ]),
    ),
    ...section(
      'Ratios, in percent',
      pairs([
        ['loan to value', preview.ltv_percent ?? 'none: no collateral'],
        ['collateral coverage', preview.ccr_percent ?? 'none: no notional'],
        ['required coverage', String(preview.requirement_percent)],
      ]),
    ),
    ...section('Due', pairs(dueRows(preview, calculation))),
  ]
}

function dueRows(
  preview: MarkToMarketPreview,
  calculation: Calculation | undefined,
): [label: string, value: string][] {
  const why = calculation === undefined ? ': --explain says why' : ', see below'
  return [
    ['direction', preview.direction],
    ['collateral to move', `${preview.m2m_collateral_amount} ${preview.collateral_asset}`],
    ['notional', notionalText(preview)],
    ['sender', preview.sender.organization_name],
    ['  from wallet', wallet(preview.sender)],
    ['receiver', preview.receiver.organization_name],
    ['  to wallet', wallet(preview.receiver)],
    ['can be submitted', preview.can_submit_m2m ? 'yes' : `no${why}`],
  ]
}

function notionalText(preview: MarkToMarketPreview): string {
  const { direction, m2m_notional_usd: notional, minimum_notional_usd: minimum } = preview
  if (direction === 'None') return `${notional} USD`
  const reached = new Decimal(notional).greaterThanOrEqualTo(minimum)
  return `${notional} USD, ${reached ? 'reaches' : 'below'} the minimum of ${minimum} USD`
}

function wallet({ wallet_name, custodian }: MarkToMarketParty): string {
  return `${wallet_name} (${custodian})`
}
