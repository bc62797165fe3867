import { useSyncExternalStore } from 'react'

export const densities = ['compact', 'regular', 'roomy'] as const
export type Density = (typeof densities)[number]

export const rowPixels: Readonly<Record<Density, number>> = { compact: 28, regular: 32, roomy: 40 }

/** How this browser shows a table. */
export interface TableLook {
  readonly density: Density
  /** The columns, unless an address names others. */
  readonly columns: string | undefined
}

const entryOf = (table: string) => `vadium-table-${table}`
const listeners = new Set<() => void>()

function readLook(text: string | null): TableLook {
  const kept: Partial<Record<keyof TableLook, unknown>> = textOf(text)
  const { columns } = kept
  return {
    density: densities.find((density) => density === kept.density) ?? 'regular',
    columns: typeof columns === 'string' ? columns : undefined,
  }
}

function textOf(text: string | null): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** How this browser shows a table, and what changes it. */
export function useTableLook(
  table: string,
): readonly [TableLook, (changed: Partial<TableLook>) => void] {
  const entry = entryOf(table)
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => localStorage.getItem(entry),
  )
  const look = readLook(text)
  return [
    look,
    (changed) => {
      localStorage.setItem(entry, JSON.stringify({ ...look, ...changed }))
      for (const listener of listeners) listener()
    },
  ]
}
