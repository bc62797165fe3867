import styles from './six-words.module.css'
import { ErrorText } from './states.tsx'
import type { ComputedWords } from './use-six-words.ts'

/** The words that one side of an invitation reads to the other. */
export function SixWords({ of: { words, fault } }: { readonly of: ComputedWords }) {
  if (fault !== undefined) return <ErrorText error={fault} />
  return (
    <ol className={styles['words']} aria-label="Six words">
      {words?.map((word, place) => (
        // A word may occur twice.
        <li key={`${place} ${word}`}>{word}</li>
      ))}
    </ol>
  )
}
