import { stateMachine, type Transition } from './state-machine.ts'

const progress = {
  pending_submission:
    'The transfer was not sent to the provider yet, or the provider has not answered.',
  pending_provider_approval: 'A person at the provider must approve the transfer.',
  pending_provider_signature: 'The provider must sign the transfer.',
  broadcasting: 'The provider is sending the transfer to the network.',
  confirming: 'The transfer is on the network and awaits confirmations.',
} as const
const outcomes = {
  completed: 'The quantity has moved.',
  failed: 'The provider could not carry out the transfer.',
  rejected: 'The transfer was refused.',
  cancelled: 'The transfer was cancelled.',
} as const

type ProviderState = keyof typeof progress | keyof typeof outcomes

const steps = Object.keys(progress) as (keyof typeof progress)[]
const ends = Object.keys(outcomes) as (keyof typeof outcomes)[]

/** Answers arrive late and out of order, so any later state may follow, but no earlier one. */
const report = (to: ProviderState, from: readonly ProviderState[]): Transition<ProviderState> => ({
  action: 'report',
  from,
  to,
  by: ['custodian'],
  description: 'The provider reports the new state.',
})

/** The states of `provider_lifecycle.state`. They are the same for all providers. */
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
