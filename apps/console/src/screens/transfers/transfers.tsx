import { useSearch } from '@tanstack/react-router'
import { MorePages } from '../../figures/more-pages.tsx'
import { Read } from '../../figures/read.tsx'
import { Title } from '../../figures/title.tsx'
import { transferPagesQuery } from '../../service/queries.ts'
import { usePages } from '../../service/read.ts'
import { TransferRows } from './transfer-rows.tsx'
import { TransferFilters } from './transfer-filters.tsx'
import styles from './transfers.module.css'

/** The transfers that match the address. Its query is that of the operation. */
export function Transfers() {
  const search = useSearch({ from: '/transfers' })
  const pages = usePages(transferPagesQuery, { ...search, page_size: 100 })
  // The service looks at so many transfers at a time.
  const none = pages.hasNextPage
    ? 'None of the newest transfers matches these filters.'
    : 'No transfer matches these filters.'
  return (
    <section className={styles['screen']}>
      <Title>Transfers</Title>
      <TransferFilters search={search} />
      <Read of={pages} what="the transfers" none={none}>
        {(transfers) => <TransferRows transfers={transfers} />}
      </Read>
      <MorePages of={pages}>Older transfers</MorePages>
    </section>
  )
}
