import { useState } from 'react'
import { DataTable } from './data-table.tsx'
import type { TableOf } from './table-of.ts'
import type { TableSearch } from './table-search.ts'

interface Part<Row> extends Omit<TableOf<Row>, 'search' | 'change' | 'isPart' | 'isInAddress'> {
  /** How it is sorted and grouped until a person decides. */
  readonly begin?: TableSearch
}

/** A table within a screen about something else. How it is sorted is in no address. */
export function PartTable<Row>(table: Part<Row>) {
  return <OwnTable {...table} isPart />
}

/** A table with its columns, groups and file, on a screen whose address says nothing of it. */
export function OwnTable<Row>({ begin = {}, ...table }: Part<Row> & { readonly isPart?: boolean }) {
  const [search, setSearch] = useState(begin)
  return (
    <DataTable
      {...table}
      isInAddress={false}
      search={search}
      change={(changed) => {
        setSearch({ ...search, ...changed })
      }}
    />
  )
}
