import type { MarkToMarketRequest } from '@vadium/client'
import { useQueries } from '@tanstack/react-query'
import { Read } from '../../figures/read.tsx'
import { Empty } from '../../figures/states.tsx'
import { Title } from '../../figures/title.tsx'
import { useOwnId } from '../../service/people.ts'
import { callsQuery } from '../../service/queries.ts'
import { all, both } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { CallRows } from './call-rows.tsx'
import styles from './calls.module.css'

const openStates = ['PENDING_ACCEPTANCE', 'DISPUTED', 'ACCEPTED', 'IN_PROGRESS', 'FAILED'] as const
const doneStates = ['COMPLETED', 'REJECTED', 'EXPIRED', 'CANCELLED'] as const

interface Group {
  readonly name: string
  readonly none: string
  readonly holds: (call: MarkToMarketRequest, ownId: string) => boolean
}

const groups: readonly Group[] = [
  {
    name: 'Ours to answer',
    none: 'No call awaits your answer.',
    holds: ({ status, creator_id }, ownId) =>
      status === 'PENDING_ACCEPTANCE' && creator_id !== ownId,
  },
  {
    name: 'Theirs to answer',
    none: 'No call of yours awaits an answer.',
    holds: ({ status, creator_id }, ownId) =>
      status === 'PENDING_ACCEPTANCE' && creator_id === ownId,
  },
  {
    name: 'Disputed',
    none: 'Nothing is disputed.',
    holds: ({ status }) => status === 'DISPUTED',
  },
  {
    name: 'In transit',
    none: 'No collateral is in transit for a call.',
    holds: ({ status }) => ['ACCEPTED', 'IN_PROGRESS', 'FAILED'].includes(status),
  },
]

/** The calls and releases of the organization, by who must act. */
export function Calls() {
  const client = useClient()
  const open = useQueries({
    queries: openStates.map((status) => callsQuery(client, { status, page_size: 200 })),
  })
  const done = useQueries({
    queries: doneStates.map((status) => callsQuery(client, { status, page_size: 25 })),
  })
  return (
    <Read of={both(all(open), all(done))} what="the calls">
      {([openCalls, doneCalls]) => <Groups open={openCalls.flat()} done={doneCalls.flat()} />}
    </Read>
  )
}

function Groups({
  open,
  done,
}: {
  readonly open: readonly MarkToMarketRequest[]
  readonly done: readonly MarkToMarketRequest[]
}) {
  const ownId = useOwnId()
  const past = done.toSorted((one, other) => other.create_time.localeCompare(one.create_time))
  return (
    <div className={styles['screen']}>
      <Title>Calls and releases</Title>
      {groups.map(({ name, none, holds }) => {
        const calls = open.filter((call) => holds(call, ownId))
        return (
          <section key={name}>
            <h2>
              {name} · {calls.length}
            </h2>
            {calls.length === 0 ? <Empty>{none}</Empty> : <CallRows name={name} calls={calls} />}
          </section>
        )
      })}
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
