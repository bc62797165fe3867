import type { Position } from '@vadium/client'
import { layTable, tableLines } from '@vadium/cli/parts'
import { coverageGauge, type CoverageLevels } from './coverage-gauge.ts'
import { quantity, usd } from './shown-figure.ts'

const gaugeWidthMax = 77

/** What is lent and pledged at current prices, and the coverage. */
export function positionLines(position: Position, levels: CoverageLevels, width: number): string[] {
  const { asset_notional_usd: notional, collateral_value_usd: value, ccr_percent } = position
  if (ccr_percent === null || notional === null || value === null) return []
  const rows = [
    ['loan', quantity(position.asset_quantity, position.asset), usd(notional)],
    ['collateral', quantity(position.collateral_quantity, position.collateral_asset), usd(value)],
    ['coverage', `${ccr_percent} %`, `LTV ${position.ltv_percent ?? ''} %`],
  ]
  return [
    '',
    ...tableLines(layTable([{}, { align: 'right' }, { align: 'right' }], rows)),
    ...coverageGauge(ccr_percent, levels, Math.min(width, gaugeWidthMax)),
    ...flags(position),
  ]
}

function flags(position: Position): string[] {
  const { liquidation_reached, margin_call_reached, ready_for_m2m, m2m_direction } = position
  const due = `${usd(position.m2m_notional_usd ?? '0')} may be requested.`
  return [
    ...(liquidation_reached === true ? ['The liquidation level is reached.'] : []),
    ...(margin_call_reached === true ? ['The margin call level is reached.'] : []),
    ...(ready_for_m2m
      ? [m2m_direction === 'Release' ? `A release of ${due}` : `A top-up of ${due}`]
      : []),
  ]
}
