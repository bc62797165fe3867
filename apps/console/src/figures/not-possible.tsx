import type { AvailableAction } from '@vadium/client'
import { reasonWords, stateWords } from './state-words.ts'
import styles from './not-possible.module.css'

/** What an action is called on the page, where its own name says too little. */
const names: Readonly<Record<string, string>> = {
  create_mark_to_market_request: 'call or release',
  ask_to_cancel: 'request the cancellation',
}

const nameOf = (action: string): string => names[action] ?? stateWords(action)

/** Why actions are not possible now, a line a reason. What is possible has a button of its own. */
export function NotPossible({ actions }: { readonly actions: readonly AvailableAction[] }) {
  const byReason = new Map<string, string[]>()
  for (const { action, available, reason } of actions) {
    if (available) continue
    const words = reasonWords(reason ?? 'not now')
    byReason.set(words, [...(byReason.get(words) ?? []), nameOf(action)])
  }
  if (byReason.size === 0) return null
  return (
    <details className={styles['folded']}>
      <summary>Not possible now, and why</summary>
      <dl className={styles['reasons']}>
        {[...byReason].map(([reason, which]) => (
          <div key={reason}>
            <dt>{sentence(which.join(', '))}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
