import { useState } from 'react'
import { Button } from 'react-aria-components'
import styles from './page.module.css'

/** A button for what cannot be taken back: the first press asks, the second one acts. */
export function ConfirmedButton({
  name,
  question,
  isDisabled = false,
  act,
}: {
  readonly name: string
  /** What happens, as a question. */
  readonly question: string
  readonly isDisabled?: boolean
  readonly act: () => void
}) {
  const [asks, setAsks] = useState(false)
  if (!asks) {
    return (
      <Button
        className="button"
        isDisabled={isDisabled}
        onPress={() => {
          setAsks(true)
        }}
      >
        {name} …
      </Button>
    )
  }
  return (
    <span className={styles['buttons']} role="group" aria-label={question}>
      <span>{question}</span>
      <Button
        className="button"
        autoFocus
        onPress={() => {
          setAsks(false)
        }}
      >
        Leave it
      </Button>
      <Button
        className="button primary"
        isDisabled={isDisabled}
        onPress={() => {
          setAsks(false)
          act()
        }}
      >
        {name}
      </Button>
    </span>
  )
}
