import type { Position } from '@vadium/client'
import { Read } from '../../figures/read.tsx'
import { useNamed } from '../../service/choices.ts'
import { closeOutsQuery } from '../../service/close-out-queries.ts'
import { useRead } from '../../service/read.ts'
import { useReader } from '../../service/reader.ts'
import { PartTable } from '../../table/part-table.tsx'
import { closeOutColumns } from '../close-outs/close-out-columns.tsx'

/** The declared defaults and close-outs of a position with their state, newest first. */
export function ItsCloseOuts({ position }: { readonly position: Position }) {
  const columns = closeOutColumns(useReader(), useNamed())
  const closeOuts = useRead(closeOutsQuery, { position_id: position.id, page_size: 20 })
  if ((closeOuts.data ?? []).length === 0 && closeOuts.error === null) return null
  return (
    <section>
      <h2>Defaults and close-outs</h2>
      <Read of={closeOuts} what="its close-outs">
        {(shown) => (
          <PartTable
            name="Close-outs"
            what="close-outs"
            columns={columns}
            rows={shown}
            idOf={({ id }) => id}
            served={['-created']}
          />
        )}
      </Read>
    </section>
  )
}
