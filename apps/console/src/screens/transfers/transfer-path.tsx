import type { TransferWithSteps } from '@vadium/client'
import { Instant, spanText } from '../../figures/time.tsx'
import { useCustodianName } from '../../service/choices.ts'
import { useNow } from '../../service/now.ts'
import { type Step, wayOf } from './transfer-way.ts'
import styles from './transfer-path.module.css'

/** Who takes each step. */
const takers: Readonly<Record<Step['name'], (custodian: string) => string>> = {
  Instructed: () => 'Vadium',
  Approved: (custodian) => `a person at ${custodian}`,
  Signed: (custodian) => custodian,
  Broadcast: (custodian) => custodian,
  Confirmed: () => 'the network',
}

/** Where a transfer is on its way, since when, and who must act now. */
export function TransferPath({ transfer }: { readonly transfer: TransferWithSteps }) {
  const { label, provider_request_state: word, provider } = transfer.provider_lifecycle
  const custodian = useCustodianName()(provider)
  const way = wayOf(transfer)
  const current = way.find(({ progress }) => progress === 'current')
  const isEnded = way.some(({ progress }) => progress === 'failed' || progress === 'unknown')
  return (
    <section className="panel" aria-label="The path of the transfer">
      <ol className={styles['path']} data-ended={isEnded}>
        {way.map((step) => (
          <li
            key={step.name}
            data-progress={step.progress}
            aria-current={step.progress === 'current' ? 'step' : undefined}
          >
            {step.name}
            <StepTime step={step} created={transfer.create_time} />
          </li>
        ))}
      </ol>
      <p className={styles['now']} data-ended={isEnded}>
        <strong>{label.replace(/\.?$/, '.')}</strong>
        {current !== undefined && (
          <>
            {' '}
            The next step is taken by {takers[current.name](custodian)}.{' '}
            <Waiting since={current.since} usualSeconds={transfer.usual_seconds} />
          </>
        )}
      </p>
      <p className={styles['word']}>
        {custodian} says <code>{word ?? 'nothing yet'}</code>. Created{' '}
        <Instant at={transfer.create_time} />, last changed <Instant at={transfer.update_time} />.
      </p>
    </section>
  )
}

/** When a step was taken, or failed. */
function StepTime({
  step: { at, progress },
  created,
}: {
  readonly step: Step
  readonly created: string
}) {
  if (at === undefined) {
    return progress === 'passed' ? <span className={styles['at']}>not reported</span> : null
  }
  const day = at.slice(0, 10) === created.slice(0, 10) ? '' : `${at.slice(5, 10)} `
  return (
    <time className={styles['at']} dateTime={at} title={at}>
      {day}
      {at.slice(11, 19)}
      {progress === 'failed' && ' failed'}
    </time>
  )
}

/** How long the present step takes already, beside what it usually takes. */
function Waiting({
  since,
  usualSeconds,
}: {
  readonly since: string | undefined
  readonly usualSeconds: number | null
}) {
  const now = useNow()
  if (since === undefined) return null
  const takenMs = now - Date.parse(since)
  const isLonger = usualSeconds !== null && takenMs > usualSeconds * 1_000
  return (
    <>
      It takes {spanText(takenMs)} so far
      {usualSeconds !== null && (
        <span data-longer={isLonger}>
          , {isLonger ? 'longer than the usual' : 'of usually'} {spanText(usualSeconds * 1_000)}
        </span>
      )}
      .
    </>
  )
}
