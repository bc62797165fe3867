import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { WriteState } from '../service/write.ts'
import { ErrorText } from './states.tsx'
import styles from './states.module.css'

/** What became of a write, in words. Nothing before it is sent. */
export function Written<Answer>({
  written,
  done,
}: {
  readonly written: WriteState<Answer>
  readonly done?: ((answer: Answer) => ReactNode) | undefined
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
    case 'done':
      return <div role="status">{done?.(written.answer)}</div>
    case 'awaits approval':
      return (
        <p role="status">
          <strong>It needs the approval of other accounts.</strong> It has had no effect yet:{' '}
          <Link to="/approvals/$approvalId" params={{ approvalId: written.approvalId }}>
            see the approval
          </Link>
          .
        </p>
      )
    case 'refused':
      return (
        <div role="alert" className={styles['failure']}>
          <strong>Nothing was changed.</strong>
          <ErrorText error={written.error} />
        </div>
      )
  }
}
