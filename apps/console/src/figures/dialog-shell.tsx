import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import styles from './dialog.module.css'

export interface DialogParts {
  readonly title: ReactNode
  readonly children: ReactNode
  /** What stands beside the title. */
  readonly aside?: ReactNode
  /** `alertdialog`: it asks something that cannot wait. */
  readonly role?: 'dialog' | 'alertdialog'
  /** As wide as figures beside each other need. What is in it scrolls by itself. */
  readonly isWide?: boolean
  /** Closes it without an answer, by Escape or a press beside it. Without this, it asks for one. */
  readonly close?: (() => void) | undefined
}

/** What all dialogs are in. It keeps the focus, and gives it back. */
export function DialogShell({
  title,
  children,
  aside,
  role = 'dialog',
  isWide = false,
  close,
}: DialogParts) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={close !== undefined}
      isKeyboardDismissDisabled={close === undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) close?.()
      }}
      className={styles['overlay'] ?? ''}
    >
      <Modal className={styles['modal'] ?? ''} data-wide={isWide}>
        <Dialog role={role} className={styles['dialog'] ?? ''}>
          <header className={styles['head']}>
            <Heading slot="title">{title}</Heading>
            {aside}
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
