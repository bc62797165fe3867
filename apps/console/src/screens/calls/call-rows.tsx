import type { MarkToMarketRequest } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { TimeLeft } from '../../figures/time.tsx'
import { stateWords } from '../../figures/state-words.ts'
import { useNamed } from '../../service/choices.ts'
import { useReader } from '../../service/reader.ts'
import type { Column } from '../../table/column.ts'
import { PartTable } from '../../table/part-table.tsx'

const tones: Readonly<Record<string, Tone>> = {
  PENDING_ACCEPTANCE: 'call',
  IN_PROGRESS: 'transit',
  ACCEPTED: 'transit',
  COMPLETED: 'covered',
  DISPUTED: 'liquidation',
  FAILED: 'liquidation',
}

export function CallStatus({ call }: { readonly call: MarkToMarketRequest }) {
  return <Badge tone={tones[call.status] ?? 'plain'}>{stateWords(call.status)}</Badge>
}

export const directionWord = (direction: string): string =>
  direction === 'TopUp' ? 'top-up' : 'release'

/** The columns of calls and releases, for a reader. */
export function useCallColumns(): readonly Column<MarkToMarketRequest>[] {
  const reader = useReader()
  const named = useNamed()
  return [
    {
      id: 'order',
      name: 'Order',
      isPinned: true,
      value: ({ order_id_pretty: number }) => String(number),
      cell: ({ id, order_id_pretty: number }) => (
        <Link to="/calls/$callId" params={{ callId: id }}>
          {number}
        </Link>
      ),
    },
    {
      id: 'counterparty',
      name: 'Counterparty',
      groups: true,
      value: ({ lender_id: lender, borrower_id: borrower }) => {
        const { id, name } = named(reader.isOwn(lender) ? borrower : lender)
        return name ?? id
      },
    },
    {
      id: 'kind',
      name: 'Kind',
      groups: true,
      value: ({ direction }) => directionWord(direction),
    },
    {
      id: 'amount',
      name: 'Amount',
      kind: 'decimal',
      value: ({ collateral_amount: amount }) => amount,
      unit: ({ collateral_asset: asset }) => asset,
    },
    {
      id: 'usd',
      name: 'USD',
      kind: 'decimal',
      value: ({ notional_usd: usd }) => usd,
    },
    {
      id: 'state',
      name: 'State',
      groups: true,
      value: ({ status }) => stateWords(status),
      cell: (call) => <CallStatus call={call} />,
    },
    {
      id: 'created',
      name: 'Created, UTC',
      kind: 'time',
      value: ({ create_time: time }) => time,
    },
    {
      id: 'answer',
      name: 'To answer',
      kind: 'time',
      value: (call) => (call.status === 'PENDING_ACCEPTANCE' ? call.expire_time : null),
      cell: (call) => call.status === 'PENDING_ACCEPTANCE' && <TimeLeft until={call.expire_time} />,
    },
  ]
}

/** Calls and releases, in a screen about something else or by who must act. */
export function CallRows({
  name = 'Calls and releases',
  calls,
}: {
  readonly name?: string
  readonly calls: readonly MarkToMarketRequest[]
}) {
  return (
    <PartTable
      name={name}
      what="calls and releases"
      columns={useCallColumns()}
      rows={calls}
      idOf={idOf}
    />
  )
}

export const idOf = ({ id }: MarkToMarketRequest): string => id
