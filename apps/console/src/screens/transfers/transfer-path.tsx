import type { Transfer } from '@vadium/client'
import { Instant } from '../../figures/time.tsx'
import { useChoices } from '../../service/choices.ts'
import styles from './transfer-path.module.css'

type ProviderState = Transfer['provider_lifecycle']['state']

/** The steps of a transfer, each with the state in which it is being taken, and who takes it. */
const steps = [
  { state: 'pending_submission', name: 'Instructed', who: () => 'Vadium' },
  {
    state: 'pending_provider_approval',
    name: 'Approved',
    who: (custodian: string) => `a person at ${custodian}`,
  },
  { state: 'pending_provider_signature', name: 'Signed', who: (custodian: string) => custodian },
  { state: 'broadcasting', name: 'Broadcast', who: (custodian: string) => custodian },
  { state: 'confirming', name: 'Confirmed', who: () => 'the network' },
] as const satisfies readonly {
  readonly state: ProviderState
  readonly name: string
  readonly who: (custodian: string) => string
}[]

/** Where a transfer is on its way, and who must act now. */
export function TransferPath({ transfer }: { readonly transfer: Transfer }) {
  const { state, label, provider_request_state: word, provider } = transfer.provider_lifecycle
  const { custodians } = useChoices()
  const custodian = custodians.find(({ value }) => value === provider)?.name ?? provider
  const at = steps.findIndex((step) => step.state === state)
  const current = steps[at]
  const isCompleted = state === 'completed'
  // How far it came before it ended is not known.
  const isEnded = current === undefined && !isCompleted
  return (
    <section className="panel" aria-label="The path of the transfer">
      <ol className={styles['path']} data-ended={isEnded}>
        {steps.map(({ name }, i) => {
          const progress = isCompleted || i < at ? 'done' : i === at ? 'current' : 'ahead'
          return (
            <li
              key={name}
              data-progress={isEnded ? 'unknown' : progress}
              aria-current={progress === 'current' ? 'step' : undefined}
            >
              {name}
            </li>
          )
        })}
      </ol>
      <p className={styles['now']} data-ended={isEnded}>
        <strong>{label}</strong>
        {current !== undefined && <> The next step is taken by {current.who(custodian)}.</>}
      </p>
      <p className={styles['word']}>
        {custodian} says <code>{word ?? 'nothing yet'}</code>. Created{' '}
        <Instant at={transfer.create_time} />, last changed <Instant at={transfer.update_time} />.
      </p>
    </section>
  )
}
