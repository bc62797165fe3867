import type { MarkToMarketRequest } from '@vadium/client'
import type { ApprovableOperation } from '@vadium/schema'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Facts } from '../../figures/facts.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Read } from '../../figures/read.tsx'
import { Written } from '../../figures/written.tsx'
import { Instant, TimeLeft } from '../../figures/time.tsx'
import { Title } from '../../figures/title.tsx'
import { callQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { PendingNotice, pendingFor, usePendingOfOrder } from '../approvals/pending.tsx'
import { ItsTransfers } from '../transfers/its-transfers.tsx'
import { CallStatus, directionWord } from './call-rows.tsx'
import { DisputeForm } from './dispute-form.tsx'
import styles from './calls.module.css'

/** One call or release: what it asks for, how it was answered, what has moved. */
export function CallScreen() {
  const { callId } = useParams({ from: '/calls/$callId' })
  return (
    <Read of={useRead(callQuery, callId)} what="the call">
      {(call) => <CallView key={call.id} call={call} />}
    </Read>
  )
}

/** The actions of a person, in the order of the buttons. `dispute` opens a form. */
const answers = ['accept', 'dispute', 'reject', 'cancel', 'retry'] as const

const answerWords = {
  accept: 'Accept',
  dispute: 'Dispute …',
  reject: 'Reject',
  cancel: 'Cancel',
  retry: 'Retry',
} as const

/** Of these, what may need approval. */
const approvable: Partial<Record<(typeof answers)[number], ApprovableOperation>> = {
  accept: 'acceptMarkToMarketRequest',
  dispute: 'disputeMarkToMarketRequest',
  retry: 'retryMarkToMarketRequest',
}

function CallView({ call }: { readonly call: MarkToMarketRequest }) {
  const client = useClient()
  const { written, isBusy, write, reset } = useWrite<MarkToMarketRequest>()
  const [disputes, setDisputes] = useState(false)
  const offered = answers.filter((name) =>
    call.actions.some(({ action, available }) => action === name && available),
  )
  const pending = usePendingOfOrder(call.order_id)
  const isPending = (name: (typeof answers)[number]) =>
    pendingFor(pending, approvable[name], call.id) !== undefined
  // A request that awaits approval is not made again beside it.
  const shown =
    written.state === 'awaits approval' || disputes
      ? []
      : offered.filter((name) => !isPending(name))
  const requests = client.markToMarketRequests
  return (
    <div className={styles['screen']}>
      <div className={styles['head']}>
        <Title>
          Order {call.order_id_pretty}: {directionWord(call.direction)} of{' '}
          <Figure value={call.collateral_amount} unit={call.collateral_asset} />
        </Title>
        <CallStatus call={call} />
        {call.status === 'PENDING_ACCEPTANCE' && <TimeLeft until={call.expire_time} />}
        <div className={styles['buttons']}>
          {shown.map((name) => (
            <Button
              key={name}
              className={name === 'accept' ? 'button primary' : 'button'}
              isDisabled={isBusy}
              onPress={() => {
                if (name === 'dispute') setDisputes(true)
                else void write((options) => requests[name](call.id, options))
              }}
            >
              {answerWords[name]}
            </Button>
          ))}
        </div>
      </div>
      <PendingNotice approvals={pending} />
      <Written written={written} again={reset} />
      {disputes && (
        <DisputeForm
          call={call}
          close={() => {
            setDisputes(false)
          }}
        />
      )}
      <div className={styles['columns']}>
        <Asked call={call} />
        {call.dispute !== null && <DisputeFacts call={call} dispute={call.dispute} />}
      </div>
      <ItsTransfers ids={call.transfer_ids} />
    </div>
  )
}

function Asked({ call }: { readonly call: MarkToMarketRequest }) {
  return (
    <Facts
      title="What is asked for"
      facts={[
        ['Amount', <Figure value={call.collateral_amount} unit={call.collateral_asset} />],
        ['Before rounding to lots', <Figure value={call.notional_usd} unit="USD" />],
        ['Price of the asset', <Figure value={call.asset_price_usd} unit="USD" />],
        ['Price of the collateral', <Figure value={call.collateral_price_usd} unit="USD" />],
        ['Created', <Instant at={call.create_time} />],
        ['To be answered until', <Instant at={call.expire_time} />],
        [
          'Position',
          <Link to="/positions/$positionId" params={{ positionId: call.position_id }}>
            Order {call.order_id_pretty}
          </Link>,
        ],
      ]}
    />
  )
}

function DisputeFacts({
  call,
  dispute,
}: {
  readonly call: MarkToMarketRequest
  readonly dispute: NonNullable<MarkToMarketRequest['dispute']>
}) {
  return (
    <Facts
      title="The answer"
      facts={[
        ['Their valuation', <Figure value={dispute.counter_notional_usd} unit="USD" />],
        ['They disagree with', dispute.reason.toLowerCase().replaceAll('_', ' ')],
        ['Note', dispute.note ?? 'none'],
        [
          'Undisputed, moves at once',
          <>
            <Figure value={dispute.agreed_collateral_amount} unit={call.collateral_asset} /> (
            <Figure value={dispute.agreed_notional_usd} unit="USD" />)
          </>,
        ],
        ['Disputed, stays open', <Figure value={dispute.disputed_notional_usd} unit="USD" />],
        ['Outcome', dispute.outcome],
        ['Answered', <Instant at={dispute.time} />],
      ]}
    />
  )
}
