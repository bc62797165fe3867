/** What the address asks: an asset whose price moves, by how much, and perhaps one position. */
export interface WhatIfSearch {
  readonly asset?: string | undefined
  readonly percent?: number | undefined
  readonly position?: string | undefined
}

export function readWhatIfSearch(given: Record<string, unknown>): WhatIfSearch {
  const { asset, percent, position } = given
  return {
    ...(typeof asset === 'string' && asset !== '' && { asset }),
    ...(typeof percent === 'number' && Number.isInteger(percent) && { percent }),
    ...(typeof position === 'string' && position !== '' && { position }),
  }
}
