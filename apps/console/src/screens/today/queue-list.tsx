import type { OpenDefault, Today } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { Figure } from '../../figures/figure.tsx'
import { later } from '../../figures/later.tsx'
import { stateWords } from '../../figures/state-words.ts'
import { Age, TimeLeft } from '../../figures/time.tsx'
import { useHasCome } from '../../service/now.ts'
import { isManyKind, type ManyKind, manyWords, type ManyWords } from '../many/many-kinds.ts'
import { BegunDialog, Actions, type Begun } from './queue-actions.tsx'
import { type Counted, countedKinds, keyOf, type QueueItem, queueOf } from './queue.ts'
import { isZero } from '../../figures/decimal-text.ts'
import { Sentence } from './sentence.tsx'
import { countedWords, type QueueKind, queueKinds } from './today-search.ts'
import styles from './today.module.css'

const ManyDialog = later(async () => (await import('../many/many-dialog.tsx')).ManyDialog)

/** Everything that needs a person, or one kind of it, and how much of each kind there is. */
export function Queue({
  today,
  only,
  nothing,
}: {
  readonly today: Today
  readonly only: QueueKind | undefined
  /** What to show where nothing needs a person. */
  readonly nothing: ReactNode
}) {
  const [begun, setBegun] = useState<Begun>()
  // Named as it was when it was opened: what is sent is counted no more.
  const [together, setTogether] = useState<{ kind: ManyKind; words: ManyWords }>()
  const counted = countedKinds(today)
  const items = queueOf(today, only)
  return (
    <section aria-labelledby="needs-you">
      <h2 id="needs-you">Needs you</h2>
      <Kinds
        counted={counted}
        only={only}
        sendTogether={(kind) => {
          setTogether({ kind, words: manyWords(kind, counted[kind].side) })
        }}
      />
      {items.length === 0 ? (
        nothing
      ) : (
        <ol className={styles['queue']} aria-labelledby="needs-you">
          {items.map((item) => (
            <Row key={keyOf(item)} item={item} begin={setBegun} />
          ))}
        </ol>
      )}
      <NotShown counted={counted} only={only} />
      {begun !== undefined && (
        <BegunDialog
          begun={begun}
          close={() => {
            setBegun(undefined)
          }}
        />
      )}
      {together !== undefined && (
        <ManyDialog
          {...together}
          close={() => {
            setTogether(undefined)
          }}
        />
      )}
    </section>
  )
}

/** How much there is of each kind. Each leads to that kind alone, and some are sent together. */
function Kinds({
  counted,
  only,
  sendTogether,
}: {
  readonly counted: Readonly<Record<QueueKind, Counted>>
  readonly only: QueueKind | undefined
  readonly sendTogether: (kind: ManyKind) => void
}) {
  const there = queueKinds.filter((kind) => counted[kind].count > 0 || kind === only)
  if (there.length === 0) return null
  return (
    <ul className={styles['kinds']} aria-label="How much of each kind">
      <li>
        <Link to="/" search={{}} aria-current={only === undefined ? 'true' : undefined}>
          All
        </Link>
      </li>
      {there.map((kind) => (
        <li key={kind} data-kind={kind}>
          <Link to="/" search={{ only: kind }} aria-current={kind === only ? 'true' : undefined}>
            <Amount of={counted[kind]} word={countedWords(kind, counted[kind].side)} />
          </Link>
          {isManyKind(kind) && counted[kind].together > 1 && (
            <Button
              className="button"
              onPress={() => {
                sendTogether(kind)
              }}
            >
              {manyWords(kind, counted[kind].side).all} …
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A number and a sum, either of which may be a lower bound. */
function Amount({
  of: { count, usd, isAtLeast },
  word,
}: {
  readonly of: Pick<Counted, 'count' | 'usd' | 'isAtLeast'>
  readonly word: string
}) {
  return (
    <>
      {isAtLeast && 'at least '}
      <strong>{count}</strong> {word}
      {usd !== undefined && !isZero(usd) && (
        <>
          {' · '}
          <Figure value={usd} unit="USD" />
        </>
      )}
    </>
  )
}

/** What is counted and has no row: its number, its sum, and where all of it is. */
function NotShown({
  counted,
  only,
}: {
  readonly counted: Readonly<Record<QueueKind, Counted>>
  readonly only: QueueKind | undefined
}) {
  const left = queueKinds.filter(
    (kind) => (only === undefined || kind === only) && counted[kind].others.count > 0,
  )
  if (left.length === 0) return null
  return (
    <ul className={styles['kinds']} aria-label="Not shown here">
      {left.map((kind) => {
        const { others, isAtLeast, side } = counted[kind]
        const usd = others.notional_usd
        const word = `more ${countedWords(kind, side)}`
        return (
          <li key={kind}>
            <WholeList kind={kind}>
              <Amount of={{ count: others.count, usd, isAtLeast }} word={word} />
            </WholeList>
          </li>
        )
      })}
    </ul>
  )
}

/** The list that has all of one kind, and nothing else. */
function WholeList({ kind, children }: { readonly kind: QueueKind; readonly children: ReactNode }) {
  if (kind !== 'call' && kind !== 'release') {
    return (
      <Link to="/" search={{ only: kind }}>
        {children}
      </Link>
    )
  }
  const direction = kind === 'call' ? 'TopUp' : 'Release'
  return (
    <Link to="/positions" search={{ ready_for_m2m: true, m2m_direction: direction }}>
      {children}
    </Link>
  )
}

function Row({
  item,
  begin,
}: {
  readonly item: QueueItem
  readonly begin: (begun: Begun) => void
}) {
  return (
    <li className={styles['row']} data-kind={item.kind} data-row>
      <span className={styles['when']}>
        <When item={item} />
      </span>
      <span className={styles['order']}>
        <WhatItIs item={item} />
      </span>
      <span className={styles['sentence']}>
        <Sentence item={item} />
      </span>
      <span className={styles['usd']}>
        {item.usd !== null && <Figure value={item.usd} unit="USD" />}
      </span>
      <span className={styles['actions']}>
        <Actions item={item} begin={begin} />
      </span>
    </li>
  )
}

function When({ item }: { readonly item: QueueItem }) {
  if (item.kind === 'failed') return <strong>failed</strong>
  if (item.kind === 'default') return <DefaultWhen row={item.row} />
  if (item.kind === 'late') {
    return (
      <>
        due <Age of={item.row.late_since} />
      </>
    )
  }
  if (item.kind === 'call' || item.kind === 'release') {
    return dueWords[item.kind][item.row.side === 'lender' ? 'lender' : 'borrower']
  }
  if (item.deadline !== null) return <TimeLeft until={item.deadline} />
  return countedWords(item.kind, 'both')
}

/** Until when a notice can be cured only. A termination has no deadline. */
function DefaultWhen({ row }: { readonly row: OpenDefault }) {
  const canBeTerminated = useHasCome(row.earliest_terminate_time)
  if (row.status !== 'NOTICE') return <strong>{stateWords(row.status).toLowerCase()}</strong>
  if (canBeTerminated) return <strong>notice</strong>
  return <TimeLeft until={row.earliest_terminate_time} />
}

/** What is due, to the one who lent and to the one who pledged. */
const dueWords = {
  call: { lender: 'to call', borrower: 'to send' },
  release: { lender: 'to release', borrower: 'to ask for' },
} as const

/** The number of the order leads to what the item is about. */
function WhatItIs({ item }: { readonly item: QueueItem }) {
  switch (item.kind) {
    case 'default':
      return (
        <Link to="/positions/$positionId" params={{ positionId: item.row.position_id }}>
          {item.row.order_id_pretty}
        </Link>
      )
    case 'failed':
    case 'late':
    case 'stuck':
      return (
        <Link to="/transfers/$transferId" params={{ transferId: item.row.id }}>
          {item.row.order_id_pretty}
        </Link>
      )
    case 'call':
    case 'release':
      return (
        <Link to="/positions/$positionId" params={{ positionId: item.row.id }}>
          {item.row.order_id_pretty}
        </Link>
      )
    case 'answer':
      return (
        <Link to="/orders/$orderId" params={{ orderId: item.row.order_id }}>
          {item.row.order_id_pretty}
        </Link>
      )
    default:
      return null
  }
}
