import type { TransferWithSteps } from '@vadium/client'

/** The steps of a transfer, each with the state in which it is being taken. */
const steps = [
  { state: 'pending_submission', name: 'Instructed' },
  { state: 'pending_provider_approval', name: 'Approved' },
  { state: 'pending_provider_signature', name: 'Signed' },
  { state: 'broadcasting', name: 'Broadcast' },
  { state: 'confirming', name: 'Confirmed' },
] as const

export interface Step {
  readonly name: (typeof steps)[number]['name']
  /**
   * `passed`: it was taken, and the provider never said when. `unknown`: the transfer ended, and how
   * far it came was not recorded.
   */
  readonly progress: 'done' | 'passed' | 'current' | 'failed' | 'ahead' | 'unknown'
  /** When it was taken, or failed. */
  readonly at?: string | undefined
  /** Since when it is being taken. */
  readonly since?: string | undefined
}

/** How far a transfer is, as far as its provider has reported it. */
export function wayOf({
  steps: reached,
  provider_lifecycle: { state },
}: Pick<TransferWithSteps, 'steps' | 'provider_lifecycle'>): readonly Step[] {
  const times = new Map<string, string>(reached.map((step) => [step.state, step.time]))
  const isUnderWay = steps.some((step) => step.state === state)
  const isCompleted = state === 'completed'
  const last = steps.findLastIndex((step) => times.has(step.state))
  const present = isUnderWay ? steps.findIndex((step) => step.state === state) : last
  return steps.map(({ name, state: own }, i): Step => {
    if (!isUnderWay && !isCompleted) {
      // Without the time of its end, the steps before it were not recorded either.
      if (!times.has(state)) return { name, progress: 'unknown' }
      if (i === last) return { name, progress: 'failed', at: times.get(state) }
    }
    if (i > present && !isCompleted) return { name, progress: 'ahead' }
    if (i === present && isUnderWay) return { name, progress: 'current', since: times.get(own) }
    const next = [...steps.slice(i + 1).map((step) => step.state), state]
    const at = times.has(own) ? next.map((later) => times.get(later)).find(Boolean) : undefined
    return at === undefined ? { name, progress: 'passed' } : { name, progress: 'done', at }
  })
}
