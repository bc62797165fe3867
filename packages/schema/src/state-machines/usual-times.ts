import type { providerLifecycleStates } from './provider-lifecycle.ts'

type ProviderState = keyof (typeof providerLifecycleStates)['states']
type UnderWay = Exclude<ProviderState, 'completed' | 'failed' | 'rejected' | 'cancelled'>

/**
 * How long a transfer usually stays in a state at its provider, at most, in seconds. A transfer
 * that has not changed for longer is shown as stuck.
 */
export const usualSeconds: Readonly<Record<UnderWay, number>> = {
  pending_submission: 300,
  pending_provider_approval: 14_400,
  pending_provider_signature: 1_800,
  broadcasting: 1_800,
  confirming: 7_200,
}
