import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { Dialog } from '../../figures/dialog.tsx'
import { Read } from '../../figures/read.tsx'
import { useBatch } from '../../service/use-batch.ts'
import { previewKey, whileConfirmed } from '../../service/queries.ts'
import { useService } from '../../service/service.tsx'
import { BatchOutcomes } from './batch-outcomes.tsx'
import { itemsOf, type Looked, type ManyItem } from './many-items.ts'
import { type ManyKind, manyWords } from './many-kinds.ts'
import { ManyRows } from './many-rows.tsx'
import { ManySums } from './many-sums.tsx'
import styles from './many.module.css'

/** So many are looked at and sent together. Each is read by itself. */
const manyMax = 50

/**
 * Requests that are sent by one press: what each moves, read when the dialog opens, what they move
 * together, and which are left out, and why.
 */
export function ManyDialog({
  kind,
  close,
}: {
  readonly kind: ManyKind
  readonly close: () => void
}) {
  const { client } = useService()
  const batch = useBatch()
  const [isSent, setIsSent] = useState(false)
  const named = useQuery({
    queryKey: [previewKey, 'many', kind],
    queryFn: async ({ signal }) =>
      itemsOf(client, kind, await client.today.show({ rows: manyMax }, { signal })),
    ...whileConfirmed,
  })
  const { title } = manyWords[kind]
  return (
    <Dialog isWide title={title} close={close}>
      {isSent && batch !== undefined ? (
        <BatchOutcomes batch={batch} close={close} />
      ) : (
        <Read of={named} what="what there is" none="Nothing is left of it.">
          {(items) => (
            <Choose
              kind={kind}
              items={items}
              close={close}
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
  items,
  close,
  sent,
}: {
  readonly kind: ManyKind
  readonly items: readonly ManyItem[]
  readonly close: () => void
  readonly sent: () => void
}) {
  const { batches } = useService()
  const isBusy = useBatch()?.isOver === false
  const looks = useLooks(kind, items)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const rows = items.map((item, index) => ({ item, look: looks[index] }))
  const chosen = rows.flatMap(({ item, look }) => {
    const looked = look?.isFetching === true ? undefined : look?.data
    const isSent = looked?.whyNot === undefined && !left.has(item.id)
    return looked !== undefined && isSent ? [{ ...item, ...looked }] : []
  })
  const read = looks.filter(({ isFetching }) => !isFetching).length
  const isRead = read === items.length
  const { title, send } = manyWords[kind]
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
        <div role="status">
          {isRead ? (
            <ManySums chosen={chosen} of={items.length} />
          ) : (
            `Reading ${read} of ${items.length} …`
          )}
          {items.length === manyMax && (
            <p>No more than {manyMax} are sent together. The rest follows.</p>
          )}
          {isBusy && <p>Others are still being sent.</p>}
        </div>
        <div className={styles['buttons']}>
          <Button className="button" onPress={close}>
            Cancel
          </Button>
          <Button
            className="button"
            isDisabled={!isRead}
            onPress={() => {
              for (const { refetch } of looks) void refetch()
            }}
          >
            Look again
          </Button>
          <Button
            className="button primary"
            isDisabled={!isRead || isBusy || chosen.length === 0}
            onPress={() => {
              void batches.start(title, chosen)
              sent()
            }}
          >
            {send} {chosen.length}
          </Button>
        </div>
      </footer>
    </>
  )
}

function useLooks(kind: ManyKind, items: readonly ManyItem[]): readonly UseQueryResult<Looked>[] {
  return useQueries({
    queries: items.map(({ id, look }) => ({
      queryKey: [previewKey, 'many', kind, id],
      queryFn: ({ signal }) => look({ signal }),
      ...whileConfirmed,
    })),
  })
}
