import type { CloseOut } from '@vadium/client'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Choice } from '../../figures/choice.tsx'
import { Read } from '../../figures/read.tsx'
import { Title } from '../../figures/title.tsx'
import { useChoices, useNamed } from '../../service/choices.ts'
import { closeOutPagesQuery } from '../../service/close-out-queries.ts'
import { pageSizeMax } from '../../service/pages.ts'
import { usePages } from '../../service/read.ts'
import { useReader } from '../../service/reader.ts'
import { useClient } from '../../service/service.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { filtersOf } from '../../table/table-search.ts'
import { closeOutColumns } from './close-out-columns.tsx'
import styles from '../orders/orders.module.css'

const pageSize = 200

/** The declared defaults and close-outs that match the address, newest first. */
export function CloseOuts() {
  const search = useSearch({ from: '/close-outs' })
  const navigate = useNavigate()
  const client = useClient()
  const { statesOf } = useChoices()
  const columns = closeOutColumns(useReader(), useNamed())
  const filter = filtersOf(search)
  const pages = usePages(closeOutPagesQuery, { ...filter, page_size: pageSize })
  return (
    <section className={styles['screen']}>
      <Title>Defaults and close-outs</Title>
      <div className="filters">
        <Choice
          label="Status"
          value={search.status}
          options={statesOf('close_out')}
          choose={(status) => {
            void navigate({ to: '/close-outs', search: { ...search, status } })
          }}
        />
      </div>
      <Read of={pages} what="the close-outs" none="No close-out matches these filters.">
        {(closeOuts) => (
          <DataTable
            name="Defaults and close-outs"
            what="close-outs"
            columns={columns}
            rows={closeOuts}
            idOf={idOf}
            pages={pages}
            served={['-created']}
            search={search}
            change={(changed) => {
              void navigate({ to: '/close-outs', search: { ...search, ...changed } })
            }}
            open={({ id }) => {
              void navigate({ to: '/close-outs/$closeOutId', params: { closeOutId: id } })
            }}
            readAll={(signal) =>
              client.closeOuts.list({ ...filter, page_size: pageSizeMax }, { signal })
            }
            tools={<p>A default is declared from a position.</p>}
          />
        )}
      </Read>
    </section>
  )
}

const idOf = ({ id }: CloseOut): string => id
