import type { Transfer } from '@vadium/client'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { MorePages } from '../../figures/more-pages.tsx'
import { Read } from '../../figures/read.tsx'
import { Title } from '../../figures/title.tsx'
import { pageSizeMax } from '../../service/pages.ts'
import { useOwnId } from '../../service/people.ts'
import { transferPagesQuery } from '../../service/queries.ts'
import { usePages } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { filtersOf } from '../../table/table-search.ts'
import { totalOf, withTotals } from '../../table/total.ts'
import { useTransferColumns } from './transfer-rows.tsx'
import { TransferFilters } from './transfer-filters.tsx'
import type { ListFilters, TransferSearch } from './transfer-search.ts'
import styles from './transfers.module.css'

/** The transfers that match the address. Its query is that of the operation. */
export function Transfers() {
  const { under_way: direction, ...search } = useSearch({ from: '/transfers' })
  if (direction !== undefined) return <UnderWay direction={direction} />
  return (
    <section className={styles['screen']}>
      <Title>Transfers</Title>
      <TransferFilters search={search} />
      <Listed name="Transfers" filter={filtersOf(search)} />
    </section>
  )
}

const totals = { usd: totalOf(({ notional }: Transfer) => notional) }

function Listed({ name, filter }: { readonly name: string; readonly filter: ListFilters }) {
  const search = useSearch({ from: '/transfers' })
  const navigate = useNavigate()
  const client = useClient()
  const pages = usePages(transferPagesQuery, { ...filter, page_size: 100 })
  const columns = withTotals(useTransferColumns(pages.data ?? []), totals)
  // The service looks at so many transfers at a time.
  const none = pages.hasNextPage
    ? 'None of the newest transfers matches these filters.'
    : 'No transfer matches these filters.'
  return (
    <>
      <Read of={pages} what="the transfers" none={none}>
        {(transfers) => (
          <DataTable
            name={name}
            what="transfers"
            columns={columns}
            rows={transfers}
            idOf={({ id }) => id}
            pages={pages}
            isReadByHand
            served={['-created']}
            search={search}
            change={(changed) => {
              void navigate({ to: '/transfers', search: { ...search, ...changed } })
            }}
            open={({ id }) => {
              void navigate({ to: '/transfers/$transferId', params: { transferId: id } })
            }}
            readAll={(signal) =>
              client.transfers.list({ ...filter, page_size: pageSizeMax }, { signal })
            }
          />
        )}
      </Read>
      <MorePages of={pages}>Older transfers</MorePages>
    </>
  )
}

const titles = {
  to_us: 'Transfers in transit to us',
  from_us: 'Transfers in transit from us',
} as const

/** All transfers under way in one direction: those of both states in which one is. */
function UnderWay({ direction }: { readonly direction: NonNullable<TransferSearch['under_way']> }) {
  const own = `organizations/${useOwnId()}`
  const filter = direction === 'to_us' ? { receiver: own } : { sender: own }
  return (
    <section className={styles['screen']}>
      <Title>{titles[direction]}</Title>
      <p>
        <Link to="/transfers">All transfers</Link>
      </p>
      {own !== 'organizations/' && (
        <>
          <h2>In progress</h2>
          <Listed name="In progress" filter={{ ...filter, status: 'IN_PROGRESS' }} />
          <h2>Not sent yet</h2>
          <Listed name="Not sent yet" filter={{ ...filter, status: 'PENDING' }} />
        </>
      )}
    </section>
  )
}
