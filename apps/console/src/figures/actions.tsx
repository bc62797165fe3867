import type { AvailableAction } from '@vadium/client'
import styles from './actions.module.css'

/** The actions on a resource, and why those that are not available are not. */
export function Actions({ actions }: { readonly actions: readonly AvailableAction[] }) {
  return (
    <div className="panel">
      <h2>What may be done</h2>
      <ul className={styles['actions']}>
        {actions.map(({ action, available, reason }) => (
          <li key={action} data-available={available}>
            <strong>{action.replaceAll('_', ' ')}</strong>{' '}
            {available ? <span>available</span> : <span>{reason}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
