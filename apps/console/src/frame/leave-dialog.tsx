import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import styles from '../figures/form.module.css'

interface LeaveDialogProps {
  readonly onLeave: () => void
  readonly onStay: () => void
}

/** Asks whether to leave the screen of a write whose outcome is not known. */
export function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  return (
    <ModalOverlay isOpen className={styles['overlay'] ?? ''}>
      <Modal className={styles['modal'] ?? ''}>
        <Dialog role="alertdialog" className={styles['dialog'] ?? ''}>
          <Heading slot="title">The outcome of a request is not known yet</Heading>
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
      </Modal>
    </ModalOverlay>
  )
}
