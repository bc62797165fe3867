import type { ResolvedMovement } from '@vadium/client'
import type { UseQueryResult } from '@tanstack/react-query'
import { Figure } from '../../figures/figure.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { useReader } from '../../service/reader.ts'
import { Wallet } from '../what-moves/what-moves.tsx'
import type { Looked, ManyItem } from './many-items.ts'
import styles from './many.module.css'

/** A row each: whether it is sent, what it moves, the coverage by it, or why it is left out. */
export function ManyRows({
  rows,
  left,
  change,
}: {
  readonly rows: readonly {
    readonly item: ManyItem
    readonly look: UseQueryResult<Looked> | undefined
  }[]
  /** The ids of those that the person has taken out. */
  readonly left: ReadonlySet<string>
  readonly change: (id: string, isIn: boolean) => void
}) {
  return (
    <TableScroll name="What is sent">
      <table>
        <thead>
          <tr>
            <th>Send</th>
            <th>What</th>
            <th>What moves</th>
            <th className="number">USD</th>
            <th className="number">Coverage now, %</th>
            <th className="number">Afterwards, %</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ item: { id, name }, look }) => {
            const looked = look?.data
            const isPossible = looked !== undefined && looked.whyNot === undefined
            return (
              <tr key={id}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={name}
                    disabled={!isPossible}
                    checked={isPossible && !left.has(id)}
                    onChange={({ target }) => {
                      change(id, target.checked)
                    }}
                  />
                </td>
                <td>{name}</td>
                <td className={styles['moves']}>
                  {looked?.movements.map((movement) => (
                    <Movement key={`${movement.leg} ${movement.when}`} of={movement} />
                  ))}
                  {looked?.whyNot !== undefined && <div>Left out: {looked.whyNot}</div>}
                  {look?.error != null && <div>Left out: {look.error.message}</div>}
                </td>
                <td className="number">
                  {looked?.movements.map(({ leg, when, notional_usd: usd }) => (
                    <div key={`${leg} ${when}`}>
                      <Figure value={usd} />
                    </div>
                  ))}
                </td>
                <td className="number">
                  <Figure value={looked?.coverage?.before} />
                </td>
                <td className="number">
                  <Figure value={looked?.coverage?.after} />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableScroll>
  )
}

function Movement({
  of: { leg, token, quantity, sender, receiver },
}: {
  readonly of: ResolvedMovement
}) {
  const reader = useReader()
  const [from, to] = [sender, receiver].map((party) => ({
    id: party.organization_id,
    name: party.organization_name,
  }))
  if (from === undefined || to === undefined) return null
  return (
    <div>
      {reader.does(from, 'send')}{' '}
      {quantity === null ? `the ${leg} in ${token}` : <Figure value={quantity} unit={token} />} to{' '}
      {reader.whom(to)}
      <small className={styles['fine']}>
        from <Wallet of={sender} /> into <Wallet of={receiver} />
      </small>
    </div>
  )
}
