import type { Position, PositionPrices } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Age } from '../../figures/time.tsx'
import { positionPricesQuery } from '../../service/history-queries.ts'
import { useRead } from '../../service/read.ts'
import { PriceLadder } from './price-ladder.tsx'
import styles from './position.module.css'

type PriceLine = PositionPrices['asset']
type DatedPrice = NonNullable<PriceLine['now']>

/** The prices of both assets: at the last market cut, at the last mark-to-market, now. */
export function Prices({ position }: { readonly position: Position }) {
  const prices = useRead(positionPricesQuery, position.id)
  const { asset, collateral_asset: collateral } = position
  const lastM2m: DatedPrice = {
    price_usd: position.price_at_last_m2m,
    source: prices.data?.asset.at_last_m2m?.source ?? '',
    observe_time: position.last_m2m_at,
  }
  return (
    <div className="panel">
      <h2>Prices, USD</h2>
      <TableScroll name="Prices">
        <table>
          <thead>
            <tr>
              <th>Asset</th>
              <th className="number">Last market cut</th>
              <th className="number">Last mark-to-market</th>
              <th className="number">Now</th>
            </tr>
          </thead>
          <tbody>
            <PriceRow
              asset={asset}
              now={position.current_price}
              line={prices.data?.asset}
              lastM2m={lastM2m}
            />
            <PriceRow
              asset={collateral}
              now={position.collateral_price}
              line={prices.data?.collateral}
              lastM2m={prices.data?.collateral.at_last_m2m ?? null}
            />
          </tbody>
        </table>
      </TableScroll>
    </div>
  )
}

function PriceRow({
  asset,
  now,
  line,
  lastM2m,
}: {
  readonly asset: string
  readonly now: string | null
  readonly line: PriceLine | undefined
  readonly lastM2m: DatedPrice | null
}) {
  return (
    <tr>
      <th scope="row">{asset}</th>
      <td className="number">
        <Dated price={line?.at_last_market_cut ?? null} missing="no cut yet" />
      </td>
      <td className="number">
        <Dated price={lastM2m} missing="not marked yet" />
      </td>
      <td className="number">
        <Figure value={now} missing="no current price" />
        <small className={styles['origin']}>
          {line?.newest_observe_time == null ? (
            line?.state
          ) : (
            <>
              {line.now?.source ?? line.state}, <Age of={line.newest_observe_time} />
            </>
          )}
        </small>
      </td>
    </tr>
  )
}

function Dated({
  price,
  missing,
}: {
  readonly price: DatedPrice | null
  readonly missing: string
}) {
  return (
    <>
      <Figure value={price?.price_usd} missing={missing} />
      {price !== null && (
        <small className={styles['origin']}>
          {price.source !== '' && `${price.source}, `}
          <Age of={price.observe_time} />
        </small>
      )}
    </>
  )
}

/** The prices at which something would happen, if all else stayed equal. */
export function TriggerPrices({ position }: { readonly position: Position }) {
  const prices = useRead(positionPricesQuery, position.id)
  const pairs = prices.data?.trigger_prices ?? []
  return (
    <section className="panel" aria-label="Trigger prices">
      <h2>Trigger prices</h2>
      <div className={styles['ladders']}>
        <PriceLadder
          asset={position.asset}
          now={position.current_price}
          pairs={pairs}
          of="asset_price"
        />
        <PriceLadder
          asset={position.collateral_asset}
          now={position.collateral_price}
          pairs={pairs}
          of="collateral_price"
        />
      </div>
      <p className={styles['note']}>
        For each asset at the current price of the other, with everything else as it is.
      </p>
    </section>
  )
}
