import type { OrderRequest, Position, RequestOptions, VadiumClient } from '@vadium/client'
import {
  type ApprovableOperation,
  acceptOrderRequest,
  cancelOrderRequest,
  type OrderRequestChange,
  rejectOrderRequest,
  retryOrderRequest,
} from '@vadium/schema'
import { Link, useParams } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { AnswerTime } from '../../figures/answer-time.tsx'
import { Button } from '../../figures/button.tsx'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { Facts } from '../../figures/facts.tsx'
import { Figure } from '../../figures/figure.tsx'
import { NotPossible } from '../../figures/not-possible.tsx'
import { Read } from '../../figures/read.tsx'
import { stateWords } from '../../figures/state-words.ts'
import { Instant, TimeLeft } from '../../figures/time.tsx'
import { Title } from '../../figures/title.tsx'
import { orderRequestQuery } from '../../service/order-request-queries.ts'
import { positionQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { PendingNotice, pendingFor, usePendingOfOrder } from '../approvals/pending.tsx'
import { AnswerDialog } from '../what-moves/answer-dialog.tsx'
import { ItsTransfers } from '../transfers/its-transfers.tsx'
import { AcceptExchange } from './accept-exchange.tsx'
import { AskedFor, changeOf, OrderRequestStatus } from './order-request-words.tsx'
import styles from '../orders/orders.module.css'

/** What a person can do with a request, in the order of the buttons. */
const answers = {
  accept: { operation: acceptOrderRequest, word: 'Accept', done: 'Accepted.' },
  reject: { operation: rejectOrderRequest, word: 'Reject', done: 'Rejected.' },
  cancel: { operation: cancelOrderRequest, word: 'Withdraw', done: 'Withdrawn.' },
  retry: {
    operation: retryOrderRequest,
    word: 'Retry',
    done: 'The transfers are instructed again.',
  },
} as const

type Action = keyof typeof answers

/** Of these, what may need approval. */
const approvable: Partial<Record<Action, ApprovableOperation>> = {
  accept: 'acceptOrderRequest',
  retry: 'retryOrderRequest',
}

const isAction = (name: string): name is Action => Object.hasOwn(answers, name)

/** What stands between the kind of a request and what it asks for. */
function joining({ kind, collateral_asset }: OrderRequest): string {
  const change = changeOf(kind)
  if (change === 'collateral') return `of ${collateral_asset} by`
  return change === 'terms' || change === 'maturity' ? 'to' : 'of'
}

/** One order request: what it asks for, and how it was answered. */
export function OrderRequestScreen() {
  const { requestId } = useParams({ from: '/order-requests/$requestId' })
  return (
    <Read of={useRead(orderRequestQuery, requestId)} what="the request">
      {(request) => <WithItsPosition request={request} />}
    </Read>
  )
}

function WithItsPosition({ request }: { readonly request: OrderRequest }) {
  return (
    <Read of={useRead(positionQuery, request.position_id)} what="its position">
      {(position) => <RequestView key={request.id} request={request} position={position} />}
    </Read>
  )
}

function RequestView({
  request,
  position,
}: {
  readonly request: OrderRequest
  readonly position: Position
}) {
  const [asked, setAsked] = useState<Action>()
  const pending = usePendingOfOrder(request.order_id)
  const offered = request.actions.flatMap(({ action, available }) =>
    available && isAction(action) ? [action] : [],
  )
  return (
    <section className={styles['screen']}>
      <div className={styles['head']}>
        <Title>
          Order {request.order_id_pretty}: {request.kind} {joining(request)}{' '}
          <AskedFor request={request} />
        </Title>
        <OrderRequestStatus request={request} />
        {request.status === 'PENDING' && <TimeLeft until={request.expire_time} />}
        <Link to="/threads/$orderId" params={{ orderId: request.order_id }}>
          Thread
        </Link>
        <div className={styles['buttons']}>
          {offered.map((action) => (
            <Button
              key={action}
              className={action === 'accept' ? 'button primary' : 'button'}
              isDisabled={pendingFor(pending, approvable[action], request.id) !== undefined}
              onPress={() => {
                setAsked(action)
              }}
            >
              {answers[action].word} …
            </Button>
          ))}
        </div>
      </div>
      <PendingNotice approvals={pending} />
      <div className={styles['columns']}>
        <Asked request={request} position={position} />
      </div>
      <ItsTransfers ids={request.transfer_ids} />
      <NotPossible actions={request.actions} />
      {asked !== undefined && (
        <ActionDialog
          request={request}
          action={asked}
          close={() => {
            setAsked(undefined)
          }}
        />
      )}
    </section>
  )
}

/** What was decided about an exchange, and why the old collateral stays. */
function decisionWords({ decision, keep_reason: reason }: OrderRequest): string {
  if (decision === null) return 'not yet'
  if (reason === null) return 'the new collateral has replaced the old'
  return `the old collateral stays: ${stateWords(reason)}`
}

type Asking = (request: OrderRequest, position: Position) => ComponentProps<typeof Facts>['facts']

/** What each change shows of what it asks for. */
const askedFacts: Readonly<Record<OrderRequestChange, Asking>> = {
  quantity: (request) => [
    ['Quantity', <AskedFor request={request} />],
    [
      'Collateral sent back',
      <Figure value={request.collateral_returned} unit={request.collateral_asset} />,
    ],
  ],
  rate: (request, position) => [
    ['New rate', <AskedFor request={request} />],
    ['Rate now', <Figure value={position.rate_percent} unit="% a year" />],
    [
      'From the day of',
      request.effective_time === null ? 'the acceptance' : <Instant at={request.effective_time} />,
    ],
  ],
  terms: (request) => [['New terms', <AskedFor request={request} />]],
  maturity: (request) => [['New maturity', <AskedFor request={request} />]],
  collateral: (request) => [
    ['New collateral', <AskedFor request={request} />],
    ['In place of', request.collateral_asset],
    ['Decided', decisionWords(request)],
    [
      'Old collateral sent back',
      <Figure value={request.collateral_returned} unit={request.collateral_asset} />,
    ],
  ],
}

function Asked({
  request,
  position,
}: {
  readonly request: OrderRequest
  readonly position: Position
}) {
  const { kind, creator_id, lender_id } = request
  const change = changeOf(kind)
  const creator = creator_id === lender_id ? position.lender_name : position.borrower_name
  return (
    <Facts
      title="What is asked for"
      facts={[
        ['Asked by', creator],
        ...(change === undefined ? [] : askedFacts[change](request, position)),
        ['Note', request.note ?? 'none'],
        ['Created', <Instant at={request.create_time} />],
        ['Last change', <Instant at={request.update_time} />],
        ['To be answered until', <AnswerTime of={request} />],
        [
          'Position',
          <Link to="/positions/$positionId" params={{ positionId: request.position_id }}>
            Order {request.order_id_pretty}
          </Link>,
        ],
      ]}
    />
  )
}

type Send = (client: VadiumClient, id: string, options: RequestOptions) => Promise<OrderRequest>

const sending: Readonly<Record<Action, Send>> = {
  accept: ({ orderRequests }, id, options) => orderRequests.accept(id, {}, options),
  reject: ({ orderRequests }, id, options) => orderRequests.reject(id, options),
  cancel: ({ orderRequests }, id, options) => orderRequests.cancel(id, options),
  retry: ({ orderRequests }, id, options) => orderRequests.retry(id, options),
}

/** Those that can move assets, by the operation whose request is previewed. */
const previewed = { accept: 'acceptOrderRequest', retry: 'retryOrderRequest' } as const

const isMoving = (action: Action): action is keyof typeof previewed =>
  Object.hasOwn(previewed, action)

function ActionDialog({
  request,
  action,
  close,
}: {
  readonly request: OrderRequest
  readonly action: Action
  readonly close: () => void
}) {
  const client = useClient()
  const write = useWrite<OrderRequest>()
  if (action === 'accept' && request.new_collateral_asset !== null) {
    return <AcceptExchange request={request} close={close} />
  }
  const { operation, word, done } = answers[action]
  const parts = {
    title: `${word} the ${request.kind} of order ${request.order_id_pretty}?`,
    action: word,
    send: () => void write.write((options) => sending[action](client, request.id, options)),
    write,
    done: () => <p>{done}</p>,
    close,
    children: <p className={styles['fine']}>{operation.description}</p>,
  }
  if (!isMoving(action)) return <ConfirmDialog {...parts} />
  return <AnswerDialog {...parts} asked={{ operation: previewed[action], id: request.id }} />
}
