import type { Calculation } from '@vadium/schema'
import { printable } from '../printable.ts'
import { layTable } from '../table.ts'
import { section } from './sections.ts'
import { time } from './time.ts'

type Step = Calculation['steps'][number]

/** Everything a preview was computed from, in the order of the arithmetic. */
export function calculationLines(calculation: Calculation): string[] {
  return [
    ...section('Inputs', inputLines(calculation)),
    ...section('Steps', calculation.steps.flatMap(stepLines)),
    ...section(
      'Why it cannot be submitted',
      calculation.reasons.map(({ code, message }) => printable(`${message} (${code})`)),
    ),
    ...section('Trigger prices, all else unchanged', triggerLines(calculation)),
  ]
}

function inputLines({ inputs }: Calculation): string[] {
  const columns = [
    { heading: 'NAME' },
    { heading: 'VALUE', align: 'right' as const },
    { heading: 'UNIT' },
    { heading: 'OBSERVED (UTC)' },
    { heading: 'SOURCE' },
  ]
  const rows = inputs.map(({ name, value, unit, source, observed_at }) => [
    name,
    value,
    unit,
    observed_at === null ? '' : time(observed_at),
    source,
  ])
  return layTable(columns, rows).lines
}

function stepLines({ name, formula, exact, value, unit, rounding }: Step): string[] {
  const result = `${value} ${unit}`
  const how = rounding && `${rounding.mode.replace('_', ' ')} to ${rounding.increment}`
  const lines = [`${name} = ${formula}`]
  lines.push(how === null ? `  = ${result}` : `  = ${exact}, rounded ${how} = ${result}`)
  return lines.map(printable)
}

function triggerLines({ trigger_prices }: Calculation): string[] {
  const columns = [
    { heading: 'NAME' },
    { heading: 'ASSET PRICE', align: 'right' as const },
    { heading: 'COLLATERAL PRICE', align: 'right' as const },
    { heading: 'UNIT' },
  ]
  const rows = trigger_prices.map(({ name, asset_price, collateral_price, unit }) => [
    name,
    asset_price ?? 'none',
    collateral_price ?? 'none',
    unit,
  ])
  return layTable(columns, rows).lines
}
