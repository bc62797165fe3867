import { stateMachine, type Transition } from './state-machine.ts'

const progress = {
  pending_submission: 'The provider has not been asked yet, or has not answered.',
  pending_provider_approval: 'Somebody at the provider must approve it.',
  pending_provider_signature: 'The provider must sign it.',
  broadcasting: 'It is being sent to the network.',
  confirming: 'It is on the network and gathers confirmations.',
} as const
const outcomes = {
  completed: 'It has moved.',
  failed: 'It could not be carried out.',
  rejected: 'It was refused.',
  cancelled: 'It was given up.',
} as const

type ProviderState = keyof typeof progress | keyof typeof outcomes

const steps = Object.keys(progress) as (keyof typeof progress)[]
const ends = Object.keys(outcomes) as (keyof typeof outcomes)[]

/** Answers come late and out of order, so any later state may follow, and no earlier one. */
const report = (to: ProviderState, from: readonly ProviderState[]): Transition<ProviderState> => ({
  action: 'report',
  from,
  to,
  by: ['custodian'],
  description: 'The provider says so.',
})

/** `provider_lifecycle.state`, one vocabulary for all providers. */
export const providerLifecycleStates = stateMachine<ProviderState, string>({
  id: 'provider_lifecycle',
  title: 'Transfer at the provider',
  initial: 'pending_submission',
  states: { ...progress, ...outcomes },
  transitions: [
    ...steps.slice(1).map((to, i) => report(to, steps.slice(0, i + 1))),
    ...ends.map((to) => report(to, steps)),
  ],
})
