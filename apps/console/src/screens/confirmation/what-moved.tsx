import type { MarkToMarketPreviewResponse } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import styles from './confirmation.module.css'

const compared = [
  ['current_price', 'Price of the asset, USD'],
  ['m2m_collateral_amount', 'Amount'],
  ['m2m_notional_usd', 'Amount, USD'],
  ['ltv_percent', 'LTV, %'],
  ['ccr_percent', 'Coverage, %'],
] as const

/** The figures of the preview before, beside the new ones, where they differ. */
export function WhatMoved({
  before,
  after,
}: {
  readonly before: MarkToMarketPreviewResponse
  readonly after: MarkToMarketPreviewResponse
}) {
  const moved = compared.filter(([member]) => before.preview[member] !== after.preview[member])
  if (moved.length === 0) return <p>No figure has moved since the preview before.</p>
  return (
    <section className={styles['moved']}>
      <h3>What moved since the preview before</h3>
      <TableScroll name="What moved">
        <table>
          <thead>
            <tr>
              <th>Figure</th>
              <th className="number">Before</th>
              <th className="number">Now</th>
            </tr>
          </thead>
          <tbody>
            {moved.map(([member, name]) => (
              <tr key={member}>
                <td>{name}</td>
                <td className="number">
                  <s>
                    <Figure value={before.preview[member]} missing="none" />
                  </s>
                </td>
                <td className="number">
                  <mark>
                    <Figure value={after.preview[member]} missing="none" />
                  </mark>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </section>
  )
}
