import type { Position } from '@vadium/client'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Button } from 'react-aria-components'
import { CoverageMeter } from '../../figures/coverage-meter.tsx'
import { Figure } from '../../figures/figure.tsx'
import { useMachineNow } from '../../figures/now.ts'
import { Empty, Failure, Loading } from '../../figures/states.tsx'
import { spanText } from '../../figures/time.tsx'
import { VirtualTable } from '../../figures/virtual-table.tsx'
import { callerQuery, positionPagesQuery, rereadPagesMax } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { DueAndNext, PositionHead, Ratio, RoomToCall } from './position-cells.tsx'
import { PositionFilters } from './position-filters.tsx'
import styles from './positions.module.css'

const pageSize = 200

/** All positions that match the address, worst first. */
export function Positions() {
  const client = useClient()
  const search = useSearch({ from: '/positions' })
  const queries = useQueryClient()
  const caller = useQuery(callerQuery(client))
  const pages = useInfiniteQuery(
    positionPagesQuery(client, { order_by: 'coverage', ...search, page_size: pageSize }),
  )
  const positions = useMemo(
    () => pages.data?.pages.flatMap((page) => page.positions) ?? [],
    [pages.data],
  )
  const ownId = caller.data?.organization.id ?? ''
  return (
    <section className={styles['screen']}>
      <h1>Positions</h1>
      <PositionFilters search={search} />
      {pages.isLoadingError && (
        <Failure error={pages.error} what="the positions" again={() => void pages.refetch()} />
      )}
      {pages.isPending && <Loading what="positions" />}
      {pages.isSuccess && positions.length === 0 && (
        <Empty>No position matches these filters.</Empty>
      )}
      {pages.data !== undefined && pages.data.pages.length > rereadPagesMax && (
        <LongList
          length={positions.length}
          readAtMs={pages.data.pages[0]?.readAtMs ?? 0}
          readAgain={() => void queries.resetQueries({ queryKey: ['positions', 'pages'] })}
        />
      )}
      {positions.length > 0 && (
        <VirtualTable
          name="Positions"
          items={positions}
          head={head}
          minWidth="82rem"
          row={(position, rowIndex) => (
            <PositionRow key={position.id} rowIndex={rowIndex} position={position} ownId={ownId} />
          )}
          more={pages.hasNextPage && !pages.isFetchingNextPage && !pages.isFetchNextPageError}
          fetchMore={() => void pages.fetchNextPage()}
        />
      )}
      {pages.isFetchNextPageError && (
        // The prices of the first page are kept for a minute; then the list begins again.
        <Failure error={pages.error} what="the next page" again={() => void pages.refetch()} />
      )}
    </section>
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
        <CoverageMeter position={position} />
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
