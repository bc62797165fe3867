import type { ProviderReport } from '../custody-adapter.ts'
import { stateLabel } from '../state-labels.ts'

/**
 * The primary statuses that Fireblocks publishes, as provider states. Undefined for those that have
 * no meaning for a transfer between two wallets, or do not say how it will end.
 */
const states: Readonly<Record<string, ProviderReport['state']>> = {
  SUBMITTED: 'pending_provider_approval',
  PENDING_AML_SCREENING: 'pending_provider_approval',
  PENDING_ENRICHMENT: 'pending_provider_approval',
  PENDING_AUTHORIZATION: 'pending_provider_approval',
  PENDING_EMAIL_APPROVAL: 'pending_provider_approval',
  PENDING_3RD_PARTY_MANUAL_APPROVAL: 'pending_provider_approval',
  PENDING_3RD_PARTY: 'pending_provider_approval',
  // Waits for another transaction of the same wallet, before or after the approval.
  QUEUED: 'pending_provider_approval',
  PENDING_SIGNATURE: 'pending_provider_signature',
  BROADCASTING: 'broadcasting',
  CONFIRMING: 'confirming',
  CONFIRMED: 'confirming',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
  REJECTED: 'rejected',
  BLOCKED: 'rejected',
  FAILED: 'failed',
  PENDING: undefined,
  CANCELLING: undefined,
  PARTIALLY_COMPLETED: undefined,
  TIMEOUT: undefined,
}

/**
 * Completed on the chain, but not at a third party. A person must decide whether the transfer
 * counts.
 */
const unsettled = new Set(['COMPLETED_BUT_3RD_PARTY_FAILED', 'COMPLETED_BUT_3RD_PARTY_REJECTED'])

const labels: Readonly<Record<string, (custodianName: string) => string>> = {
  SUBMITTED: (name) => `Received by ${name}`,
  PENDING_AML_SCREENING: (name) => `Waiting for a screening at ${name}`,
  PENDING_ENRICHMENT: (name) => `Waiting for a security check at ${name}`,
  PENDING_3RD_PARTY_MANUAL_APPROVAL: (name) => `Waiting for a third party of ${name} to approve it`,
  PENDING_3RD_PARTY: (name) => `Waiting for a third party of ${name} to approve it`,
  QUEUED: (name) => `Waiting for another transaction at ${name}`,
  BLOCKED: (name) => `Blocked by a policy at ${name}`,
  CANCELLING: (name) => `Being cancelled at ${name}`,
}

/** False for a status that Fireblocks has added since this list was read. */
export function isPublishedStatus(status: string): boolean {
  return Object.hasOwn(states, status)
}

/** A transfer in such a status changes no more. */
export function isFinalStatus(status: string): boolean {
  return ['COMPLETED', 'CANCELLED', 'REJECTED', 'BLOCKED', 'FAILED'].includes(status)
}

export interface FireblocksStatus {
  readonly status: string
  readonly subStatus: string | undefined
}

/** The provider state of a status, and a sentence for people. */
export function meaningOf(
  { status, subStatus = '' }: FireblocksStatus,
  custodianName: string,
): Pick<ProviderReport, 'state' | 'label'> {
  if (unsettled.has(subStatus)) {
    return {
      state: undefined,
      label: 'Completed on the network, but not accepted by a third party',
    }
  }
  const state = isPublishedStatus(status) ? states[status] : undefined
  const own = Object.hasOwn(labels, status) ? labels[status] : undefined
  if (own !== undefined) return { state, label: own(custodianName) }
  return {
    state,
    label:
      state === undefined ? `${custodianName} says: ${status}` : stateLabel(state, custodianName),
  }
}
