import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { wasTaken, type Write } from '../service/write.ts'
import { Dialog } from './dialog.tsx'
import styles from './form.module.css'
import { Written } from './written.tsx'

/** What a write will do, before it is sent, and what became of it. */
export function ConfirmDialog<Answer>({
  title,
  children,
  action,
  send,
  canSend = true,
  write,
  done,
  close,
}: {
  readonly title: string
  readonly children: ReactNode
  /** The word on the button that sends. */
  readonly action: string
  readonly send: () => void
  readonly canSend?: boolean
  readonly write: Write<Answer>
  readonly done: (answer: Answer) => ReactNode
  readonly close: () => void
}) {
  const { written, isBusy } = write
  const isOver = wasTaken(write)
  // Beside a cancellation, the word would say the opposite.
  const dismissal = /cancel/i.test(action) ? 'Back' : 'Cancel'
  return (
    <Dialog title={title} close={isBusy ? undefined : close}>
      {written.state !== 'done' && children}
      <Written written={written} done={done} />
      <div className={styles['buttons']}>
        <Button className="button" onPress={close} isDisabled={isBusy}>
          {isOver ? 'Done' : dismissal}
        </Button>
        {!isOver && (
          <Button className="button primary" onPress={send} isDisabled={isBusy || !canSend}>
            {action}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
