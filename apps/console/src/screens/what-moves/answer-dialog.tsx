import type { PreviewRequest, ResolvedRequest } from '@vadium/client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../figures/button.tsx'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { Read } from '../../figures/read.tsx'
import { Age } from '../../figures/time.tsx'
import { reasonWords } from '../../figures/state-words.ts'
import { requestPreviewQuery } from '../../service/preview-queries.ts'
import { useClient } from '../../service/service.tsx'
import type { Write } from '../../service/write.ts'
import { WhatMoves } from './what-moves.tsx'
import styles from './what-moves.module.css'

/** An answer that can move assets, with what it moves and why, before it is sent. */
export function AnswerDialog<Answer>({
  title,
  action,
  asked,
  ask = 'Choose first what it moves with.',
  canSend = true,
  send,
  write,
  done,
  close,
  why,
  children,
}: {
  readonly title: string
  /** The word on the button that sends. */
  readonly action: string
  /** The request, as it would be sent. Undefined while something of it is not chosen. */
  readonly asked: PreviewRequest | undefined
  /** What is missing while there is no request. */
  readonly ask?: string
  readonly canSend?: boolean
  readonly send: () => void
  readonly write: Write<Answer>
  readonly done: (answer: Answer) => ReactNode
  readonly close: () => void
  /** More of why. */
  readonly why?: ReactNode
  /** What there is to say or to choose below what moves. */
  readonly children?: ReactNode
}) {
  const preview = useQuery(requestPreviewQuery(useClient(), asked))
  const isShown = asked !== undefined && preview.isSuccess && !preview.isFetching
  return (
    <ConfirmDialog
      title={title}
      action={action}
      send={send}
      canSend={canSend && (asked === undefined || (isShown && preview.data.reason === null))}
      write={write}
      done={done}
      close={close}
    >
      {asked === undefined ? (
        <p>{ask}</p>
      ) : (
        <Read of={preview} what="what it moves">
          {(resolved) => (
            <>
              <WhatMoves moves={resolved} />
              {why}
              <AsOf resolved={resolved} again={() => void preview.refetch()} />
            </>
          )}
        </Read>
      )}
      {children}
    </ConfirmDialog>
  )
}

/** The age of the figures, and why the answer would be refused. */
function AsOf({
  resolved: { as_of: asOf, reason },
  again,
}: {
  readonly resolved: ResolvedRequest
  readonly again: () => void
}) {
  return (
    <p className={styles['fine']}>
      {reason !== null && (
        <strong role="alert">It would be refused now: {reasonWords(reason)}. </strong>
      )}
      Figures of <Age of={asOf} />.{' '}
      <Button className="button" onPress={again}>
        Look again
      </Button>
    </p>
  )
}
