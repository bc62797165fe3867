import type {
  ExceededLimits,
  FailedTransfer,
  LateTransfer,
  OpenDefault,
  PositionToMark,
  RequestToAnswer,
  StuckTransfer,
} from '@vadium/client'
import type { ReactNode } from 'react'
import { Figure } from '../../figures/figure.tsx'
import { Age, Instant, spanText } from '../../figures/time.tsx'
import { reasonWords } from '../../figures/state-words.ts'
import { operationSummaries } from '../../service/operation-summaries.ts'
import { useAccountName, useOwnId } from '../../service/people.ts'
import { causeWords } from '../close-outs/close-out-words.tsx'
import { purposeWords } from '../transfers/purpose-words.ts'
import type { QueueItem } from './queue.ts'

/** What an item is about, in one sentence from the side of the reader. */
export function Sentence({ item }: { readonly item: QueueItem }) {
  const ownId = useOwnId()
  const accountName = useAccountName()
  switch (item.kind) {
    case 'default':
      return <Defaulted row={item.row} />
    case 'failed':
      return <Failed row={item.row} isOurs={isSentBy(item.row, ownId)} />
    case 'late':
      return <Late row={item.row} />
    case 'stuck':
      return <Stuck row={item.row} />
    case 'answer':
      return <Asked row={item.row} />
    case 'approve':
      return (
        <>
          {accountName(item.row.account_id)} asks for your approval:{' '}
          {operationSummaries[item.row.operation] ?? item.row.operation}
        </>
      )
    case 'accept':
      return (
        <>
          {item.row.counterparty_name}: version {item.row.version} of the terms awaits your
          acceptance
        </>
      )
    case 'call':
      return <Due row={item.row} words={callWords} />
    case 'limit':
      return <AboveLimits row={item.row} />
    case 'release':
      return <Due row={item.row} words={releaseWords} />
  }
}

const limitWords: Readonly<Record<string, string>> = {
  lent_usd_max: 'what is lent',
  uncovered_usd_max: 'what is uncovered',
}

function AboveLimits({ row }: { readonly row: ExceededLimits }) {
  const words = row.limits.map(
    (name) => limitWords[name] ?? `what is lent of ${name.slice('assets.'.length)}`,
  )
  return (
    <>
      Above your limit for {row.counterparty_name}: {words.join(', ')}
      <Fine>
        Since <Instant at={row.since} />
      </Fine>
    </>
  )
}

const isSentBy = ({ sender }: FailedTransfer, ownId: string) =>
  sender.organization_id === `organizations/${ownId}`

/** What was declared, or what is left of it, and who can do what. */
function Defaulted({ row }: { readonly row: OpenDefault }) {
  const other = row.counterparty_name
  switch (row.status) {
    case 'NOTICE':
      return (
        <>
          {row.is_ours ? `You have declared ${other}` : `${other} has declared you`} in default:{' '}
          {causeWords(row.cause)}
          <Fine>
            {row.is_ours ? 'You' : other} can terminate the deal from{' '}
            <Instant at={row.earliest_terminate_time} />
          </Fine>
        </>
      )
    case 'CLAIM_OPEN':
      return (
        <>
          {row.is_ours ? `${other} owes you` : `You owe ${other}`} what the collateral did not cover
        </>
      )
    default:
      return (
        <>
          {row.is_ours
            ? `You have closed the deal with ${other} out`
            : `${other} has closed the deal with you out`}
          {row.excess_late && (
            <Fine>What goes back {row.is_ours ? `to ${other}` : 'to you'} is late</Fine>
          )}
        </>
      )
  }
}

/** What moves, and from whom to whom. */
function Moved({
  row,
  isOurs,
}: {
  readonly row: FailedTransfer | LateTransfer | StuckTransfer
  readonly isOurs: boolean
}) {
  const { counterparty_name: other } = row
  return (
    <>
      <strong>
        <Figure value={row.quantity} unit={row.token} column />
      </strong>{' '}
      {isOurs ? `from you to ${other}` : `from ${other} to you`}{' '}
      {row.category === 'voluntary' ? 'without a call' : `for the ${purposeWords(row.category)}`}
    </>
  )
}

function Failed({ row, isOurs }: { readonly row: FailedTransfer; readonly isOurs: boolean }) {
  const [retry] = row.actions
  return (
    <>
      <Moved row={row} isOurs={isOurs} /> did not arrive
      <Fine>
        {row.label} · <Age of={row.since} /> ·{' '}
        {retry?.available === true
          ? `you or ${row.counterparty_name} can retry it`
          : `cannot be retried now: ${reasonWords(retry?.reason ?? '')}`}
      </Fine>
    </>
  )
}

function Late({ row }: { readonly row: LateTransfer }) {
  const [cancel] = row.actions
  const may = row.cancellation_requested
    ? 'its cancellation was requested'
    : cancel?.available === true
      ? 'you can request its cancellation'
      : `cannot be cancelled by you: ${reasonWords(cancel?.reason ?? '')}`
  return (
    <>
      <Moved row={row} isOurs={row.is_ours} /> has not arrived in time
      <Fine>
        {row.label} · {may}
      </Fine>
    </>
  )
}

function Stuck({ row }: { readonly row: StuckTransfer }) {
  return (
    <>
      <Moved row={row} isOurs={row.is_ours} /> does not move on
      <Fine>
        {row.label} · last change <Age of={row.since} /> · usually at most{' '}
        {spanText(row.usual_seconds * 1000)}
      </Fine>
    </>
  )
}

function Asked({ row }: { readonly row: RequestToAnswer }) {
  const amount = (
    <strong>
      <Figure value={row.quantity} unit={row.token} column />
    </strong>
  )
  const rate = <Figure value={row.rate_percent} unit="%" />
  const other = row.counterparty_name
  const isLender = row.side === 'lender'
  switch (row.kind) {
    case 'mark_to_market_request':
      if ((row.direction === 'TopUp') === isLender) {
        return (
          <>
            {other} offers to send you {amount}
            {!isLender && ' back'}
          </>
        )
      }
      return row.direction === 'TopUp' ? (
        <>
          {other} calls {amount} from you
        </>
      ) : (
        <>
          {other} asks you to release {amount}
        </>
      )
    case 'call_set':
      return (
        <>
          {other}{' '}
          {(row.direction === 'TopUp') === isLender
            ? `offers to send you collateral${isLender ? '' : ' back'}`
            : row.direction === 'TopUp'
              ? 'calls collateral from you'
              : 'asks you to release collateral'}{' '}
          for {row.requests} deals at once
        </>
      )
    case 'order':
      return (
        <>
          {other} {isLender ? 'asks to borrow' : 'offers to lend you'} {amount} at {rate}
        </>
      )
    default:
      if (row.terms_version !== null) {
        return (
          <>
            {other} asks that version {row.terms_version} of the terms apply
          </>
        )
      }
      if (row.request_kind === 'extend') return <>{other} asks for a later maturity</>
      if (row.request_kind === 'rerate') {
        return (
          <>
            {other} proposes a rate of {rate}
          </>
        )
      }
      if (row.request_kind === 'substitution') {
        return (
          <>
            {other} offers {amount} in place of the collateral
          </>
        )
      }
      return (
        <>
          {other} {row.request_kind === 'recall' ? 'recalls' : 'wants to return'} {amount}
        </>
      )
  }
}

type DueWords = (amount: ReactNode, other: string, isLender: boolean) => ReactNode

const callWords: DueWords = (amount, other, isLender) =>
  isLender ? (
    <>
      You can call {amount} from {other}
    </>
  ) : (
    <>
      {other} can call {amount} from you
    </>
  )

const releaseWords: DueWords = (amount, other, isLender) =>
  isLender ? (
    <>
      You can release {amount} to {other}
    </>
  ) : (
    <>
      You can ask {other} to release {amount}
    </>
  )

function Due({ row, words }: { readonly row: PositionToMark; readonly words: DueWords }) {
  const amount = (
    <strong>
      <Figure value={row.m2m_collateral_amount} unit={row.collateral_asset} column />
    </strong>
  )
  return (
    <>
      {words(amount, row.counterparty_name, row.side === 'lender')}
      <Fine>
        {row.asset} against {row.collateral_asset}, coverage{' '}
        <Figure value={row.ccr_percent} unit="%" missing="not known" />
      </Fine>
    </>
  )
}

function Fine({ children }: { readonly children: ReactNode }) {
  return <small>{children}</small>
}
