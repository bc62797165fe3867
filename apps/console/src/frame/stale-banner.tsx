import { VadiumError } from '@vadium/client'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../figures/button.tsx'
import { useMachineNow } from '../service/now.ts'
import { ErrorText } from '../figures/states.tsx'
import { spanText } from '../figures/time.tsx'
import { useFailedReads } from '../service/failed-reads.ts'
import { readAgain } from '../service/queries.ts'
import styles from './banner.module.css'

/** Says that figures on screen could not be read again, why, and how old they are. */
export function StaleBanner() {
  const failed = useFailedReads()
  const queries = useQueryClient()
  const now = useMachineNow()
  if (failed === undefined) return null
  return (
    <section className={styles['banner']} aria-label="What is not current">
      <div>
        <strong role="alert">Not current: {whyNot(failed.error)}</strong>{' '}
        <span>What is shown was read {spanText(now - failed.readAtMs)} ago.</span>
        <ErrorText error={failed.error} />
      </div>
      <Button className="button" onPress={() => void readAgain(queries)}>
        Read again
      </Button>
    </section>
  )
}

function whyNot(error: unknown): string {
  const status = error instanceof VadiumError ? error.status : undefined
  if (status === undefined) return 'the service does not answer.'
  if (status === 401 || status === 403) return 'the service no longer accepts this key for it.'
  if (status === 429) return 'too many requests were sent.'
  return 'the service could not answer.'
}
