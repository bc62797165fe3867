import {
  type Approval,
  type MarkToMarketPreviewResponse,
  type MarkToMarketRequest,
  type Position,
  VadiumError,
} from '@vadium/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { Dialog } from '../../figures/dialog.tsx'
import { Read } from '../../figures/read.tsx'
import { ErrorText } from '../../figures/states.tsx'
import { Written } from '../../figures/written.tsx'
import { previewQuery } from '../../service/queries.ts'
import { useReader } from '../../service/reader.ts'
import { useClient } from '../../service/service.tsx'
import type { WriteState } from '../../service/settled-write.ts'
import { useWrite, wasTaken } from '../../service/write.ts'
import { pendingFor, usePendingOfOrder } from '../approvals/pending.tsx'
import { dueWords } from '../positions/due-words.ts'
import { movesOf } from './moves-of-preview.ts'
import { BeforeSending, Sent } from './before-sending.tsx'
import { useMovedSince } from './moved-since.tsx'
import { WhatMoved } from './what-moved.tsx'
import { WhatMoves } from '../what-moves/what-moves.tsx'
import { Recomputed, Why } from './why.tsx'
import styles from './confirmation.module.css'

/**
 * The figures of a mark-to-market request before it is sent: what moves, what changes by it, and
 * why, down to each input and each rounding.
 */
export function Confirmation({
  position,
  close,
}: {
  readonly position: Position
  readonly close: () => void
}) {
  const client = useClient()
  const queries = useQueryClient()
  const query = previewQuery(client, position.id)
  const preview = useQuery(query)
  const [before, setBefore] = useState<MarkToMarketPreviewResponse>()
  const { written, isBusy, write, reset } = useWrite<MarkToMarketRequest>()
  const ofOrder = usePendingOfOrder(position.order_id)
  const due = dueWords(useReader(), position, preview.data?.preview.direction ?? null)
  const calculationId = preview.data?.calculation?.calculation_id

  // Until the figures are previewed again, there is one press, with one key.
  const send = () => {
    if (calculationId === undefined) return
    const body = { position_id: position.id, calculation_id: calculationId }
    void write((options) => client.markToMarketRequests.create(body, options))
  }

  const previewAgain = async () => {
    reset()
    setBefore(preview.data)
    await queries.refetchQueries({ queryKey: query.queryKey })
  }

  const noPreview = (
    <div role="alert">
      <h2>No request can be previewed</h2>
      <ErrorText error={preview.error} />
    </div>
  )
  return (
    <Dialog
      isWide
      title={`${due?.show ?? 'Mark to market'}: order ${position.order_id_pretty}`}
      aside={
        <Button className="button" onPress={close} isDisabled={isBusy}>
          Close
        </Button>
      }
      close={isBusy ? undefined : close}
    >
      <div className={styles['body']}>
        <Read of={preview} what="the preview" failure={noPreview}>
          {(answer) => (
            <>
              {preview.isError && noPreview}
              <WhatMoves moves={movesOf(answer, position)} proof={<Recomputed answer={answer} />} />
              {before !== undefined && <WhatMoved before={before} after={answer} />}
              <Why answer={answer} />
            </>
          )}
        </Read>
      </div>
      {preview.data !== undefined && (
        <Footer
          answer={preview.data}
          position={position}
          written={written}
          isBusy={isBusy}
          pending={pendingFor(ofOrder, 'createMarkToMarketRequest', position.id)}
          isCurrent={!preview.isFetching && !preview.isError}
          send={send}
          previewAgain={() => void previewAgain()}
          close={close}
        />
      )}
    </Dialog>
  )
}

const isStale = (written: WriteState<MarkToMarketRequest>) =>
  written.state === 'refused' &&
  written.error instanceof VadiumError &&
  written.error.reason === 'PREVIEW_STALE'

function Footer({
  answer,
  position,
  written,
  isBusy,
  pending,
  isCurrent,
  send,
  previewAgain,
  close,
}: {
  readonly answer: MarkToMarketPreviewResponse
  readonly position: Position
  readonly written: WriteState<MarkToMarketRequest>
  readonly isBusy: boolean
  /** The same request, if it awaits approval already. */
  readonly pending: Approval | undefined
  /** Whether the figures on screen are those of the last preview that was asked for. */
  readonly isCurrent: boolean
  readonly send: () => void
  readonly previewAgain: () => void
  readonly close: () => void
}) {
  const { preview } = answer
  const due = dueWords(useReader(), position, preview.direction)
  const now = useMovedSince(position.id, answer)
  return (
    <footer className={styles['foot']}>
      <div aria-live="polite">
        {isStale(written) ? (
          <p>
            <strong>The prices have moved.</strong> Nothing was sent. The figures above are those of
            before.
          </p>
        ) : (
          <Written written={written} done={(request) => <Sent {...{ request, position }} />} />
        )}
        {written.state === 'unsent' && <BeforeSending {...{ answer, now, pending }} />}
      </div>
      <div className={styles['buttons']}>
        {wasTaken({ written }) ? (
          <>
            {written.state === 'done' && (
              <Link
                to="/calls/$callId"
                params={{ callId: written.answer.id }}
                className="button primary"
              >
                Follow it
              </Link>
            )}
            <Button className="button" onPress={close}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button className="button" onPress={previewAgain} isDisabled={isBusy}>
              {isStale(written) || now !== undefined ? 'Show the new figures' : 'Preview again'}
            </Button>
            <Button
              className="button primary"
              onPress={send}
              isDisabled={
                written.state !== 'unsent' ||
                pending !== undefined ||
                !isCurrent ||
                !preview.can_submit_m2m
              }
            >
              {due?.send ?? 'Send the request'}
            </Button>
          </>
        )}
      </div>
    </footer>
  )
}
