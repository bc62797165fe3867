import type { Transfer } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { ColumnInstant } from '../../figures/time.tsx'
import { stateWords } from '../../figures/state-words.ts'
import type { Column } from '../../table/column.ts'
import { PartTable } from '../../table/part-table.tsx'
import { usePartyNames } from './party-names.ts'
import { purposeWords } from './purpose-words.ts'

const tones: Readonly<Record<string, Tone>> = {
  PENDING: 'transit',
  IN_PROGRESS: 'transit',
  COMPLETED: 'covered',
  FAILED: 'liquidation',
  REJECTED: 'liquidation',
}

export function TransferStatus({ transfer }: { readonly transfer: Transfer }) {
  return <Badge tone={tones[transfer.status] ?? 'plain'}>{stateWords(transfer.status)}</Badge>
}

/** The columns of some transfers. */
export function useTransferColumns(transfers: readonly Transfer[]): readonly Column<Transfer>[] {
  const namesOf = usePartyNames(transfers)
  const partyText = (party: Transfer['sender']) => {
    const { organization, custodian } = namesOf(party)
    return `${organization} at ${custodian}`
  }
  return [
    {
      id: 'created',
      name: 'Created, UTC',
      kind: 'time',
      isPinned: true,
      value: ({ create_time: time }) => time,
      cell: ({ id, create_time: time }) => (
        <Link to="/transfers/$transferId" params={{ transferId: id }}>
          <ColumnInstant at={time} />
        </Link>
      ),
    },
    { id: 'order', name: 'Order', groups: true, value: ({ order_id: order }) => String(order) },
    {
      id: 'purpose',
      name: 'Purpose',
      groups: true,
      value: ({ category }) => purposeWords(category),
    },
    {
      id: 'quantity',
      name: 'Quantity',
      kind: 'decimal',
      value: ({ quantity }) => quantity,
      unit: ({ token }) => token,
    },
    {
      id: 'usd',
      name: 'USD',
      kind: 'decimal',
      value: ({ notional }) => notional,
    },
    { id: 'from', name: 'From', groups: true, value: ({ sender }) => partyText(sender) },
    { id: 'to', name: 'To', groups: true, value: ({ receiver }) => partyText(receiver) },
    {
      id: 'state',
      name: 'State',
      groups: true,
      value: ({ status }) => stateWords(status),
      cell: (transfer) => <TransferStatus transfer={transfer} />,
    },
    {
      id: 'label',
      name: 'At the provider',
      // The screen of a transfer has it too.
      isHidden: true,
      value: ({ provider_lifecycle: { label } }) => label,
    },
  ]
}

/** The transfers of something. */
export function TransferRows({ transfers }: { readonly transfers: readonly Transfer[] }) {
  return (
    <PartTable
      name="Transfers"
      what="transfers"
      columns={useTransferColumns(transfers)}
      rows={transfers}
      idOf={idOf}
    />
  )
}

const idOf = ({ id }: Transfer): string => id
