import type { Position } from '@vadium/client'
import { useEffect, useMemo } from 'react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { OldestPrice } from '../../figures/oldest-price.tsx'
import { Read } from '../../figures/read.tsx'
import { Title } from '../../figures/title.tsx'
import { useOwnId } from '../../service/people.ts'
import { positionPagesQuery } from '../../service/queries.ts'
import { type Pages, usePages } from '../../service/read.ts'
import { Reader } from '../../service/reader.ts'
import { useClient } from '../../service/service.tsx'
import { useShownPositions } from '../../service/shown-positions.ts'
import { DataTable } from '../../table/data-table.tsx'
import { filtersOf, type TableSearch } from '../../table/table-search.ts'
import { positionColumns } from './position-columns.tsx'
import { PositionFilters } from './position-filters.tsx'
import styles from './positions.module.css'

const pageSize = 200

/** The sortings of the operation. */
const served = ['coverage', '-created'] as const

/** All positions that match the address, worst first. */
export function Positions() {
  const search = useSearch({ from: '/positions' })
  const navigate = useNavigate()
  const client = useClient()
  const ownId = useOwnId()
  const columns = useMemo(() => positionColumns(new Reader(ownId), ownId), [ownId])
  const filter = {
    ...filtersOf(search),
    order_by: search.sort === '-created' ? 'create_time' : 'coverage',
    page_size: pageSize,
  } as const
  const pages = usePages(positionPagesQuery, filter)
  const { positions: data, shows } = useShownPositions(pages)
  const isLooking = useIsLooking(pages)
  return (
    <section className={styles['screen']}>
      <Title>Positions</Title>
      <PositionFilters search={search} />
      <Read
        of={{ ...pages, data }}
        what="the positions"
        none={isLooking ? 'Looking further …' : 'No position matches these filters.'}
      >
        {(positions) => (
          <DataTable
            name="Positions"
            what="positions"
            columns={columns}
            rows={positions}
            idOf={idOf}
            pages={pages}
            search={search}
            served={served}
            shows={shows}
            change={(changed: TableSearch) => {
              void navigate({ to: '/positions', search: { ...search, ...changed } })
            }}
            open={({ id }) => {
              void navigate({ to: '/positions/$positionId', params: { positionId: id } })
            }}
            readAll={(signal) => client.positions.list(filter, { signal })}
            tools={<OldestPrice times={positions.map(({ price_time: time }) => time)} />}
          />
        )}
      </Read>
    </section>
  )
}

const idOf = ({ id }: Position): string => id

/** A filter on prices may leave nothing of a page: the next one is read until a position matches. */
function useIsLooking({
  data,
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  fetchNextPage,
}: Pages<Position>): boolean {
  const isLooking = data?.length === 0 && hasNextPage && !isFetchNextPageError
  useEffect(() => {
    if (isLooking && !isFetchingNextPage) void fetchNextPage()
  }, [isLooking, isFetchingNextPage, fetchNextPage])
  return isLooking
}
