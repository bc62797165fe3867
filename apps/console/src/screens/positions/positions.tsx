import type { Position } from '@vadium/client'
import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { CoverageMeter } from '../../figures/coverage-meter.tsx'
import { DownloadProgress } from '../../figures/download-progress.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Title } from '../../figures/title.tsx'
import { useMachineNow } from '../../service/now.ts'
import { Read } from '../../figures/read.tsx'
import { spanText } from '../../figures/time.tsx'
import { OldestPrice } from '../../figures/oldest-price.tsx'
import { VirtualTable } from '../../figures/virtual-table.tsx'
import { useDownload } from '../../service/download.ts'
import { useOwnId } from '../../service/people.ts'
import { rereadPagesMax } from '../../service/long-list.ts'
import { positionPagesQuery } from '../../service/queries.ts'
import { type Pages, usePages } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { DueAndNext, PositionHead, Ratio, RoomToCall } from './position-cells.tsx'
import { PositionFilters } from './position-filters.tsx'
import type { PositionSearch } from './position-search.ts'
import { coverageUnderWay } from './under-way.ts'
import styles from './positions.module.css'

const pageSize = 200

/** All positions that match the address, worst first. */
export function Positions() {
  const search = useSearch({ from: '/positions' })
  const queries = useQueryClient()
  const ownId = useOwnId()
  const pages = usePages(positionPagesQuery, {
    order_by: 'coverage',
    ...search,
    page_size: pageSize,
  })
  const read = pages.query.data?.pages ?? []
  const isLooking = useIsLooking(pages)
  return (
    <section className={styles['screen']}>
      <div className={styles['head']}>
        <Title>Positions</Title>
        <SaveAsCsv search={search} />
      </div>
      <PositionFilters search={search} />
      {read.length > rereadPagesMax && (
        <LongList
          length={pages.data?.length ?? 0}
          readAtMs={read[0]?.readAtMs ?? 0}
          readAgain={() => void queries.resetQueries({ queryKey: ['positions', 'pages'] })}
        />
      )}
      <Read
        of={pages}
        what="the positions"
        none={isLooking ? 'Looking further …' : 'No position matches these filters.'}
      >
        {(positions) => (
          <>
            <OldestPrice times={positions.map(({ price_time: time }) => time)} />
            <VirtualTable
              name="Positions"
              items={positions}
              head={head}
              minWidth="82rem"
              row={(position, rowIndex) => (
                <PositionRow key={position.id} {...{ rowIndex, position, ownId }} />
              )}
              pages={pages}
            />
          </>
        )}
      </Read>
    </section>
  )
}

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

/** Saves every position that matches the filters, with all columns of the API. */
function SaveAsCsv({
  search: { order_by: _order, ...filter },
}: {
  readonly search: PositionSearch
}) {
  const client = useClient()
  const { download, begin } = useDownload()
  return (
    <>
      <Button
        className="button"
        isDisabled={download.state === 'reading'}
        onPress={() => {
          const name = `vadium-positions-${new Date().toISOString().replaceAll(/[:.]/g, '')}.csv`
          void begin(name, 'text/csv', (signal) =>
            client.positions.export({ ...filter, format: 'csv' }, { signal }),
          )
        }}
      >
        Save as CSV
      </Button>
      <DownloadProgress download={download} />
    </>
  )
}

/** Says that a long list does not follow the events, and how old its first page is. */
function LongList({
  length,
  readAtMs,
  readAgain,
}: {
  readonly length: number
  readonly readAtMs: number
  readonly readAgain: () => void
}) {
  const now = useMachineNow()
  return (
    <p className={styles['long']}>
      {length} positions, read {spanText(now - readAtMs)} ago. A list that is scrolled so far is
      read again only when you ask.{' '}
      <Button className="button" onPress={readAgain}>
        Read again from the start
      </Button>
    </p>
  )
}

const head = (
  <>
    <th>Order</th>
    <th>Counterparty</th>
    <th>State</th>
    <th className="number">Coverage, %</th>
    <th>Levels</th>
    <th className="number">Room to call, points</th>
    <th className="number">Due, USD</th>
    <th>Next</th>
    <th className="number">LTV, %</th>
    <th className="number">Lent</th>
    <th className="number">Value, USD</th>
    <th className="number">Collateral</th>
  </>
)

function PositionRow({
  position,
  ownId,
  rowIndex,
}: {
  readonly position: Position
  readonly ownId: string
  readonly rowIndex: number
}) {
  const navigate = useNavigate()
  return (
    <tr
      aria-rowindex={rowIndex}
      className={styles['row']}
      onClick={() => {
        void navigate({ to: '/positions/$positionId', params: { positionId: position.id } })
      }}
    >
      <PositionHead position={position} ownId={ownId} />
      <td>
        <CoverageMeter position={position} zone={coverageUnderWay(position)?.zone} />
      </td>
      <td className="number">
        <RoomToCall position={position} />
      </td>
      <DueAndNext position={position} />
      <td className="number">
        <Ratio position={position} of="ltv_percent" />
      </td>
      <td className="number">
        <Figure value={position.asset_quantity} unit={position.asset} column />
      </td>
      <td className="number">
        <Figure value={position.asset_notional_usd} missing="no price" />
      </td>
      <td className="number">
        <Figure value={position.collateral_quantity} unit={position.collateral_asset} column />
      </td>
    </tr>
  )
}
