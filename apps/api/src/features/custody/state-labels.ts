import type { ProviderReport } from './custody-adapter.ts'

type KnownState = NonNullable<ProviderReport['state']>

/** The provider state as a sentence for people. */
export function stateLabel(state: KnownState, custodianName: string): string {
  const labels: Readonly<Record<KnownState, string>> = {
    pending_provider_approval: `Waiting for an approval at ${custodianName}`,
    pending_provider_signature: `Waiting for a signature at ${custodianName}`,
    broadcasting: `${custodianName} is sending it to the network`,
    confirming: 'Waiting for confirmations of the network',
    completed: 'Completed',
    failed: `Failed at ${custodianName}`,
    rejected: `Rejected at ${custodianName}`,
    cancelled: 'Cancelled before it was sent',
  }
  return labels[state]
}
