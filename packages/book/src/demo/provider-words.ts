import type { ProviderState } from '@vadium/schema'
import type { CustodianId } from './reference/custodians.ts'

/** The states that a custodian reports. */
export type ReportedState = Exclude<ProviderState, 'pending_submission'>

/** The name of each state at each custodian. A custodian may have one name for several states. */
export const providerWords: Readonly<Record<CustodianId, Readonly<Record<ReportedState, string>>>> =
  {
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

export function isFinal(state: ReportedState): boolean {
  return ['completed', 'failed', 'rejected', 'cancelled'].includes(state)
}
