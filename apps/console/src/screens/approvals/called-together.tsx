import type { ResolvedRequest } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Figure } from '../../figures/figure.tsx'
import { reasonWords } from '../../figures/state-words.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'

type Call = NonNullable<ResolvedRequest['calls']>[number]

const columns: readonly Column<Call>[] = [
  {
    id: 'order',
    name: 'Order',
    kind: 'decimal',
    value: ({ order_id_pretty: number }) => String(number),
    cell: ({ order_id: orderId, order_id_pretty: number }) => (
      <Link to="/orders/$orderId" params={{ orderId }}>
        {number}
      </Link>
    ),
  },
  {
    id: 'amount',
    name: 'Collateral',
    kind: 'decimal',
    value: ({ quantity }) => quantity,
    cell: ({ quantity, token }) => <Figure value={quantity} unit={token} />,
  },
  {
    id: 'usd',
    name: 'USD',
    kind: 'decimal',
    value: ({ notional_usd: usd }) => usd,
    cell: ({ notional_usd: usd }) => <Figure value={usd} />,
  },
  {
    id: 'before',
    name: 'Coverage now, %',
    kind: 'decimal',
    value: ({ before_percent: percent }) => percent,
    cell: ({ before_percent: percent }) => <Figure value={percent} missing="unknown" />,
  },
  {
    id: 'after',
    name: 'After, %',
    kind: 'decimal',
    value: ({ after_percent: percent }) => percent,
    cell: ({ after_percent: percent }) => <Figure value={percent} missing="unknown" />,
  },
  {
    id: 'reason',
    name: 'Refused now',
    value: ({ reason }) => (reason === null ? 'no' : reasonWords(reason)),
  },
]

/** What a call set calls of each deal, and how each is covered before and after. */
export function CalledTogether({ calls }: { readonly calls: readonly Call[] }) {
  return (
    <OwnTable
      name="Calls"
      what="calls"
      columns={columns}
      rows={calls}
      idOf={({ position_id: id }) => id}
    />
  )
}
