import type { AvailableAction } from '@vadium/client'
import { reasonWords, stateWords } from './state-words.ts'
import styles from './actions.module.css'

/** What an action is called on the page, where its own name says too little. */
const names: Readonly<Record<string, string>> = {
  create_mark_to_market_request: 'Call or release',
  ask_to_cancel: 'Request the cancellation',
}

function nameOf(action: string): string {
  const words = stateWords(action)
  return names[action] ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** The actions on a resource: those that are possible now, and why the others are not. */
export function Actions({ actions }: { readonly actions: readonly AvailableAction[] }) {
  const possible = actions.filter(({ available }) => available)
  const others = actions.filter(({ available }) => !available)
  return (
    <div className="panel">
      <h2>What can be done</h2>
      {possible.length === 0 ? (
        <p className={styles['possible']}>Nothing now.</p>
      ) : (
        <ul className={styles['possible']}>
          {possible.map(({ action }) => (
            <li key={action}>{nameOf(action)}</li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <dl className={styles['others']}>
          {others.map(({ action, reason }) => (
            <div key={action}>
              <dt>{nameOf(action)}</dt>
              <dd>{reasonWords(reason ?? 'not now')}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
