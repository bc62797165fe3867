import type { Difference } from '@vadium/client'
import styles from './recomputed-here.module.css'

/** Whether what the published package computes in this browser is what the service says. */
export function RecomputedHere({
  of: { ok, differences },
  advice,
}: {
  readonly of: { readonly ok: boolean; readonly differences: readonly Difference[] }
  /** A sentence on what not to do with other figures. */
  readonly advice: string
}) {
  if (ok) {
    return <p className={styles['equal']}>✓ Recomputed in this browser: equal, digit for digit.</p>
  }
  return (
    <div role="alert" className={styles['unequal']}>
      <strong>This browser computes other figures. {advice}</strong>
      <ul>
        {differences.map(({ member, expected, actual }) => (
          <li key={member}>
            <code>{member}</code>: the service says {actual}, computed is {expected}
          </li>
        ))}
      </ul>
    </div>
  )
}
