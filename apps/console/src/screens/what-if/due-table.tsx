import type { ReactNode } from 'react'
import { Figure } from '../../figures/figure.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import type { ShownDue } from './book-worker.ts'

/** What would be due, a line a change or a counterparty. */
export function DueTable({
  name,
  first,
  rows,
}: {
  readonly name: string
  readonly first: string
  readonly rows: readonly {
    readonly key: string
    readonly first: ReactNode
    /** Undefined while it is computed. */
    readonly due: ShownDue | undefined
  }[]
}) {
  return (
    <TableScroll name={name}>
      <table>
        <thead>
          <tr>
            <th>{first}</th>
            <th className="number">Calls</th>
            <th className="number">Called, USD</th>
            <th className="number">Releases</th>
            <th className="number">Released, USD</th>
            <th className="number">Due, not to be sent</th>
            <th className="number">Of that, USD</th>
            <th className="number">At liquidation</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, first: title, due }) => (
            <tr key={key}>
              <td>{title}</td>
              {due === undefined ? (
                <td colSpan={7}>computing …</td>
              ) : (
                <>
                  <td className="number">{due.calls}</td>
                  <td className="number">
                    <Figure value={due.callsUsd} />
                  </td>
                  <td className="number">{due.releases}</td>
                  <td className="number">
                    <Figure value={due.releasesUsd} />
                  </td>
                  <td className="number">{due.blocked}</td>
                  <td className="number">
                    <Figure value={due.blockedUsd} />
                  </td>
                  <td className="number">{due.atLiquidation}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
