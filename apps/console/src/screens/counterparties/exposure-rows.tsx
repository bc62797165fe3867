import { Fragment } from 'react'
import { Figure } from '../../figures/figure.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { isZero } from '../../figures/decimal-text.ts'
import { Age, spanText } from '../../figures/time.tsx'
import { useNow } from '../../service/now.ts'
import styles from './counterparties.module.css'
import type { AssetExposure, BoundedSum, CounterpartyExposure, ExposureTexts } from './exposures.ts'

/** A sum for each counterparty, and below it its assets. */
export function ExposureRows({
  exposures,
}: {
  readonly exposures: readonly CounterpartyExposure[]
}) {
  return (
    <TableScroll name="Exposure by counterparty and asset">
      <table>
        <thead>
          <tr>
            <th>Counterparty</th>
            <th>In</th>
            <th className="number">Lent</th>
            <th className="number">Borrowed</th>
            <th className="number">Collateral held</th>
            <th className="number">Collateral posted</th>
            <th className="number">Net</th>
            <th className="number">Net, USD</th>
            <th>Price of</th>
          </tr>
        </thead>
        <tbody>
          {exposures.map((exposure) => (
            <Fragment key={exposure.id}>
              <tr className={styles['sum']}>
                <th scope="row" className="cut" title={exposure.name}>
                  {exposure.name}
                </th>
                <td>USD</td>
                {parts.map((part) => (
                  <td key={part} className="number">
                    <Sum sum={exposure.usd[part]} />
                  </td>
                ))}
                <td className="number">
                  <Sum sum={exposure.usd.net} />
                </td>
                <td className="prose">
                  {exposure.positions} positions
                  {exposure.unpriced.map((row) => (
                    <Without key={row.asset} row={row} />
                  ))}
                </td>
              </tr>
              {exposure.assets.map((row) => (
                <AssetRow key={row.asset} row={row} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function Sum({ sum }: { readonly sum: BoundedSum | null }) {
  return (
    <>
      {sum?.bound !== undefined && `${sum.bound} `}
      <Figure value={sum?.value} missing="no price" />
    </>
  )
}

/** What a sum leaves out, and for how long it has had no price. */
function Without({ row: { asset, units, price } }: { readonly row: AssetExposure }) {
  const now = useNow()
  const observed = price?.observe_time ?? null
  const left = parts.filter((part) => part !== 'net' && !isZero(units[part]))
  return (
    <>
      , without{' '}
      {left.map((part, i) => (
        <Fragment key={part}>
          {i > 0 && ' and '}
          <Figure value={units[part]} unit={asset} />
        </Fragment>
      ))}{' '}
      (no price{observed !== null && ` for ${spanText(now - Date.parse(observed))}`})
    </>
  )
}

function AssetRow({ row: { asset, units, usd, price } }: { readonly row: AssetExposure }) {
  return (
    <tr>
      <td />
      <td>{asset}</td>
      <Parts texts={units} />
      <td className="number">
        <Figure value={usd?.net} missing="no price" />
      </td>
      <td>
        {usd === null ? (price?.state ?? 'no price') : <Age of={price?.observe_time ?? null} />}
      </td>
    </tr>
  )
}

const parts = ['lent', 'borrowed', 'collateralHeld', 'collateralPosted', 'net'] as const

function Parts({ texts }: { readonly texts: ExposureTexts | null }) {
  return parts.map((part) => (
    <td key={part} className="number">
      <Figure value={texts?.[part]} missing="no price" />
    </td>
  ))
}
