import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { WriteState } from '../service/settled-write.ts'
import { ErrorText } from './states.tsx'
import styles from './states.module.css'

/** What became of a write, in words. Nothing before it is sent. */
export function Written<Answer>({
  written,
  done,
  again,
  refused = 'Nothing was changed.',
}: {
  readonly written: WriteState<Answer>
  /** What a refusal means, if it does not undo everything. */
  readonly refused?: string | undefined
  readonly done?: ((answer: Answer) => ReactNode) | undefined
  /** Opens a form again that is closed while its request awaits approval. */
  readonly again?: (() => void) | undefined
}) {
  switch (written.state) {
    case 'unsent':
      return null
    case 'sending':
      return <p role="status">Sending …</p>
    case 'unknown':
      return (
        <p role="alert" className={styles['failure']}>
          <strong>The outcome is unknown.</strong> No answer has come. The page asks again under the
          same key, so that it happens once or not at all (attempt {written.attempts + 1}).
        </p>
      )
    case 'never known':
      return (
        <p role="alert" className={styles['failure']}>
          <strong>The outcome stays unknown.</strong> No answer has come for 12 hours, so the page
          does not ask again: the service may have forgotten the key, and it could happen twice.
          Look yourself whether it has happened before you send it again.
        </p>
      )
    case 'done':
      return <div role="status">{done?.(written.answer)}</div>
    case 'awaits approval':
      return (
        <div role="status">
          <p>
            <strong>It needs the approval of other accounts.</strong> It has had no effect yet. Once
            they have approved it, the service carries it out: do not send it again.{' '}
            <Link to="/approvals/$approvalId" params={{ approvalId: written.approvalId }}>
              See the approval
            </Link>
          </p>
          {again !== undefined && (
            <Button className="button" onPress={again}>
              Make another request
            </Button>
          )}
        </div>
      )
    case 'refused':
      return (
        <div role="alert" className={styles['failure']}>
          <strong>{refused}</strong>
          <ErrorText error={written.error} />
        </div>
      )
  }
}
