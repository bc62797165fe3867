import { useKept } from '../service/kept.ts'

export const densities = ['compact', 'regular', 'roomy'] as const
export type Density = (typeof densities)[number]

export const rowPixels: Readonly<Record<Density, number>> = { compact: 28, regular: 32, roomy: 40 }

/** How this browser shows a table. */
export interface TableLook {
  readonly density: Density
  /** The columns, unless an address names others. */
  readonly columns: string | undefined
}

function readLook(kept: unknown): TableLook {
  const look: { density?: unknown; columns?: unknown } =
    typeof kept === 'object' && kept !== null ? kept : {}
  return {
    density: densities.find((density) => density === look.density) ?? 'regular',
    columns: typeof look.columns === 'string' ? look.columns : undefined,
  }
}

/** How this browser shows a table, and what changes it. */
export function useTableLook(
  table: string,
): readonly [TableLook, (changed: Partial<TableLook>) => void] {
  const [kept, keep] = useKept(`vadium-table-${table}`)
  const look = readLook(kept)
  return [look, (changed) => keep({ ...look, ...changed })]
}
