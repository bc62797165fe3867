import { simulatedOutcomes, simulatedStages } from '@vadium/schema'
import type { ProviderReport } from '../custody-adapter.ts'
import { stateLabel } from '../state-labels.ts'

/** The simulated custodian's statuses before the end, in order. */
export const stageWords = simulatedStages
export type StageWord = (typeof stageWords)[number]

export const finalWords = simulatedOutcomes
export type FinalWord = (typeof finalWords)[number]

export type ProviderStatus = StageWord | FinalWord

const states = {
  submitted: 'pending_provider_approval',
  pendingApproval: 'pending_provider_approval',
  pendingSignature: 'pending_provider_signature',
  broadcasting: 'broadcasting',
  confirming: 'confirming',
  completed: 'completed',
  failed: 'failed',
  rejected: 'rejected',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<ProviderStatus, ProviderReport['state']>>

export function isFinal(word: ProviderStatus): word is FinalWord {
  return finalWords.some((final) => final === word)
}

/** Whether the instruction can still be cancelled. A broadcast transfer cannot be called back. */
export function isRevocable(word: ProviderStatus): boolean {
  return word === 'submitted' || word === 'pendingApproval' || word === 'pendingSignature'
}

/** The report of an instruction with this status. */
export function simulatedReport(
  word: ProviderStatus,
  quantity: string,
  custodianName: string,
): ProviderReport {
  const state = states[word]
  const label =
    word === 'submitted' ? `Received by ${custodianName}` : stateLabel(state, custodianName)
  return { state, requestState: word, label, quantity }
}
