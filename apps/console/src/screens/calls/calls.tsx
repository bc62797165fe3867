import type { MarkToMarketRequest } from '@vadium/client'
import { useQueries } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Read } from '../../figures/read.tsx'
import { Empty } from '../../figures/states.tsx'
import { Title } from '../../figures/title.tsx'
import { pageSizeMax } from '../../service/pages.ts'
import { useOwnId } from '../../service/people.ts'
import { callsQuery } from '../../service/queries.ts'
import { all, both, type Reading } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { totalOf, withTotals } from '../../table/total.ts'
import { CallRows, idOf, useCallColumns } from './call-rows.tsx'
import type { ShownCalls } from './call-search.ts'
import styles from './calls.module.css'

const openStates = ['PENDING_ACCEPTANCE', 'DISPUTED', 'ACCEPTED', 'IN_PROGRESS', 'FAILED'] as const
const doneStates = ['COMPLETED', 'REJECTED', 'EXPIRED', 'CANCELLED'] as const

interface Group {
  readonly show: ShownCalls
  readonly name: string
  readonly none: string
  readonly holds: (call: MarkToMarketRequest, ownId: string) => boolean
}

const groups: readonly Group[] = [
  {
    show: 'to_answer',
    name: 'Ours to answer',
    none: 'No call awaits your answer.',
    holds: ({ status, creator_id }, ownId) =>
      status === 'PENDING_ACCEPTANCE' && creator_id !== ownId,
  },
  {
    show: 'theirs',
    name: 'Theirs to answer',
    none: 'No call of yours awaits an answer.',
    holds: ({ status, creator_id }, ownId) =>
      status === 'PENDING_ACCEPTANCE' && creator_id === ownId,
  },
  {
    show: 'disputed',
    name: 'Disputed',
    none: 'Nothing is disputed.',
    holds: ({ status }) => status === 'DISPUTED',
  },
  {
    show: 'in_transit',
    name: 'In transit',
    none: 'No collateral is in transit for a call.',
    holds: ({ status }) => ['ACCEPTED', 'IN_PROGRESS', 'FAILED'].includes(status),
  },
]

/** What `totals` of Today sums as owed: what awaits an answer or a retry. */
const isOwed = ({ status }: MarkToMarketRequest) =>
  status === 'PENDING_ACCEPTANCE' || status === 'FAILED'

/** Whether the organization receives the collateral. */
const isToUs = ({ direction, lender_id }: MarkToMarketRequest, ownId: string) =>
  (direction === 'TopUp') === (lender_id === ownId)

/** Shown only if the address asks for one of them: their calls are in the groups above as well. */
const owed: readonly Group[] = [
  {
    show: 'owed_to_us',
    name: 'Owed to us',
    none: 'Nothing is owed to us.',
    holds: (call, ownId) => isOwed(call) && isToUs(call, ownId),
  },
  {
    show: 'owed_by_us',
    name: 'Owed by us',
    none: 'Nothing is owed by us.',
    holds: (call, ownId) => isOwed(call) && !isToUs(call, ownId),
  },
]

/** The calls and releases of the organization, by who must act. */
export function Calls() {
  const { show } = useSearch({ from: '/calls' })
  const client = useClient()
  const open = useQueries({
    queries: openStates.map((status) => callsQuery(client, { status, page_size: pageSizeMax })),
  })
  const chosen = [...groups, ...owed].find((group) => group.show === show)
  if (chosen === undefined) return <AllCalls open={all(open)} />
  return (
    <Read of={all(open)} what="the calls">
      {(calls) => (
        <div className={styles['screen']}>
          <Title>{chosen.name}</Title>
          <p>
            <Link to="/calls">All calls and releases</Link>
          </p>
          <WholeGroup group={chosen} open={newestOfEach(calls)} />
        </div>
      )}
    </Read>
  )
}

function AllCalls({ open }: { readonly open: Reading<readonly MarkToMarketRequest[][]> }) {
  const client = useClient()
  const done = useQueries({
    queries: doneStates.map((status) => callsQuery(client, { status, page_size: 25 })),
  })
  return (
    <Read of={both(open, all(done))} what="the calls">
      {([openCalls, doneCalls]) => <Groups calls={newestOfEach([...openCalls, ...doneCalls])} />}
    </Read>
  )
}

/** Each call once: one that changed between two reads is in the lists of both its states. */
function newestOfEach(lists: readonly MarkToMarketRequest[][]): readonly MarkToMarketRequest[] {
  const newest = new Map<string, MarkToMarketRequest>()
  for (const call of lists.flat()) {
    const known = newest.get(call.id)
    if (known === undefined || known.update_time < call.update_time) newest.set(call.id, call)
  }
  return [...newest.values()]
}

const isOpen = ({ status }: MarkToMarketRequest) => openStates.some((state) => state === status)

function Groups({ calls }: { readonly calls: readonly MarkToMarketRequest[] }) {
  const open = calls.filter(isOpen)
  const past = calls
    .filter((call) => !isOpen(call))
    .toSorted((one, other) => other.create_time.localeCompare(one.create_time))
  return (
    <div className={styles['screen']}>
      <Title>Calls and releases</Title>
      <p>
        <Link to="/call-sets">Calls by counterparty</Link>: what is due across deals, in one go
      </p>
      {groups.map((group) => (
        <OneGroup key={group.show} group={group} open={open} />
      ))}
      <section>
        <h2>Done: the last {past.length}</h2>
        {past.length === 0 ? (
          <Empty>No call has ended.</Empty>
        ) : (
          <CallRows name="Done" calls={past} />
        )}
      </section>
    </div>
  )
}

function OneGroup({
  group: { show, name, none, holds },
  open,
}: {
  readonly group: Group
  readonly open: readonly MarkToMarketRequest[]
}) {
  const ownId = useOwnId()
  const calls = open.filter((call) => holds(call, ownId))
  return (
    <section>
      <h2>
        <Link to="/calls" search={{ show }}>
          {name}
        </Link>{' '}
        · {calls.length}
      </h2>
      {calls.length === 0 ? <Empty>{none}</Empty> : <CallRows name={name} calls={calls} />}
    </section>
  )
}

const totals = { usd: totalOf(({ notional_usd: usd }: MarkToMarketRequest) => usd) }

/** One group alone, which can be sorted, grouped and saved. */
function WholeGroup({
  group: { name, none, holds },
  open,
}: {
  readonly group: Group
  readonly open: readonly MarkToMarketRequest[]
}) {
  const search = useSearch({ from: '/calls' })
  const navigate = useNavigate()
  const columns = withTotals(useCallColumns(), totals)
  const ownId = useOwnId()
  const calls = open.filter((call) => holds(call, ownId))
  if (calls.length === 0) return <Empty>{none}</Empty>
  return (
    <DataTable
      name={name}
      what="calls and releases"
      columns={columns}
      rows={calls}
      idOf={idOf}
      search={search}
      change={(changed) => {
        void navigate({ to: '/calls', search: { ...search, ...changed } })
      }}
      open={({ id }) => {
        void navigate({ to: '/calls/$callId', params: { callId: id } })
      }}
    />
  )
}
