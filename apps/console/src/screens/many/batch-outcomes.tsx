import { Link } from '@tanstack/react-router'
import { Button } from '../../figures/button.tsx'
import { ErrorText } from '../../figures/states.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import type { Batch, RowState } from '../../service/batches.ts'
import { useService } from '../../service/service.tsx'
import { batchText } from './batch-text.ts'
import styles from './many.module.css'

/** What became of each request that was sent together. */
export function BatchOutcomes({
  batch,
  close,
}: {
  readonly batch: Batch
  readonly close: () => void
}) {
  const { batches } = useService()
  return (
    <>
      <div className={styles['body']}>
        <TableScroll name="What became of each">
          <table>
            <thead>
              <tr>
                <th>What</th>
                <th>Outcome</th>
              </tr>
            </thead>
            <tbody>
              {batch.rows.map(({ id, name, written }) => (
                <tr key={id}>
                  <td>{name}</td>
                  <td>
                    <Outcome of={written} done={batch.done} close={close} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      </div>
      <footer className={styles['foot']}>
        <p role="status">
          <strong>{batchText(batch)}</strong>
          {!batch.isOver && ' It goes on while you look at other screens of this page.'}
        </p>
        <div className={styles['buttons']}>
          {!batch.isOver && (
            <Button
              className="button"
              onPress={() => {
                batches.halt()
              }}
            >
              Send no more
            </Button>
          )}
          <Button className="button" onPress={close}>
            {batch.isOver ? 'Done' : 'Close'}
          </Button>
        </div>
      </footer>
    </>
  )
}

function Outcome({
  of: written,
  done,
  close,
}: {
  readonly of: RowState
  readonly done: string
  /** A link leads to another screen. */
  readonly close: () => void
}) {
  switch (written.state) {
    case 'unsent':
      return 'waiting'
    case 'sending':
      return 'sending …'
    case 'unknown':
      return `unknown: no answer has come, it is asked for again under the same key (attempt ${written.attempts + 1})`
    case 'never known':
      return 'unknown for 12 hours: look yourself whether it has happened'
    case 'left':
      return 'unknown: the key was locked before the answer. Look yourself whether it has happened'
    case 'not sent':
      return `not sent: ${written.why}`
    case 'done':
      return `✓ ${done}`
    case 'awaits approval':
      return (
        <>
          needs the approval of others.{' '}
          <Link
            to="/approvals/$approvalId"
            params={{ approvalId: written.approvalId }}
            onClick={close}
          >
            See the approval
          </Link>
        </>
      )
    case 'refused':
      return (
        <>
          <strong>Refused: nothing was changed.</strong>
          <ErrorText error={written.error} />
        </>
      )
  }
}
