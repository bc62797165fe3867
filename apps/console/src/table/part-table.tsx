import { useState } from 'react'
import { DataTable } from './data-table.tsx'
import type { TableOf } from './table-of.ts'
import type { TableSearch } from './table-search.ts'

/** A table within a screen about something else. How it is sorted is in no address. */
export function PartTable<Row>(table: Omit<TableOf<Row>, 'search' | 'change'>) {
  const [search, setSearch] = useState<TableSearch>({})
  return (
    <DataTable
      {...table}
      isPart
      search={search}
      change={(changed) => {
        setSearch({ ...search, ...changed })
      }}
    />
  )
}
