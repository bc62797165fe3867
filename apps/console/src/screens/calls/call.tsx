import type { MarkToMarketRequest, Position } from '@vadium/client'
import type { ApprovableOperation } from '@vadium/schema'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { AnswerTime } from '../../figures/answer-time.tsx'
import { Button } from '../../figures/button.tsx'
import { Facts } from '../../figures/facts.tsx'
import { Figure } from '../../figures/figure.tsx'
import { later } from '../../figures/later.tsx'
import { Read } from '../../figures/read.tsx'
import { Written } from '../../figures/written.tsx'
import { Instant, TimeLeft } from '../../figures/time.tsx'
import { Sides } from '../../figures/sides.tsx'
import { Title } from '../../figures/title.tsx'
import { callQuery, positionQuery } from '../../service/queries.ts'
import { useReader } from '../../service/reader.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { PendingNotice, pendingFor, usePendingOfOrder } from '../approvals/pending.tsx'
import { ItsTransfers } from '../transfers/its-transfers.tsx'
import { CallStatus, directionWord } from './call-rows.tsx'
import { answerWord, askedWords, type MovingAnswer, sidesOf } from './call-words.ts'
import { DisputeForm } from './dispute-form.tsx'
import styles from './calls.module.css'

// Not part of the first load of the view.
const CallAnswer = later(async () => (await import('./call-answer.tsx')).CallAnswer)
const ItsDocuments = later(
  async () => (await import('../documents/its-documents.tsx')).ItsDocuments,
  'the documents',
)

/** One call or release: what it asks for, how it was answered, what has moved. */
export function CallScreen() {
  const { callId } = useParams({ from: '/calls/$callId' })
  return (
    <Read of={useRead(callQuery, callId)} what="the call">
      {(call) => <WithItsPosition call={call} />}
    </Read>
  )
}

function WithItsPosition({ call }: { readonly call: MarkToMarketRequest }) {
  return (
    <Read of={useRead(positionQuery, call.position_id)} what="its position">
      {(position) => <CallView key={call.id} call={call} position={position} />}
    </Read>
  )
}

/** The actions of a person, in the order of the buttons. `dispute` opens a form. */
const answers = ['accept', 'dispute', 'reject', 'cancel', 'retry'] as const

type AnswerName = (typeof answers)[number]

const isMoving = (name: AnswerName): name is MovingAnswer => name === 'accept' || name === 'retry'

/** Of those that move nothing. `dispute` opens a form. */
const plainWords = { dispute: 'Dispute …', reject: 'Reject', cancel: 'Cancel' } as const

/** Of these, what may need approval. */
const approvable: Partial<Record<(typeof answers)[number], ApprovableOperation>> = {
  accept: 'acceptMarkToMarketRequest',
  dispute: 'disputeMarkToMarketRequest',
  retry: 'retryMarkToMarketRequest',
}

function CallView({
  call,
  position,
}: {
  readonly call: MarkToMarketRequest
  readonly position: Position
}) {
  const client = useClient()
  const reader = useReader()
  const answering = useWrite<MarkToMarketRequest>()
  const { written, isBusy, write, reset } = answering
  const [disputes, setDisputes] = useState(false)
  // What was confirmed stays what it was, whatever is answered meanwhile.
  const [asked, setAsked] = useState<{ answer: MovingAnswer; word: string; call: typeof call }>()
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
                if (isMoving(name)) {
                  reset()
                  setAsked({ answer: name, word: answerWord(name, call, reader), call })
                } else if (name === 'dispute') setDisputes(true)
                else void write((options) => requests[name](call.id, options))
              }}
            >
              {isMoving(name) ? `${answerWord(name, call, reader)} …` : plainWords[name]}
            </Button>
          ))}
        </div>
      </div>
      <Sides of={position} />
      <Summary call={call} position={position} />
      <PendingNotice approvals={pending} />
      {asked === undefined && <Written written={written} again={reset} />}
      {asked !== undefined && (
        <CallAnswer
          {...asked}
          position={position}
          write={answering}
          close={() => {
            setAsked(undefined)
          }}
        />
      )}
      {disputes && (
        <DisputeForm
          call={call}
          close={() => {
            setDisputes(false)
          }}
        />
      )}
      <Terms call={call} position={position} />
      <ItsTransfers ids={call.transfer_ids} />
      <ItsDocuments of={{ subject_id: call.id }} />
    </div>
  )
}

/** Who asks whom for what, in one sentence from the side of the reader. */
function Summary({
  call,
  position,
}: {
  readonly call: MarkToMarketRequest
  readonly position: Position
}) {
  const [before, after] = askedWords(useReader(), call, position)
  return (
    <p>
      {before} <Figure value={call.collateral_amount} unit={call.collateral_asset} /> (
      <Figure value={call.notional_usd} unit="USD" />){after}.
    </p>
  )
}

/** What is asked for, and how it was answered. */
function Terms({
  call,
  position,
}: {
  readonly call: MarkToMarketRequest
  readonly position: Position
}) {
  return (
    <div className={styles['columns']}>
      <Asked call={call} />
      {call.dispute !== null && (
        <DisputeFacts call={call} dispute={call.dispute} position={position} />
      )}
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
        [
          call.created_automatically ? 'Created automatically' : 'Created',
          <Instant at={call.create_time} />,
        ],
        ['To be answered until', <AnswerTime of={call} />],
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
  position,
}: {
  readonly call: MarkToMarketRequest
  readonly dispute: NonNullable<MarkToMarketRequest['dispute']>
  readonly position: Position
}) {
  const reader = useReader()
  const { other } = sidesOf(call, position)
  return (
    <Facts
      title="The answer"
      facts={[
        [
          `${reader.whose(other)} valuation`,
          <Figure value={dispute.counter_notional_usd} unit="USD" />,
        ],
        [
          `${reader.does(other, 'disagree')} with`,
          dispute.reason.toLowerCase().replaceAll('_', ' '),
        ],
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
