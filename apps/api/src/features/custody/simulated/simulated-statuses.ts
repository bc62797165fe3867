import { simulatedOutcomes, simulatedStages } from '@vadium/schema'
import type { ProviderReport } from '../custody-adapter.ts'
import { stateLabel } from '../state-labels.ts'

/** What the simulated custodian calls the stages of an instruction on its way, in their order. */
export const stageWords = simulatedStages
export type StageWord = (typeof stageWords)[number]

/** What it calls the ends. */
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

/** Whether it can still be given up: what is on the network cannot be called back. */
export function isRevocable(word: ProviderStatus): boolean {
  return word === 'submitted' || word === 'pendingApproval' || word === 'pendingSignature'
}

/** The report of an instruction that stands at a word. */
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
