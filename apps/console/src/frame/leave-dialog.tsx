import { Button } from '../figures/button.tsx'
import { Dialog } from '../figures/dialog.tsx'
import styles from '../figures/form.module.css'

interface LeaveDialogProps {
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** Asks whether to leave the screen of a write whose outcome is not known. */
export function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  return (
    <Dialog role="alertdialog" title="The outcome of a request is not known yet">
      <p>
        The page asks until the service says what became of it. If you leave now, the page stops
        asking: then look yourself whether it happened before you send it again.
      </p>
      <div className={styles['buttons']}>
        <Button className="button" onPress={onLeave}>
          Leave without the answer
        </Button>
        <Button className="button primary" autoFocus onPress={onStay}>
          Stay
        </Button>
      </div>
    </Dialog>
  )
}
