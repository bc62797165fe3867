import type { CallSet } from '@vadium/client'
import { useQueries } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { Facts } from '../../figures/facts.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Read } from '../../figures/read.tsx'
import { stateWords } from '../../figures/state-words.ts'
import { Instant, TimeLeft } from '../../figures/time.tsx'
import { Title } from '../../figures/title.tsx'
import { callQuery } from '../../service/queries.ts'
import { useNamed } from '../../service/choices.ts'
import { useReader } from '../../service/reader.ts'
import { all, useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { CallRows, directionWord } from '../calls/call-rows.tsx'
import styles from '../calls/calls.module.css'
import { callSetQuery } from './call-set-queries.ts'

/** One call set: what it asks for, how its requests were answered, and the one answer to all. */
export function CallSetScreen() {
  const { callSetId } = useParams({ from: '/call-sets/$callSetId' })
  return (
    <Read of={useRead(callSetQuery, callSetId)} what="the call set">
      {(set) => <CallSetView key={set.id} set={set} />}
    </Read>
  )
}

const pending = 'PENDING_ACCEPTANCE'

function CallSetView({ set }: { readonly set: CallSet }) {
  const named = useNamed()
  const reader = useReader()
  const [asked, setAsked] = useState<CallSet>()
  const other = named(reader.isOwn(set.lender_id) ? set.borrower_id : set.lender_id)
  const awaits = set.statuses.find(({ status }) => status === pending)
  const canAccept = set.actions.some(({ action, available }) => action === 'accept' && available)
  return (
    <div className={styles['screen']}>
      <div className={styles['head']}>
        <Title>
          {set.request_ids.length} {directionWord(set.direction)}s with {other.name ?? other.id}
        </Title>
        {awaits !== undefined && <TimeLeft until={set.expire_time} />}
        <div className={styles['buttons']}>
          {canAccept && awaits !== undefined && (
            <Button
              className="button primary"
              onPress={() => {
                setAsked(set)
              }}
            >
              Accept all {awaits.requests} …
            </Button>
          )}
        </div>
      </div>
      <div className={styles['columns']}>
        <Facts
          title="Called"
          facts={[
            ['Total', <Figure key="total" value={set.total_notional_usd} unit="USD" />],
            ['Minimum', <Figure key="minimum" value={set.minimum_notional_usd} unit="USD" />],
            ['Created by', reader.isOwn(set.creator_id) ? 'us' : (other.name ?? other.id)],
            ['Created', <Instant key="created" at={set.create_time} />],
            ['Expires', <Instant key="expires" at={set.expire_time} />],
          ]}
        />
        <Facts
          title="Answers"
          facts={set.statuses.map(({ status, requests, notional_usd: usd }) => [
            `${stateWords(status)}: ${requests}`,
            <Figure key={status} value={usd} unit="USD" />,
          ])}
        />
      </div>
      <p>
        {canAccept && <>Each request can also be answered by itself. </>}
        <Link to="/call-sets">Calls by counterparty</Link>
      </p>
      <Requests of={set} />
      {asked !== undefined && (
        <AcceptAll
          set={asked}
          close={() => {
            setAsked(undefined)
          }}
        />
      )}
    </div>
  )
}

/** So many are shown; all are in the list of calls. */
const shownMax = 50

function Requests({ of: { request_ids: ids } }: { readonly of: CallSet }) {
  const client = useClient()
  const calls = useQueries({ queries: ids.slice(0, shownMax).map((id) => callQuery(client, id)) })
  return (
    <section>
      <h2>{ids.length > shownMax ? `The first ${shownMax} requests` : 'Requests'}</h2>
      <Read of={all(calls)} what="its requests">
        {(rows) => <CallRows name="Requests" calls={rows} />}
      </Read>
    </section>
  )
}

function AcceptAll({ set, close }: { readonly set: CallSet; readonly close: () => void }) {
  const client = useClient()
  const write = useWrite<CallSet>()
  const awaits = set.statuses.find(({ status }) => status === pending)
  const action = `Accept all ${awaits?.requests ?? 0}`
  return (
    <ConfirmDialog
      title={`${action}: ${directionWord(set.direction)}s`}
      action={action}
      send={() => {
        void write.write((options) => client.callSets.accept(set.id, {}, options))
      }}
      write={write}
      done={() => <p>Accepted.</p>}
      close={close}
    >
      <p>
        {awaits?.requests ?? 0} transfers of collateral,{' '}
        <Figure value={awaits?.notional_usd ?? '0'} unit="USD" /> in all, are instructed at once:
        all or none. The amounts are in the list of requests.
      </p>
    </ConfirmDialog>
  )
}
