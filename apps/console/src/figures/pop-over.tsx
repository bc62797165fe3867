import { type ReactNode, useId, useState } from 'react'
import styles from './pop-over.module.css'

/**
 * A button that shows something small below it, by the browser's own popover: Escape or a press
 * beside it closes it, and the focus returns to the button.
 */
export function PopOver({
  button,
  name,
  isLate = false,
  children,
}: {
  /** What is on the button. */
  readonly button: ReactNode
  /** What is shown, for a screen reader. */
  readonly name: string
  /** Whether it is made when it is first opened. */
  readonly isLate?: boolean
  /** `closes` are the attributes of a button within it that closes it. */
  readonly children: (closes: Closes) => ReactNode
}) {
  const id = useId()
  const [wasOpened, setWasOpened] = useState(!isLate)
  return (
    <>
      <button
        type="button"
        className="button quiet"
        popoverTarget={id}
        onClick={() => {
          setWasOpened(true)
        }}
      >
        {button}
      </button>
      <div id={id} popover="auto" role="group" aria-label={name} className={styles['panel']}>
        {wasOpened && children({ popoverTarget: id, popoverTargetAction: 'hide' })}
      </div>
    </>
  )
}

export interface Closes {
  readonly popoverTarget: string
  readonly popoverTargetAction: 'hide'
}
