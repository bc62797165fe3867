import type { Calculation } from '@vadium/schema'
import { printable } from '../terminal/printable.ts'
import { pairs, section } from '../terminal/sections.ts'
import { layTable, tableLines } from '../terminal/table.ts'
import type { Times } from './time.ts'

/** What every calculation has. */
type Computed = Pick<Calculation, 'inputs' | 'steps'>
type Step = Calculation['steps'][number]

const INDENT = '  '

/**
 * The inputs and steps of a preview, in the order of the computation.
 *
 * @param columns The width of the terminal; undefined without a terminal.
 */
export function calculationLines(
  calculation: Calculation,
  times: Times,
  columns = Infinity,
): string[] {
  return [
    ...inputSections(calculation, times, columns),
    ...stepSection(calculation),
    ...section(
      'Why it cannot be submitted',
      calculation.reasons.map(({ code, message }) => printable(`${message} (${code})`)),
    ),
    ...section('Trigger prices, if everything else stays equal', triggerLines(calculation)),
  ]
}

/** The inputs of a calculation, and its parties. */
export function inputSections(calculation: Computed, times: Times, columns = Infinity): string[] {
  return [
    ...section('Inputs', inputLines(calculation, times, columns - INDENT.length)),
    ...section('Parties', partyLines(calculation)),
  ]
}

/** The steps of a calculation, each with its rounding. */
export function stepSection({ steps }: Computed): string[] {
  return section('Steps', steps.flatMap(stepLines))
}

// Inputs that are ids: in the column of figures, they would be too wide for a terminal.
const parties: ReadonlySet<string> = new Set(['lender', 'borrower'])

function partyLines({ inputs }: Computed): string[] {
  const shown = inputs.filter(({ name }) => parties.has(name))
  return pairs(shown.map(({ name, value, unit, source }) => [name, `${unit} ${value} (${source})`]))
}

function inputLines({ inputs }: Computed, times: Times, room: number): string[] {
  const figures = inputs.filter(({ name }) => !parties.has(name))
  const rows = figures.map(({ name, value, unit, source, observed_at: observed }) => ({
    table: [name, value, unit, observed === null ? '' : times.whole(observed), source],
    stacked: [
      `${name} = ${value} ${unit}`,
      `${INDENT}from ${source}${observed === null ? '' : `, ${times.inText(observed)}`}`,
    ],
  }))
  const columns = [
    { heading: 'NAME' },
    { heading: 'VALUE', align: 'right' as const },
    { heading: 'UNIT' },
    { heading: 'OBSERVED (UTC)' },
    { heading: 'SOURCE' },
  ]
  const table = layTable(
    columns,
    rows.map((row) => row.table),
  )
  const lines = tableLines(table)
  if (lines.every(({ length }) => length <= room)) return lines
  return rows.flatMap(({ stacked }) => stacked).map(printable)
}

function stepLines({ name, formula, exact, value, unit, rounding }: Step): string[] {
  const result = `${value} ${unit}`
  const how = rounding && `${rounding.mode.replace('_', ' ')} to ${rounding.increment}`
  const lines = [`${name} = ${formula}`]
  if (how === null) lines.push(`${INDENT}= ${result}`)
  else lines.push(`${INDENT}= ${exact}`, `${INDENT}= ${result}, rounded ${how}`)
  return lines.map(printable)
}

// The side of the asset price on which each trigger is reached, and the side of the collateral
// price.
const sides: Readonly<Record<string, readonly [asset: string, collateral: string]>> = {
  top_up: ['≥ ', '≤ '],
  release: ['≤ ', '≥ '],
  margin_call: ['≥ ', '≤ '],
  liquidation: ['≥ ', '≤ '],
}

function triggerLines({ trigger_prices }: Calculation): string[] {
  const columns = [
    { heading: 'NAME' },
    { heading: 'ASSET PRICE', align: 'right' as const },
    { heading: 'COLLATERAL PRICE', align: 'right' as const },
    { heading: 'UNIT' },
  ]
  const rows = trigger_prices.map(({ name, asset_price, collateral_price, unit }) => {
    const [asset, collateral] = (Object.hasOwn(sides, name) ? sides[name] : undefined) ?? ['', '']
    return [name, priceText(asset, asset_price), priceText(collateral, collateral_price), unit]
  })
  return tableLines(layTable(columns, rows))
}

function priceText(side: string, price: string | null): string {
  return price === null ? 'none' : `${side}${price}`
}
