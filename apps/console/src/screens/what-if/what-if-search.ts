import { linkFactors } from './points.ts'
import { pastShocks } from './past-shocks.ts'

/**
 * What the address asks: prices that move, by how much or as on a day, and perhaps one position.
 */
export interface WhatIfSearch {
  readonly asset?: string | undefined
  readonly percent?: number | undefined
  /** An asset that moves with the first one, and by what part of its change. */
  readonly linked?: string | undefined
  readonly factor?: number | undefined
  /** The day of a past shock. */
  readonly shock?: string | undefined
  readonly position?: string | undefined
}

export function readWhatIfSearch(given: Record<string, unknown>): WhatIfSearch {
  const { asset, percent, linked, factor, shock, position } = given
  return {
    ...(typeof asset === 'string' && asset !== '' && { asset }),
    ...(typeof percent === 'number' && Number.isInteger(percent) && { percent }),
    ...(typeof linked === 'string' && linked !== '' && linked !== asset && { linked }),
    ...(typeof factor === 'number' && linkFactors.some((one) => one === factor) && { factor }),
    ...(typeof shock === 'string' && pastShocks.some(({ day }) => day === shock) && { shock }),
    ...(typeof position === 'string' && position !== '' && { position }),
  }
}
