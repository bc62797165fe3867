import type { ProviderState, TransferStatus } from '@vadium/schema'
import { type CustodianId, custodianNames } from '../reference/custodians.ts'

type AskedState = Exclude<ProviderState, 'pending_submission'>

/** What each provider calls a state. Two of ours may be one of theirs. */
const words: Readonly<Record<CustodianId, Readonly<Record<AskedState, string>>>> = {
  fireblocks: {
    pending_provider_approval: 'PENDING_AUTHORIZATION',
    pending_provider_signature: 'PENDING_SIGNATURE',
    broadcasting: 'BROADCASTING',
    confirming: 'CONFIRMING',
    completed: 'COMPLETED',
    failed: 'FAILED',
    rejected: 'REJECTED',
    cancelled: 'CANCELLED',
  },
  bitgo: {
    pending_provider_approval: 'pendingApproval',
    pending_provider_signature: 'pendingUserSignature',
    broadcasting: 'signed',
    confirming: 'unconfirmed',
    completed: 'confirmed',
    failed: 'failed',
    rejected: 'rejected',
    cancelled: 'canceled',
  },
  anchorage: {
    pending_provider_approval: 'NEEDSAPPROVAL',
    pending_provider_signature: 'INPROGRESS',
    broadcasting: 'INPROGRESS',
    confirming: 'INPROGRESS',
    completed: 'SUCCESS',
    failed: 'FAILURE',
    rejected: 'REJECTED',
    cancelled: 'EXPIRED',
  },
  copper: {
    pending_provider_approval: 'waiting-approve',
    pending_provider_signature: 'co-sign-require',
    broadcasting: 'working',
    confirming: 'processing',
    completed: 'executed',
    failed: 'error',
    rejected: 'rejected',
    cancelled: 'canceled',
  },
  simulated: {
    pending_provider_approval: 'awaiting_approval',
    pending_provider_signature: 'awaiting_signature',
    broadcasting: 'broadcasting',
    confirming: 'confirming',
    completed: 'completed',
    failed: 'failed',
    rejected: 'rejected',
    cancelled: 'cancelled',
  },
}

/** The provider's own word for a state; null before it has been asked. */
export function providerWord(provider: CustodianId, state: ProviderState): string | null {
  return state === 'pending_submission' ? null : words[provider][state]
}

/** A state as a sentence for people. */
export function stateLabel(provider: CustodianId, state: ProviderState): string {
  const name = custodianNames[provider]
  const labels: Readonly<Record<ProviderState, string>> = {
    pending_submission: `Not yet sent to ${name}`,
    pending_provider_approval: `Waiting for an approval at ${name}`,
    pending_provider_signature: `Waiting for a signature at ${name}`,
    broadcasting: `${name} is sending it to the network`,
    confirming: 'Waiting for confirmations of the network',
    completed: 'Completed',
    failed: `Failed at ${name}`,
    rejected: `Rejected by an approver at ${name}`,
    cancelled: 'Cancelled before it was sent',
  }
  return labels[state]
}

const statuses: Readonly<Record<ProviderState, TransferStatus>> = {
  pending_submission: 'PENDING',
  pending_provider_approval: 'IN_PROGRESS',
  pending_provider_signature: 'IN_PROGRESS',
  broadcasting: 'IN_PROGRESS',
  confirming: 'IN_PROGRESS',
  completed: 'COMPLETED',
  failed: 'FAILED',
  rejected: 'REJECTED',
  cancelled: 'CANCELLED',
}

/** The status of a transfer that is in a state at its provider. */
export function statusOf(state: ProviderState): TransferStatus {
  return statuses[state]
}
