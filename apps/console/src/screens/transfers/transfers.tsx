import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { Empty, Failure, Loading } from '../../figures/states.tsx'
import { transferPagesQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { TransferRows } from './transfer-rows.tsx'
import { TransferFilters } from './transfer-filters.tsx'
import styles from './transfers.module.css'

/** The transfers that match the address. Its query is that of the operation. */
export function Transfers() {
  const search = useSearch({ from: '/transfers' })
  const pages = useInfiniteQuery(transferPagesQuery(useClient(), { ...search, page_size: 100 }))
  const transfers = pages.data?.pages.flatMap((page) => page.transfers) ?? []
  return (
    <section className={styles['screen']}>
      <h1>Transfers</h1>
      <TransferFilters search={search} />
      {pages.isError && (
        <Failure error={pages.error} what="the transfers" again={() => void pages.refetch()} />
      )}
      {pages.isPending && <Loading what="transfers" />}
      {pages.isSuccess && transfers.length === 0 && (
        <Empty>
          {/* The service looks at so many transfers at a time. */}
          {pages.hasNextPage
            ? 'None of the newest transfers matches these filters.'
            : 'No transfer matches these filters.'}
        </Empty>
      )}
      {transfers.length > 0 && <TransferRows transfers={transfers} />}
      {pages.hasNextPage && (
        <Button
          className="button"
          isDisabled={pages.isFetchingNextPage}
          onPress={() => void pages.fetchNextPage()}
        >
          {pages.isFetchingNextPage ? 'Reading …' : 'Older transfers'}
        </Button>
      )}
    </section>
  )
}
