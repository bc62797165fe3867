import { VadiumError } from '@vadium/client'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import styles from './states.module.css'

/** A screen or a part of one whose content is still to come. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p role="status" className={styles['quiet']}>
      Reading {what} …
    </p>
  )
}

export function Empty({ children }: { readonly children: ReactNode }) {
  return <p className={styles['quiet']}>{children}</p>
}

/** Why something could not be read, with what a person may do. */
export function Failure({
  error,
  what,
  again,
}: {
  readonly error: unknown
  readonly what: string
  readonly again?: () => void
}) {
  return (
    <div role="alert" className={styles['failure']}>
      <strong>Could not read {what}.</strong>
      <ErrorText error={error} />
      {again !== undefined && (
        <Button className="button" onPress={again}>
          Try again
        </Button>
      )}
    </div>
  )
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
