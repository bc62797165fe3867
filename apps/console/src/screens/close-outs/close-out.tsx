import type { CloseOut, Position } from '@vadium/client'
import {
  type ApprovableOperation,
  dischargeCloseOut,
  receiveCloseOut,
  retryCloseOut,
  terminateCloseOut,
  withdrawCloseOut,
} from '@vadium/schema'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { Facts } from '../../figures/facts.tsx'
import { Figure } from '../../figures/figure.tsx'
import { later } from '../../figures/later.tsx'
import { NotPossible } from '../../figures/not-possible.tsx'
import { Read } from '../../figures/read.tsx'
import { ResourceLink } from '../../figures/resource-link.tsx'
import { Instant } from '../../figures/time.tsx'
import { Title } from '../../figures/title.tsx'
import { closeOutOfIdQuery } from '../../service/close-out-queries.ts'
import { positionQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { PendingNotice, pendingFor, usePendingOfOrder } from '../approvals/pending.tsx'
import { ItsTransfers } from '../transfers/its-transfers.tsx'
import { causeWords, CloseOutStatus, cureWords } from './close-out-words.tsx'
import { Cure } from './cure.tsx'
import styles from '../orders/orders.module.css'

// With the arithmetic that computes a statement again.
const Statement = later(async () => (await import('./statement.tsx')).Statement, 'the statement')
const StatementNow = later(
  async () => (await import('./closed-out-now.tsx')).TerminatedNow,
  'the figures of now',
)
const ItsDocuments = later(
  async () => (await import('../documents/its-documents.tsx')).ItsDocuments,
  'the documents',
)

/** What a person can do with a close-out, in the order of the buttons. */
const actions = {
  terminate: { operation: terminateCloseOut, word: 'Terminate', done: 'The deal is closed out.' },
  withdraw: { operation: withdrawCloseOut, word: 'Withdraw', done: 'Withdrawn.' },
  retry: { operation: retryCloseOut, word: 'Retry', done: 'Instructed again.' },
  receive: { operation: receiveCloseOut, word: 'Confirm receipt', done: 'Confirmed.' },
  discharge: { operation: dischargeCloseOut, word: 'Discharge', done: 'Discharged.' },
} as const

type Action = keyof typeof actions

/** Of these, what may need approval. */
const approvable: Partial<Record<Action, ApprovableOperation>> = { terminate: 'terminateCloseOut' }

const isAction = (name: string): name is Action => Object.hasOwn(actions, name)

/** One declared default: what it is about, and what became of the deal. */
export function CloseOutScreen() {
  const { closeOutId } = useParams({ from: '/close-outs/$closeOutId' })
  return (
    <Read of={useRead(closeOutOfIdQuery, closeOutId)} what="the close-out">
      {(closeOut) => <WithItsPosition closeOut={closeOut} />}
    </Read>
  )
}

function WithItsPosition({ closeOut }: { readonly closeOut: CloseOut }) {
  return (
    <Read of={useRead(positionQuery, closeOut.position_id)} what="its position">
      {(position) => <CloseOutView key={closeOut.id} closeOut={closeOut} position={position} />}
    </Read>
  )
}

interface Shown {
  readonly closeOut: CloseOut
  readonly position: Position
}

function CloseOutView({ closeOut, position }: Shown) {
  const [asked, setAsked] = useState<Action>()
  const pending = usePendingOfOrder(closeOut.order_id)
  const offered = closeOut.actions.flatMap(({ action, available }) =>
    available && isAction(action) ? [action] : [],
  )
  return (
    <section className={styles['screen']}>
      <div className={styles['head']}>
        <Title>
          Order {closeOut.order_id_pretty}: {causeWords(closeOut.cause)}
        </Title>
        <CloseOutStatus closeOut={closeOut} />
        <Link to="/positions/$positionId" params={{ positionId: closeOut.position_id }}>
          Position
        </Link>
        <Link to="/threads/$orderId" params={{ orderId: closeOut.order_id }}>
          Thread
        </Link>
        <div className={styles['buttons']}>
          {offered.map((action) => (
            <Button
              key={action}
              className={action === 'terminate' ? 'button primary' : 'button'}
              isDisabled={pendingFor(pending, approvable[action], closeOut.id) !== undefined}
              onPress={() => {
                setAsked(action)
              }}
            >
              {actions[action].word} …
            </Button>
          ))}
        </div>
      </div>
      <PendingNotice approvals={pending} />
      <Said closeOut={closeOut} position={position} />
      <div className={styles['columns']}>
        <Declared closeOut={closeOut} position={position} />
      </div>
      <Waits closeOut={closeOut} />
      {closeOut.statement !== null && <Statement statement={closeOut.statement} />}
      <ItsTransfers ids={[...(closeOut.waits_for?.transfer_ids ?? []), ...closeOut.transfer_ids]} />
      {closeOut.terminate_time !== null && <ItsDocuments of={{ subject_id: closeOut.id }} />}
      <NotPossible actions={closeOut.actions} />
      {asked !== undefined && (
        <ActionDialog
          closeOut={closeOut}
          position={position}
          action={asked}
          close={() => {
            setAsked(undefined)
          }}
        />
      )}
    </section>
  )
}

/** The organization that declared, and the one in default. */
function namesOf({ closeOut: { declarer_id: declarer, lender_id: lender }, position }: Shown) {
  const { lender_name, borrower_name } = position
  return declarer === lender ? [lender_name, borrower_name] : [borrower_name, lender_name]
}

/** The fact in a sentence, and who must do what. */
function Said(shown: Shown) {
  const { closeOut, position } = shown
  const [declarer, defaulting] = namesOf(shown)
  const { fact, status } = closeOut
  if (status !== 'NOTICE') return null
  return (
    <div className="panel">
      <p>
        {declarer} has declared that {defaulting} is in default:{' '}
        {closeOut.cause === 'LIQUIDATION_LEVEL' ? (
          <>
            coverage has been at or below the liquidation level of{' '}
            <Figure value={position.terms.liquidation_percent} unit="%" />
          </>
        ) : (
          causeWords(closeOut.cause)
        )}{' '}
        since <Instant at={fact.since_time} />
        {fact.holds === null ? ', and there is no price now.' : ''}
        {fact.holds === true ? <SoNow {...shown} /> : ''}
        {fact.holds === false ? ', which is not so now: the service ends the notice.' : ''}
      </p>
      <p>
        {declarer} can terminate the deal from <Instant at={closeOut.earliest_terminate_time} /> on,
        as long as this is so. {cureWords(closeOut.cause, defaulting)}
      </p>
      <Cure closeOut={closeOut} position={position} />
    </div>
  )
}

/** That the fact holds, with its figure. */
function SoNow({ closeOut, position }: Shown) {
  if (closeOut.cause !== 'LIQUIDATION_LEVEL') return <>, and is so now.</>
  return (
    <>
      , and is <Figure value={position.ccr_percent} unit="%" missing="unknown" /> now.
    </>
  )
}

/** What provisional figures wait for, and until when. */
function Waits({ closeOut: { waits_for: waits } }: Pick<Shown, 'closeOut'>) {
  if (waits === null) return null
  const { transfer_ids: ids, until_time: until } = waits
  return (
    <div className="panel">
      <p>
        These figures are provisional:{' '}
        {ids.length === 1 ? 'a transfer was' : `${ids.length} transfers were`} on the way at the
        termination, and {ids.length === 1 ? 'counts' : 'count'} by arriving until{' '}
        <Instant at={until} />. Then, or once nothing of it is under way, the close-out is booked at
        the same prices.
      </p>
    </div>
  )
}

function Declared(shown: Shown) {
  const { closeOut } = shown
  const { fact } = closeOut
  const [declarer, defaulting] = namesOf(shown)
  return (
    <Facts
      title="The notice"
      facts={[
        ['Declared by', declarer],
        ['In default', defaulting],
        ['Cause', causeWords(closeOut.cause)],
        ['About', <ResourceLink resource={fact.resource} id={fact.resource_id} />],
        ['Note', closeOut.note ?? 'none'],
        ['Declared', <Instant at={closeOut.create_time} />],
        [
          'Terminated',
          closeOut.terminate_time === null ? 'not yet' : <Instant at={closeOut.terminate_time} />,
        ],
        ['Last change', <Instant at={closeOut.update_time} />],
        ...(closeOut.excess_late ? ([['Late', 'what goes back has not arrived']] as const) : []),
      ]}
    />
  )
}

function ActionDialog({
  closeOut,
  position,
  action,
  close,
}: Shown & { readonly action: Action; readonly close: () => void }) {
  const client = useClient()
  const write = useWrite<CloseOut>()
  const { operation, word, done } = actions[action]
  return (
    <ConfirmDialog
      title={`${word}: order ${closeOut.order_id_pretty}?`}
      action={word}
      send={() => void write.write((options) => client.closeOuts[action](closeOut.id, options))}
      write={write}
      done={({ statement }) => (
        <p>
          {action === 'terminate' && statement?.scope === 'to_requirement'
            ? 'A part of the deal is closed out.'
            : done}
        </p>
      )}
      close={close}
    >
      {action === 'terminate' && <StatementNow closeOut={closeOut} position={position} />}
      <p className={styles['fine']}>{operation.description}</p>
    </ConfirmDialog>
  )
}
