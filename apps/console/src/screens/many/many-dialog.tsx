import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { Dialog } from '../../figures/dialog.tsx'
import { Read } from '../../figures/read.tsx'
import { Age } from '../../figures/time.tsx'
import { figuresMs } from '../../service/batches.ts'
import { useMachineNow } from '../../service/now.ts'
import { useOwnId } from '../../service/people.ts'
import { previewKey, whileConfirmed } from '../../service/queries.ts'
import { useService } from '../../service/service.tsx'
import { useBatch } from '../../service/use-batch.ts'
import { BatchOutcomes } from './batch-outcomes.tsx'
import { batchText } from './batch-text.ts'
import { lookInTime } from './look-in-time.ts'
import { type Looked, type ManyItem, manyMax, namedByToday, type ReadItems } from './many-items.ts'
import type { ManyWords } from './many-kinds.ts'
import { type ManyRow, ManyRows, usable } from './many-rows.tsx'
import { ManySums } from './many-sums.tsx'
import styles from './many.module.css'

/**
 * Requests that are sent by one press: what each moves, read when the dialog opens, what they move
 * together, and which are left out, and why.
 */
export function ManyDialog({
  kind,
  words,
  namedBy = (source, options) => namedByToday(kind, source, options),
  close,
}: {
  /** Names what is sent, among all that can be sent together. */
  readonly kind: string
  readonly words: ManyWords
  /** Reads what there is of it. Default: what Today names. */
  readonly namedBy?: ReadItems
  readonly close: () => void
}) {
  const { client } = useService()
  const ownId = useOwnId()
  const batch = useBatch()
  const [isSent, setIsSent] = useState(false)
  const named = useQuery({
    queryKey: [previewKey, 'many', kind],
    queryFn: async ({ signal }) => {
      const approvals = await client.approvals.list(
        { state: 'PENDING', page_size: 200 },
        { signal },
      )
      const pending = approvals.approvals.filter((one) => one.organization_id === ownId)
      return namedBy({ client, pending }, { signal })
    },
    ...whileConfirmed,
  })
  return (
    <Dialog
      isWide
      title={words.title}
      close={close}
      aside={
        <Button className="button" onPress={close}>
          Close
        </Button>
      }
    >
      {isSent && batch !== undefined ? (
        <BatchOutcomes batch={batch} close={close} />
      ) : (
        <Read of={named} what="what there is" none="Nothing is left of it.">
          {(items) => (
            <Choose
              kind={kind}
              words={words}
              items={items}
              sent={() => {
                setIsSent(true)
              }}
            />
          )}
        </Read>
      )}
    </Dialog>
  )
}

function Choose({
  kind,
  words,
  items,
  sent,
}: {
  readonly kind: string
  readonly words: ManyWords
  readonly items: readonly ManyItem[]
  readonly sent: () => void
}) {
  const { batches } = useService()
  const batch = useBatch()
  const rows = useRows(kind, items)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.flatMap((row) => {
    const looked = usable(row)
    const isChosen = looked?.whyNot === undefined && !left.has(row.item.id)
    return looked !== undefined && isChosen ? [{ ...row.item, ...looked }] : []
  })
  const isRead = rows.every(({ look }) => !look.isFetching)
  const readAtMs = Math.min(...rows.filter(usable).map(({ look }) => look.dataUpdatedAt))
  const isOld = useMachineNow() - readAtMs > figuresMs
  return (
    <>
      <div className={styles['body']}>
        <ManyRows
          rows={rows}
          left={left}
          change={(id, isIn) => {
            const others = [...left].filter((one) => one !== id)
            setLeft(new Set(isIn ? others : [...others, id]))
          }}
        />
      </div>
      <footer className={styles['foot']}>
        <Status rows={rows} chosen={chosen} readAtMs={readAtMs} isOld={isOld} />
        <div className={styles['buttons']}>
          {batch?.isOver === true && (
            <Button
              className="button"
              onPress={() => {
                batches.forget()
              }}
            >
              Dismiss
            </Button>
          )}
          <Button
            className="button"
            isDisabled={!isRead}
            onPress={() => {
              for (const { look } of rows) void look.refetch()
            }}
          >
            Look again
          </Button>
          <Button
            className="button primary"
            isDisabled={!isRead || isOld || batch !== undefined || chosen.length === 0}
            onPress={() => {
              void batches.start(words, chosen)
              sent()
            }}
          >
            {words.send} {chosen.length}
          </Button>
        </div>
      </footer>
    </>
  )
}

/** What the rows move together, how old that is, and what is in the way of sending it. */
function Status({
  rows,
  chosen,
  readAtMs,
  isOld,
}: {
  readonly rows: readonly ManyRow[]
  readonly chosen: readonly Pick<Looked, 'movements'>[]
  /** When the oldest of them was read. Infinity if none could be. */
  readonly readAtMs: number
  readonly isOld: boolean
}) {
  const batch = useBatch()
  const read = rows.filter(({ look }) => !look.isFetching).length
  return (
    <div role="status">
      {read < rows.length ? (
        <p>
          Reading {read} of {rows.length} …
        </p>
      ) : (
        <>
          <ManySums chosen={chosen} of={rows.length} />
          {readAtMs !== Infinity && (
            <p className={styles['fine']}>
              Figures of <Age of={new Date(readAtMs).toISOString()} by="page" />
              {isOld && ': too old to be sent. Look again'}.
            </p>
          )}
        </>
      )}
      {rows.length === manyMax && (
        <p>The first {manyMax} are here. Those that are left can be sent after them.</p>
      )}
      {batch !== undefined && (
        <p>
          {batchText(batch)}{' '}
          {batch.isOver ? 'Dismiss that first, and look again.' : 'They are still being sent.'}
        </p>
      )}
    </div>
  )
}

/** Each item, and what it would do now. */
function useRows(kind: string, items: readonly ManyItem[]): readonly ManyRow[] {
  const looks = useQueries({
    queries: items.map(({ id, look }) => ({
      queryKey: [previewKey, 'many', kind, id],
      queryFn: (context: { readonly signal: AbortSignal }) => lookInTime(look, context.signal),
      ...whileConfirmed,
    })),
  })
  return items.flatMap((item, index) => {
    const look = looks[index]
    return look === undefined ? [] : [{ item, look }]
  })
}
