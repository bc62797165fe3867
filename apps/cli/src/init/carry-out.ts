import { ApprovalRequiredError } from '@vadium/client'
import { awaiting } from './credential-steps.ts'
import { type Left, NotYet, type Setup, type Step } from './setup.ts'

/** Carries steps out one after the other. What awaits another person does not stop the others. */
export async function carryOut(
  steps: readonly Step[],
  setup: Setup,
  done: (step: Step) => Promise<void>,
): Promise<readonly Left[]> {
  const left: Left[] = []
  for (const { known } of steps) known?.(setup)
  for (const step of steps) {
    if (step.act === undefined) continue
    const end = await ended(step, setup)
    if (end === undefined) await done(step)
    else left.push(end)
  }
  return left
}

async function ended({ what, act }: Step, setup: Setup): Promise<Left | undefined> {
  try {
    return await act?.(setup)
  } catch (error) {
    if (error instanceof ApprovalRequiredError) return awaiting(error.approval.id, what)
    if (error instanceof NotYet) {
      return { what: `${what}: run this command again after ${error.message}`, commands: [] }
    }
    throw error
  }
}
