import type { Agreement, CallSet, CallSetPreview } from '@vadium/client'
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { later } from '../../figures/later.tsx'
import { Read } from '../../figures/read.tsx'
import { stateWords } from '../../figures/state-words.ts'
import { Empty } from '../../figures/states.tsx'
import { Title } from '../../figures/title.tsx'
import { agreementsQuery } from '../../service/counterparty-queries.ts'
import { useNamed } from '../../service/choices.ts'
import { type Reader, useReader } from '../../service/reader.ts'
import { all, useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import type { Column } from '../../table/column.ts'
import { PartTable } from '../../table/part-table.tsx'
import { directionWord } from '../calls/call-rows.tsx'
import styles from '../calls/calls.module.css'
import { dueWords } from '../positions/due-words.ts'
import { callSetsQuery, type DueTogether, dueTogetherQuery } from './call-set-queries.ts'

// Not part of the first load of the view.
const CallTogether = later(async () => (await import('./call-together.tsx')).CallTogether)

/** What is due by counterparty, and the calls that were made together. */
export function CallSets() {
  return (
    <div className={styles['screen']}>
      <Title>Calls by counterparty</Title>
      <p>
        What is due across the deals with one counterparty, called in one go and answered once.
        Where the terms compare their minimum with the sum, a set can call what no deal can by
        itself. <Link to="/calls">All calls and releases</Link>
      </p>
      <section>
        <h2>Due now</h2>
        <Read of={useRead(agreementsQuery)} what="the agreements" none="There is no agreement.">
          {(agreements) => <Due agreements={agreements} />}
        </Read>
      </section>
      <section>
        <h2>Called together</h2>
        <Read of={useRead(callSetsQuery)} what="the call sets" none="Nothing was called together.">
          {(sets) => <Sets sets={sets} />}
        </Read>
      </section>
    </div>
  )
}

const directions = ['TopUp', 'Release'] as const

function Due({ agreements }: { readonly agreements: readonly Agreement[] }) {
  const client = useClient()
  const asked = agreements.flatMap((agreement) =>
    directions.map((direction) => ({ agreement, direction })),
  )
  const previews = useQueries({
    queries: asked.map(({ agreement: { id }, direction }) =>
      dueTogetherQuery(client, id, direction),
    ),
  })
  return (
    <Read of={all(previews)} what="what is due">
      {(sets) => (
        <DueRows
          due={asked.flatMap((one, index) => {
            const set = sets[index]
            return set === undefined || set.rows.length === 0 ? [] : [{ ...one, set }]
          })}
        />
      )}
    </Read>
  )
}

/** What no deal of a set could call by itself. */
const onlyTogether = ({ rows }: CallSetPreview) =>
  rows.filter(({ preview }) => !preview.can_submit_m2m).length

const dueKey = ({ agreement, direction }: DueTogether) => `${agreement.id} ${direction}`

function DueRows({ due }: { readonly due: readonly DueTogether[] }) {
  const reader = useReader()
  const [asked, setAsked] = useState<DueTogether>()
  const columns: readonly Column<DueTogether>[] = [
    {
      id: 'counterparty',
      name: 'Counterparty',
      isPinned: true,
      value: ({ agreement }) =>
        reader.isOwn(agreement.lender_id) ? agreement.borrower_name : agreement.lender_name,
    },
    { id: 'kind', name: 'Kind', value: ({ direction }) => directionWord(direction) },
    {
      id: 'sends',
      name: 'Who sends',
      value: ({ agreement, direction }) =>
        (direction === 'TopUp') === reader.isOwn(agreement.borrower_id) ? 'we' : 'they',
    },
    { id: 'deals', name: 'Deals', kind: 'decimal', value: ({ set }) => String(set.rows.length) },
    {
      id: 'together',
      name: 'Only together',
      kind: 'decimal',
      value: ({ set }) => String(onlyTogether(set)),
    },
    {
      id: 'total',
      name: 'Total, USD',
      kind: 'decimal',
      value: ({ set }) => set.total_notional_usd,
    },
    {
      id: 'minimum',
      name: 'Minimum, USD',
      kind: 'decimal',
      value: ({ set }) => set.minimum_notional_usd,
    },
    {
      id: 'call',
      name: 'In one go',
      isOnScreenOnly: true,
      cell: (one) =>
        one.set.can_submit ? (
          <Button
            className="button"
            onPress={() => {
              setAsked(one)
            }}
          >
            {callWord(reader, one)} …
          </Button>
        ) : (
          'below the minimum'
        ),
    },
  ]
  return (
    <>
      {due.length === 0 ? (
        <Empty>Nothing is due across deals.</Empty>
      ) : (
        <PartTable name="Due now" what="agreements" columns={columns} rows={due} idOf={dueKey} />
      )}
      {asked !== undefined && (
        <CallTogether
          key={dueKey(asked)}
          due={asked}
          word={callWord(reader, asked)}
          close={() => {
            setAsked(undefined)
          }}
        />
      )}
    </>
  )
}

/** What its reader does with the deals of a set: `Call 2 deals`, `Ask back from 1 deal`. */
function callWord(reader: Reader, { agreement, direction, set: { rows } }: DueTogether): string {
  const verb = dueWords(reader, agreement, direction)?.next ?? 'Call'
  const deals = rows.length === 1 ? '1 deal' : `${rows.length} deals`
  if (verb === 'Call') return `Call ${deals}`
  return `${verb} ${direction === 'TopUp' ? 'for' : 'from'} ${deals}`
}

function Sets({ sets }: { readonly sets: readonly CallSet[] }) {
  const reader = useReader()
  const named = useNamed()
  const columns: readonly Column<CallSet>[] = [
    {
      id: 'counterparty',
      name: 'Counterparty',
      isPinned: true,
      value: ({ lender_id: lender, borrower_id: borrower }) => {
        const { id, name } = named(reader.isOwn(lender) ? borrower : lender)
        return name ?? id
      },
      cell: ({ id, lender_id: lender, borrower_id: borrower }) => {
        const other = named(reader.isOwn(lender) ? borrower : lender)
        return (
          <Link to="/call-sets/$callSetId" params={{ callSetId: id }}>
            {other.name ?? other.id}
          </Link>
        )
      },
    },
    { id: 'kind', name: 'Kind', value: ({ direction }) => directionWord(direction) },
    {
      id: 'requests',
      name: 'Requests',
      kind: 'decimal',
      value: ({ request_ids: ids }) => String(ids.length),
    },
    {
      id: 'total',
      name: 'Total, USD',
      kind: 'decimal',
      value: ({ total_notional_usd: total }) => total,
    },
    { id: 'state', name: 'State', value: setStateWords },
    {
      id: 'created',
      name: 'Created, UTC',
      kind: 'time',
      value: ({ create_time: time }) => time,
    },
  ]
  return (
    <PartTable
      name="Called together"
      what="call sets"
      columns={columns}
      rows={sets}
      idOf={({ id }) => id}
    />
  )
}

/** Its one state, or how many requests have each. */
function setStateWords({ statuses }: CallSet): string {
  const [first] = statuses
  if (statuses.length === 1 && first !== undefined) return stateWords(first.status)
  return statuses.map(({ status, requests }) => `${requests} ${stateWords(status)}`).join(', ')
}
