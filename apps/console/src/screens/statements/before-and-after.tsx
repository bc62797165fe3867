import type { CloseOutStatement } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'

/** What a close-out in part leaves of a deal, and that it meets the requirement. */
export function BeforeAndAfter({ statement }: { readonly statement: CloseOutStatement }) {
  const { asset, asset_quantity, collateral, calculation } = statement
  const [held] = collateral
  const step = (name: string) => calculation.steps.find((one) => one.name === name)?.value ?? null
  const rows = [
    ['Lent', asset_quantity, step('asset_after'), asset],
    ['Pledged', held?.quantity ?? null, step('collateral_after'), held?.asset],
    ['Collateral required', step('required'), step('required_after'), 'USD'],
    ['Collateral as it counts', step('credited'), step('credited_after'), 'USD'],
  ] as const
  return (
    <TableScroll name="Before and after the close-out">
      <table>
        <thead>
          <tr>
            <th>Of the deal</th>
            <th className="number">Before</th>
            <th className="number">After</th>
            <th>Unit</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, before, after, unit]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="number">
                <Figure value={before} column missing="unknown" />
              </td>
              <td className="number">
                <Figure value={after} column missing="unknown" />
              </td>
              <td>{unit}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
