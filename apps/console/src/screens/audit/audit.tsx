import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Button } from 'react-aria-components'
import { MorePages } from '../../figures/more-pages.tsx'
import page from '../../figures/page.module.css'
import { Empty, Failure, Loading } from '../../figures/states.tsx'
import { Age } from '../../figures/time.tsx'
import { auditPagesQuery } from '../../service/audit-queries.ts'
import { useClient } from '../../service/service.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditRows } from './audit-rows.tsx'

/** What an operation does is loaded when a request is looked at. */
const RequestDetail = lazy(async () => {
  const { RequestDetail: component } = await import('./request-detail.tsx')
  return { default: component }
})

/** Every signed request of the organization and every change of its credentials. */
export function Audit() {
  const search = useSearch({ from: '/audit' })
  const { request, ...filter } = search
  const pages = useInfiniteQuery(auditPagesQuery(useClient(), filter))
  const entries = pages.data?.pages.flatMap((one) => one.audit_entries) ?? []
  return (
    <div className={page['screen']}>
      <div className={page['head']}>
        <h1>Audit trail</h1>
        <Button
          className="button"
          isDisabled={pages.isFetching}
          onPress={() => void pages.refetch()}
        >
          Read again
        </Button>
      </div>
      <AuditFilters search={search} />
      {pages.isPending && <Loading what="the audit trail" />}
      {pages.isLoadingError && (
        <Failure error={pages.error} what="the audit trail" again={() => void pages.refetch()} />
      )}
      {request !== undefined && (
        <Suspense fallback={<Loading what="the request" />}>
          <RequestDetail requestId={request} />
        </Suspense>
      )}
      {pages.isSuccess && (
        <p className={page['fine']} role="status">
          {entries.length} {entries.length === 1 ? 'entry' : 'entries'},{' '}
          {pages.hasNextPage ? 'and there may be older ones' : 'which is all'}. Read{' '}
          <Age of={new Date(pages.dataUpdatedAt).toISOString()} />.
        </p>
      )}
      {pages.isSuccess && entries.length === 0 && (
        <Empty>
          {pages.hasNextPage
            ? 'None of the entries that were looked at matches. Look further back.'
            : 'No entry matches.'}
        </Empty>
      )}
      {entries.length > 0 && <AuditRows entries={entries} />}
      <MorePages pages={pages}>Older entries</MorePages>
    </div>
  )
}
