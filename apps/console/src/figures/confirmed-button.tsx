import { useState } from 'react'
import { Button } from './button.tsx'
import styles from './page.module.css'

interface Asked {
  readonly name: string
  readonly question: string
  readonly subject: string
  readonly act: () => void
}

/**
 * A button for what cannot be taken back: the first press asks, the second one acts. The second
 * press does what the first one asked about, whatever was read meanwhile.
 */
export function ConfirmedButton({
  name,
  question,
  subject = question,
  isDisabled = false,
  act,
}: {
  readonly name: string
  /** What happens, as a question. */
  readonly question: string
  /** What it is done to. An open question about another subject is closed. */
  readonly subject?: string
  readonly isDisabled?: boolean
  readonly act: () => void
}) {
  const [asked, setAsked] = useState<Asked>()
  if (asked !== undefined && asked.subject !== subject) setAsked(undefined)
  if (asked?.subject !== subject) {
    return (
      <Button
        className="button"
        isDisabled={isDisabled}
        onPress={() => {
          setAsked({ name, question, subject, act })
        }}
      >
        {name} …
      </Button>
    )
  }
  return (
    <span className={styles['buttons']} role="group" aria-label={asked.question}>
      <span>{asked.question}</span>
      <Button
        className="button"
        autoFocus
        onPress={() => {
          setAsked(undefined)
        }}
      >
        Cancel
      </Button>
      <Button
        className="button primary"
        isDisabled={isDisabled}
        onPress={() => {
          setAsked(undefined)
          asked.act()
        }}
      >
        {asked.name}
      </Button>
    </span>
  )
}
