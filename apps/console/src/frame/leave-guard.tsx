import { useBlocker } from '@tanstack/react-router'
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import styles from '../figures/form.module.css'
import { unsettledWrites } from '../service/unsettled.ts'

const pollMs = 50
const polls = 20

/** Most answers come within a moment. Nobody is asked about those. */
async function wouldLoseAnAnswer(): Promise<boolean> {
  for (let i = 0; i < polls && unsettledWrites.exist(); i += 1) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return unsettledWrites.exist()
}

/** A change of the filters leaves the screen where it is. */
const shouldBlockFn = ({
  current,
  next,
}: {
  readonly current: { readonly pathname: string }
  readonly next: { readonly pathname: string }
}) => (current.pathname === next.pathname ? false : wouldLoseAnAnswer())

/** Keeps a person on the screen of a write until its outcome is known. */
export function LeaveGuard() {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: unsettledWrites.exist,
    withResolver: true,
  })
  if (status !== 'blocked') return null
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
            <Button className="button" onPress={proceed}>
              Leave without the answer
            </Button>
            <Button className="button primary" autoFocus onPress={reset}>
              Stay
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
