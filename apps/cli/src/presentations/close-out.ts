import { verifyCloseOut } from '@vadium/margin'
import { type CauseFact, type CloseOutStatement, previewCloseOut } from '@vadium/schema'
import { exitCodes } from '../errors/exit-codes.ts'
import { printable } from '../terminal/printable.ts'
import { pairs, section, tableOf } from '../terminal/sections.ts'
import { inputSections, stepSection } from './calculation.ts'
import { type Document, documentPresentation, type View } from './presentation.ts'
import type { Times } from './time.ts'
import { closeOutVerificationLines } from './verification.ts'

/**
 * A hypothetical close-out: what is claimed, kept and sent back, and which causes are there. With
 * --explain also why.
 */
export const closeOutPreview = documentPresentation(previewCloseOut, {
  examples: [
    'vadium close-outs preview 0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11 borrower',
    'vadium close-outs preview 0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11 borrower --explain',
    'vadium close-outs preview 0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11 lender --json | vadium close-outs verify',
  ],
  notes: ['Without --json, the statement is also recomputed here: exit code 1 if it differs.'],
  explains: true,
  document: ({ statement, facts }, view) => {
    const proof = provenStatement(statement, view)
    const { lines } = proof
    return {
      ...proof,
      lines: [
        `If the ${statement.in_default} were in default and the deal closed out now`,
        ...section('Causes of the terms', causeLines(facts, view)),
        ...lines,
      ],
    }
  },
})

/** A statement, recomputed here; with --explain, each input, period and step. */
export function provenStatement(
  statement: CloseOutStatement,
  { columns, explains, times }: Pick<View, 'columns' | 'explains' | 'times'>,
): Document {
  const verification = verifyCloseOut(statement)
  const { calculation } = statement
  return {
    lines: [
      ...statementLines(statement, times),
      ...(explains
        ? [
            ...inputSections(calculation, times, columns),
            ...section('Interest', periodLines(statement)),
            ...stepSection(calculation),
          ]
        : []),
      '',
      ...closeOutVerificationLines(verification, calculation.formula_version),
    ],
    exitCode: verification.ok ? exitCodes.done.code : exitCodes.differs.code,
  }
}

/** Whether each cause is there; with --explain, the figures that decide it. */
function causeLines(
  facts: readonly CauseFact[],
  { explains, times }: Pick<View, 'explains' | 'times'>,
): string[] {
  return facts.flatMap((fact) => [
    ...pairs(verdict(fact, times)),
    ...(explains ? fact.conditions.map(({ text }) => printable(`  ${text}`)) : []),
  ])
}

function verdict(fact: CauseFact, { inText }: Times): (readonly [string, string])[] {
  const { cause, holds, since_time: since, earliest_terminate_time: earliest } = fact
  if (holds === null) return [[cause, 'not known without a price']]
  if (!holds) return [[cause, 'is not so']]
  return [
    [cause, since === null ? 'is so' : `is so since ${inText(since)}`],
    ...(earliest === null ? [] : [['', `could be terminated from ${inText(earliest)}`] as const]),
  ]
}

function statementLines(statement: CloseOutStatement, { inText }: Times): readonly string[] {
  const { asset, in_default: inDefault, scope, calculation } = statement
  const after = (name: string) => calculation.steps.find((step) => step.name === name)?.value
  return [
    ...section(
      'Held',
      pairs([
        ['asset', quantityAt(statement.asset_quantity, asset, statement.asset_price_usd)],
        ['interest owed', `${statement.interest_owed} ${asset}`],
        ...statement.collateral.map(({ asset: of, quantity, price_usd }): [string, string] => [
          'collateral',
          quantityAt(quantity, of, price_usd),
        ]),
        ['prices of', inText(statement.price_time)],
        ['discount', statement.discount],
      ]),
    ),
    ...section(
      'Close-out',
      pairs([
        ['scope', scope === 'full' ? 'full' : 'in part: what restores the requirement'],
        ['claim', `${statement.claim_usd} USD`],
        ...statement.kept.flatMap(({ asset: of, kept_quantity: kept, back_quantity: back }) => {
          const rest: [string, string] =
            scope === 'full'
              ? ['goes back', `${back} ${of}`]
              : ['stays pledged', `${after('collateral_after') ?? ''} ${of}`]
          const rows: [string, string][] = [['kept', `${kept} ${of}`], rest]
          return rows
        }),
        ...(inDefault === 'lender'
          ? ([['goes back as interest', `${statement.back_interest} ${asset}`]] as const)
          : []),
        ['kept beyond the claim', `${statement.overshoot_usd} USD`],
        ['discharged', `${statement.discharged_quantity} ${asset}`],
        ...(scope === 'full'
          ? []
          : ([['stays lent', `${after('asset_after') ?? ''} ${asset}`]] as const)),
        ['residual claim', `${statement.residual_claim_usd} USD`],
      ]),
    ),
  ]
}

function quantityAt(quantity: string, asset: string, price: string | null): string {
  return `${quantity} ${asset}${price === null ? '' : ` at ${price} USD`}`
}

function periodLines({ calculation, asset }: CloseOutStatement): string[] {
  return tableOf(
    ['FROM', 'TO', 'QUANTITY', 'PERCENT A YEAR', 'SOURCE'],
    calculation.interest_periods.map(({ from, to, quantity, rate_percent: rate, source }) => [
      from,
      to,
      `${quantity} ${asset}`,
      rate,
      source,
    ]),
  ).map(printable)
}
