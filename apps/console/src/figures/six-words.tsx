import { invitationWords } from '@vadium/client/invitations'
import { useEffect, useState } from 'react'
import styles from './six-words.module.css'

/** The words of an invitation and a key, computed in this browser. */
export function SixWords({
  invitationId,
  publicKey,
}: {
  readonly invitationId: string
  readonly publicKey: string
}) {
  const [words, setWords] = useState<readonly string[]>()
  useEffect(() => {
    let isLeft = false
    void invitationWords(invitationId, publicKey).then((computed) => {
      if (!isLeft) setWords(computed)
    })
    return () => {
      isLeft = true
    }
  }, [invitationId, publicKey])
  return (
    <ol className={styles['words']} aria-label="Six words">
      {words?.map((word, place) => (
        // A word may occur twice.
        <li key={`${place} ${word}`}>{word}</li>
      ))}
    </ol>
  )
}
