import type { MarkToMarketPreviewResponse } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { afterSettlement } from './after-settlement.ts'
import styles from './confirmation.module.css'

/** What the position holds now, and once the transfer has settled at these prices. */
export function BeforeAndAfter({ answer }: { readonly answer: MarkToMarketPreviewResponse }) {
  const { preview } = answer
  const after = afterSettlement(answer)
  const asset = preview.collateral_asset
  const rows = [
    {
      name: `Collateral settled, ${asset}`,
      now: after?.before.collateralQuantity,
      then: after?.collateralQuantity,
    },
    {
      name: `In transit to the lender, ${asset}`,
      now: after?.before.deliveriesInTransit,
      then: after?.before.deliveriesInTransit,
    },
    {
      name: `In transit to the borrower, ${asset}`,
      now: after?.before.returnsInTransit,
      then: after?.before.returnsInTransit,
    },
    {
      name: 'Value of the collateral, USD',
      now: after?.before.collateralValueUsd,
      then: after?.collateralValueUsd,
    },
    { name: 'LTV, %', now: preview.ltv_percent, then: after?.ltvPercent },
    { name: 'Coverage, %', now: preview.ccr_percent, then: after?.ccrPercent },
  ]
  return (
    <section className={styles['compared']}>
      <h3>Before and after</h3>
      <TableScroll name="Before and after">
        <table>
          <thead>
            <tr>
              <th>Figure</th>
              <th className="number">Now</th>
              <th className="number">Once settled, at these prices</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, now, then }) => (
              <tr key={name}>
                <td className="prose">{name}</td>
                <td className="number">
                  <Figure value={now} missing="none" />
                </td>
                <td className="number">
                  <Figure value={then} missing="none" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
      <p className={styles['fine']}>
        “Once settled” is hypothetical: computed here by the published margin package.
      </p>
    </section>
  )
}
