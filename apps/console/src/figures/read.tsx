import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { Pages, Reading } from '../service/read.ts'
import { Loading } from './loading.tsx'
import { Empty, ErrorText } from './states.tsx'
import styles from './states.module.css'

/**
 * What is read from the service. Until it is, this says so, or why it cannot be read. What was read
 * stays while it is read again; the frame says if that fails.
 */
export function Read<Data>({
  of,
  what,
  none,
  failure,
  children,
}: {
  readonly of: Reading<Data> & Partial<Pick<Pages<unknown>, 'isFetchNextPageError'>>
  /** What it is, as in "Could not read the orders." */
  readonly what: string
  /** What to say of a list without items. */
  readonly none?: ReactNode
  /** What to say instead if it could not be read. */
  readonly failure?: ReactNode
  readonly children: (data: Data) => ReactNode
}) {
  const { data, error } = of
  const again = () => void of.refetch()
  if (data === undefined) {
    if (error === null) return <Loading what={what} />
    return failure ?? <Failure error={error} what={what} again={again} />
  }
  const isEmpty = none !== undefined && Array.isArray(data) && data.length === 0
  return (
    <>
      {isEmpty ? <Empty>{none}</Empty> : children(data)}
      {of.isFetchNextPageError === true && (
        // A page is read with the prices of the first one for a minute: the list begins again.
        <Failure error={error} what="the next page" again={again} />
      )}
    </>
  )
}

function Failure({
  error,
  what,
  again,
}: {
  readonly error: unknown
  readonly what: string
  readonly again: () => void
}) {
  return (
    <div role="alert" className={styles['failure']}>
      <strong>Could not read {what}.</strong>
      <ErrorText error={error} />
      <Button className="button" onPress={again}>
        Try again
      </Button>
    </div>
  )
}
