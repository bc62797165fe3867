import type { MarkToMarketPreviewResponse, Position } from '@vadium/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Figure } from '../../figures/figure.tsx'
import { ErrorText, Loading } from '../../figures/states.tsx'
import { previewQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { BeforeAndAfter } from './before-and-after.tsx'
import styles from './confirmation.module.css'
import { Movement } from './movement.tsx'
import { type Sending, useSending } from './sending.ts'
import { WhatMoved } from './what-moved.tsx'
import { Why } from './why.tsx'

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
  const { sending, send, reset } = useSending(client, preview.data)

  const previewAgain = async () => {
    setBefore(preview.data)
    await queries.refetchQueries({ queryKey: query.queryKey })
    reset()
  }

  return (
    <ModalOverlay
      isOpen
      isDismissable={sending.state !== 'sending' && sending.state !== 'unknown'}
      onOpenChange={(isOpen) => {
        if (!isOpen) close()
      }}
      className={styles['overlay'] ?? ''}
    >
      <Modal className={styles['modal'] ?? ''}>
        <Dialog className={styles['dialog'] ?? ''}>
          <header className={styles['head']}>
            <Heading slot="title">Order {position.order_id_pretty}: mark to market</Heading>
            <Button className="button" onPress={close}>
              Close
            </Button>
          </header>
          <div className={styles['body']}>
            {preview.isPending && <Loading what="the preview" />}
            {preview.isError && (
              <div role="alert">
                <h2>No request can be previewed</h2>
                <ErrorText error={preview.error} />
              </div>
            )}
            {preview.data !== undefined && (
              <>
                <Movement answer={preview.data} />
                {before !== undefined && <WhatMoved before={before} after={preview.data} />}
                <BeforeAndAfter answer={preview.data} position={position} />
                <Why answer={preview.data} />
              </>
            )}
          </div>
          {preview.data !== undefined && (
            <Footer
              answer={preview.data}
              sending={sending}
              send={() => void send()}
              previewAgain={() => void previewAgain()}
              close={close}
            />
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Footer({
  answer: { preview, calculation },
  sending,
  send,
  previewAgain,
  close,
}: {
  readonly answer: MarkToMarketPreviewResponse
  readonly sending: Sending
  readonly send: () => void
  readonly previewAgain: () => void
  readonly close: () => void
}) {
  const outcome = outcomeOf(sending)
  return (
    <footer className={styles['foot']} aria-live="polite">
      {outcome}
      {sending.state === 'unsent' && !preview.can_submit_m2m && (
        <CannotSubmit reasons={calculation?.reasons ?? []} answer={{ preview, calculation }} />
      )}
      <div className={styles['buttons']}>
        {sending.state === 'sent' ? (
          <>
            <Link
              to="/calls/$callId"
              params={{ callId: sending.request.id }}
              className="button primary"
            >
              Follow it
            </Link>
            <Button className="button" onPress={close}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button
              className="button"
              onPress={previewAgain}
              isDisabled={sending.state === 'sending' || sending.state === 'unknown'}
            >
              {sending.state === 'stale' ? 'Show the new figures' : 'Preview again'}
            </Button>
            <Button
              className="button primary"
              onPress={send}
              isDisabled={sending.state !== 'unsent' || !preview.can_submit_m2m}
            >
              {preview.direction === 'Release' ? 'Send the release' : 'Send the call'}
            </Button>
          </>
        )}
      </div>
    </footer>
  )
}

function outcomeOf(sending: Sending): ReactNode {
  switch (sending.state) {
    case 'unsent':
      return null
    case 'sending':
      return <p>Sending …</p>
    case 'unknown':
      return (
        <p role="alert" className={styles['unknown']}>
          <strong>The outcome is unknown.</strong> No answer has come. The page asks again under the
          same key, so that the request is made once or not at all (attempt {sending.attempts + 1}).
        </p>
      )
    case 'sent':
      return (
        <p className={styles['sent']}>
          <strong>Sent.</strong> The request of{' '}
          <Figure value={sending.request.notional_usd} unit="USD" /> is{' '}
          {sending.request.status.toLowerCase().replaceAll('_', ' ')}.
        </p>
      )
    case 'awaits approval':
      return (
        <p>
          <strong>It needs the approval of other accounts.</strong> It has had no effect yet:
          approval <code>{sending.approvalId}</code>.
        </p>
      )
    case 'stale':
      return (
        <p role="alert">
          <strong>The prices have moved.</strong> Nothing was sent. The figures below are of the
          preview before.
        </p>
      )
    case 'refused':
      return (
        <div role="alert">
          <strong>Nothing was sent.</strong>
          <ErrorText error={sending.error} />
        </div>
      )
  }
}

/** Why it cannot be submitted, and the prices at which it could. */
function CannotSubmit({
  reasons,
  answer: { preview, calculation },
}: {
  readonly reasons: readonly { code: string; message: string }[]
  readonly answer: MarkToMarketPreviewResponse
}) {
  const triggers = (calculation?.trigger_prices ?? []).filter(
    ({ name }) => name === 'top_up' || name === 'release',
  )
  return (
    <div>
      {reasons.map(({ code, message }) => (
        <p key={code}>
          <strong>{message}</strong>
        </p>
      ))}
      {triggers.map(({ name, unit, asset_price }) => (
        <p key={name}>
          A {name === 'top_up' ? 'top-up' : 'release'} could be submitted once {preview.asset} is
          at <Figure value={asset_price} unit={unit} missing="no price that reaches it" />.
        </p>
      ))}
    </div>
  )
}
