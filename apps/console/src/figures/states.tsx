import { VadiumError } from '@vadium/client'
import type { ReactNode } from 'react'
import styles from './states.module.css'

export function Empty({ children }: { readonly children: ReactNode }) {
  return <p className={styles['quiet']}>{children}</p>
}

/** The sentence of an error, the members that it names, and the id to ask for in the logs. */
export function ErrorText({ error }: { readonly error: unknown }) {
  if (!(error instanceof VadiumError)) return <p>{String(error)}</p>
  return (
    <>
      <p>{error.summary}</p>
      {error.details.length > 0 && (
        <ul>
          {error.details.map(({ field, issue }) => (
            <li key={`${field} ${issue}`}>
              <code>{field}</code> {issue}
            </li>
          ))}
        </ul>
      )}
      <p className={styles['fine']}>
        {error.reason}
        {error.requestId !== undefined && ` · request ${error.requestId}`}
      </p>
    </>
  )
}
