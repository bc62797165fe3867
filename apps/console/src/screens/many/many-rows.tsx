import type { ResolvedMovement } from '@vadium/client'
import type { UseQueryResult } from '@tanstack/react-query'
import { Figure } from '../../figures/figure.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { useReader } from '../../service/reader.ts'
import { Maturity, Rate, TermsChange, Wallet, WalletChange } from '../what-moves/what-moves.tsx'
import type { Looked, ManyItem } from './many-items.ts'
import styles from './many.module.css'

/** One of many, and what was read when it was looked at. */
export interface ManyRow {
  readonly item: ManyItem
  readonly look: UseQueryResult<Looked>
}

/** What was read last, unless it is read again or could not be. */
export const usable = ({ look }: ManyRow): Looked | undefined =>
  look.isSuccess && !look.isFetching ? look.data : undefined

/** A row each: whether it is sent, what it moves, the coverage by it, or why it is left out. */
export function ManyRows({
  rows,
  left,
  change,
}: {
  readonly rows: readonly ManyRow[]
  /** The ids of those that the person has taken out. */
  readonly left: ReadonlySet<string>
  readonly change: (id: string, isIn: boolean) => void
}) {
  return (
    <TableScroll name="What is sent">
      <table>
        <thead>
          <tr>
            <th>
              <span className="visually-hidden">Whether it is sent</span>
            </th>
            <th>What</th>
            <th>What moves</th>
            <th className="number">USD</th>
            <th className="number">Coverage now, %</th>
            <th className="number">Afterwards, %</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.item.id} row={row} isLeft={left.has(row.item.id)} change={change} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function Row({
  row,
  isLeft,
  change,
}: {
  readonly row: ManyRow
  readonly isLeft: boolean
  readonly change: (id: string, isIn: boolean) => void
}) {
  const { item, look } = row
  const looked = usable(row)
  const isPossible = looked !== undefined && looked.whyNot === undefined
  const name = looked?.name ?? item.name
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={name}
          disabled={!isPossible}
          checked={isPossible && !isLeft}
          onChange={({ target }) => {
            change(item.id, target.checked)
          }}
        />
      </td>
      <td className={styles['moves']}>{name}</td>
      <td className={styles['moves']}>
        {look.isFetching && 'Reading …'}
        {looked !== undefined && <Meaning of={looked} />}
        {looked?.whyNot !== undefined && <div>Left out: {looked.whyNot}</div>}
        {look.isError && !look.isFetching && <div>Left out: {look.error.message}</div>}
      </td>
      <td className="number">
        {looked?.movements.map(({ notional_usd: usd }, index) => (
          // What a request moves has an order.
          <div key={index}>
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
}

function Meaning({
  of: { movements, wallet_changes: changes, rate, maturity, terms },
}: {
  readonly of: Looked
}) {
  return (
    <>
      {movements.map((movement, index) => (
        // What a request moves has an order.
        <Movement key={index} of={movement} />
      ))}
      {changes.map((change) => (
        <WalletChange key={change.leg} change={change} />
      ))}
      {rate !== null && <Rate rate={rate} />}
      {maturity !== null && <Maturity maturity={maturity} />}
      {terms !== null && <TermsChange terms={terms} />}
    </>
  )
}

/** When a movement is instructed, where that is not at once. */
export const whenWords: Readonly<Record<ResolvedMovement['when'], string>> = {
  at_once: '',
  when_accepted: ', when it is accepted',
  afterwards: ', afterwards',
}

function Movement({
  of: { leg, token, quantity, when, sender, receiver },
}: {
  readonly of: ResolvedMovement
}) {
  const reader = useReader()
  const from = { id: sender.organization_id, name: sender.organization_name }
  const to = { id: receiver.organization_id, name: receiver.organization_name }
  return (
    <div>
      {reader.does(from, 'send')}{' '}
      {quantity === null ? `the ${leg} in ${token}` : <Figure value={quantity} unit={token} />} to{' '}
      {reader.whom(to)}
      {whenWords[when]}
      <small className={styles['fine']}>
        from <Wallet of={sender} firm={sender.organization_name} /> into{' '}
        <Wallet of={receiver} firm={receiver.organization_name} />
      </small>
    </div>
  )
}
