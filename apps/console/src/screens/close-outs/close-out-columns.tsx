import type { CloseOut } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { stateWords } from '../../figures/state-words.ts'
import type { Named, Reader } from '../../service/reader.ts'
import type { Column } from '../../table/column.ts'
import { causeWords, CloseOutStatus } from './close-out-words.tsx'

/** The columns of close-outs, for a reader. */
export const closeOutColumns = (
  reader: Reader,
  named: (id: string) => Named,
): readonly Column<CloseOut>[] => [
  {
    id: 'order',
    name: 'Order',
    isPinned: true,
    value: ({ order_id_pretty: number }) => String(number),
    cell: ({ id, order_id_pretty: number }) => (
      <Link to="/close-outs/$closeOutId" params={{ closeOutId: id }}>
        {number}
      </Link>
    ),
  },
  {
    id: 'declarer',
    name: 'Declared by',
    groups: true,
    value: ({ declarer_id: declarer }) => reader.whom(named(declarer)),
  },
  {
    id: 'cause',
    name: 'Cause',
    groups: true,
    value: ({ cause }) => causeWords(cause),
  },
  {
    id: 'state',
    name: 'State',
    groups: true,
    value: ({ status }) => stateWords(status),
    cell: (closeOut) => <CloseOutStatus closeOut={closeOut} />,
  },
  {
    id: 'claim',
    name: 'Claim, USD',
    kind: 'decimal',
    value: ({ statement }) => statement?.claim_usd ?? null,
    unit: () => 'USD',
  },
  {
    id: 'residual',
    name: 'Left of it, USD',
    kind: 'decimal',
    value: ({ statement }) => statement?.residual_claim_usd ?? null,
    unit: () => 'USD',
  },
  {
    id: 'counterparty',
    name: 'Counterparty',
    groups: true,
    value: ({ lender_id: lender, borrower_id: borrower }) =>
      nameOf(named(reader.isOwn(lender) ? borrower : lender)),
  },
  {
    id: 'created',
    name: 'Declared, UTC',
    kind: 'time',
    value: ({ create_time: time }) => time,
  },
]

const nameOf = ({ id, name }: Named): string => name ?? id
