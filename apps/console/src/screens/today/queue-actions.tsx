import type { FailedTransfer, LateTransfer, PositionToMark, TermsToAccept } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../figures/button.tsx'
import { later } from '../../figures/later.tsx'
import { Read } from '../../figures/read.tsx'
import { operationSummaries } from '../../service/operation-summaries.ts'
import { positionQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { CancelTransferDialog } from '../transfers/cancel-transfer-dialog.tsx'
import type { QueueItem } from './queue.ts'
import { RetryDialog } from './retry-dialog.tsx'

// Its proof needs the margin package, which Today does not need before.
const Confirmation = later(
  async () => (await import('../confirmation/confirmation.tsx')).Confirmation,
)

/** What a person may begin from a row. It stays while the row may go. */
export type Begun =
  | { readonly what: 'retry'; readonly of: FailedTransfer }
  | { readonly what: 'cancel'; readonly of: LateTransfer }
  | { readonly what: 'mark'; readonly of: PositionToMark }

/** The dialog of what was begun. */
export function BegunDialog({
  begun,
  close,
}: {
  readonly begun: Begun
  readonly close: () => void
}) {
  switch (begun.what) {
    case 'retry':
      return <RetryDialog transfer={begun.of} close={close} />
    case 'cancel':
      return (
        <CancelTransferDialog
          id={begun.of.id}
          title={`Order ${begun.of.order_id_pretty}: cancel the late transfer?`}
          close={close}
        />
      )
    case 'mark':
      return <Marked id={begun.of.id} close={close} />
  }
}

/** The confirmation needs the whole position. */
function Marked({ id, close }: { readonly id: string; readonly close: () => void }) {
  return (
    <Read of={useRead(positionQuery, id)} what="the position">
      {(position) => <Confirmation position={position} close={close} />}
    </Read>
  )
}

/** The buttons of a row: what can be done at once, and where it can be looked at. */
export function Actions({
  item,
  begin,
}: {
  readonly item: QueueItem
  readonly begin: (begun: Begun) => void
}) {
  const does = (word: string, about: string, begun: Begun) => (
    <Button
      className={begun.what === 'cancel' ? 'button' : 'button primary'}
      aria-label={`${word}: ${about}`}
      onPress={() => {
        begin(begun)
      }}
    >
      {word}
    </Button>
  )
  switch (item.kind) {
    case 'default':
      return (
        <Link
          className="button primary"
          aria-label={`Review the close-out: order ${item.row.order_id_pretty}`}
          to="/close-outs/$closeOutId"
          params={{ closeOutId: item.row.id }}
        >
          {item.row.status === 'NOTICE' ? 'Review' : 'Close-out'}
        </Link>
      )
    case 'failed':
      return (
        <>
          {item.row.actions[0]?.available === true &&
            item.row.close_out_id === null &&
            does('Retry', `order ${item.row.order_id_pretty}`, { what: 'retry', of: item.row })}
          <WhatFailed transfer={item.row} />
        </>
      )
    case 'late':
      return (
        item.row.actions[0]?.available === true &&
        !item.row.cancellation_requested &&
        does('Cancel it', `order ${item.row.order_id_pretty}`, { what: 'cancel', of: item.row })
      )
    case 'call':
    case 'release': {
      const { order_id_pretty: number, side } = item.row
      const word = wordsOf[item.kind][side === 'lender' ? 'lender' : 'borrower']
      return does(word, `order ${number}`, { what: 'mark', of: item.row })
    }
    case 'limit':
      return <LimitsLink of={item.row.counterparty_name} />
    case 'answer':
      return <AnswerLink item={item} />
    case 'approve':
      return (
        <Link
          className="button primary"
          aria-label={`Review: ${operationSummaries[item.row.operation] ?? item.row.operation}`}
          to="/approvals/$approvalId"
          params={{ approvalId: item.row.id }}
        >
          Review
        </Link>
      )
    case 'accept':
      return <TermsLink row={item.row} />
    case 'stuck':
      return null
  }
}

const wordsOf = {
  call: { lender: 'Call', borrower: 'Send it' },
  release: { lender: 'Release', borrower: 'Ask for it' },
} as const

function LimitsLink({ of }: { readonly of: string }) {
  return (
    <Link className="button" aria-label={`Limits: ${of}`} to="/counterparties">
      Limits
    </Link>
  )
}

function TermsLink({ row }: { readonly row: TermsToAccept }) {
  return (
    <Link
      className="button primary"
      aria-label={`Review: terms with ${row.counterparty_name}`}
      to="/agreements/$agreementId"
      params={{ agreementId: row.agreement_id }}
    >
      Review
    </Link>
  )
}

function AnswerLink({ item: { row } }: { readonly item: Extract<QueueItem, { kind: 'answer' }> }) {
  const words = 'Answer'
  const button = {
    className: 'button primary',
    'aria-label': `${words}: order ${row.order_id_pretty}`,
  } as const
  if (row.kind === 'mark_to_market_request') {
    return (
      <Link {...button} to="/calls/$callId" params={{ callId: row.id }}>
        {words}
      </Link>
    )
  }
  if (row.kind === 'call_set') {
    return (
      <Link {...button} to="/call-sets/$callSetId" params={{ callSetId: row.id }}>
        {words}
      </Link>
    )
  }
  return row.kind === 'order' ? (
    <Link {...button} to="/orders/$orderId" params={{ orderId: row.id }}>
      {words}
    </Link>
  ) : (
    <Link {...button} to="/order-requests/$requestId" params={{ requestId: row.id }}>
      {words}
    </Link>
  )
}

/** What a failed transfer belongs to has all that can be done about it. */
function WhatFailed({ transfer }: { readonly transfer: FailedTransfer }): ReactNode {
  const { mark_to_market_request_id: callId, order_request_id: requestId, order_id } = transfer
  const { close_out_id: closeOutId } = transfer
  if (closeOutId !== null) {
    return (
      <Link className="button" to="/close-outs/$closeOutId" params={{ closeOutId }}>
        Close-out
      </Link>
    )
  }
  if (callId !== null) {
    return (
      <Link className="button" to="/calls/$callId" params={{ callId }}>
        Call
      </Link>
    )
  }
  return requestId === null ? (
    <Link className="button" to="/orders/$orderId" params={{ orderId: order_id }}>
      Order
    </Link>
  ) : (
    <Link className="button" to="/order-requests/$requestId" params={{ requestId }}>
      Request
    </Link>
  )
}
