import { ApprovalRequiredError, VadiumServiceError, wasReplayed } from '@vadium/client'
import { awaiting } from './credential-steps.ts'
import { Asked, type Left, NotYet, type Setup, type Step } from './setup.ts'

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

async function ended(step: Step, setup: Setup): Promise<Left | undefined> {
  const { what, act } = step
  try {
    return await act?.(setup).catch(async (error: unknown) => {
      if (!(await isOver(error, setup))) throw error
      setup.forgetKeys()
      return act(setup)
    })
  } catch (error) {
    if (error instanceof ApprovalRequiredError || error instanceof Asked) {
      return awaiting(error.approval, what, setup)
    }
    if (error instanceof NotYet) {
      return { what: `${what}: run this command again after ${error.message}`, commands: [] }
    }
    throw error
  }
}

/**
 * Whether the answer may be one that the service has stored under the key of an earlier run: a
 * refusal whose cause has been mended since, or an approval that has ended without an effect.
 */
async function isOver(error: unknown, setup: Setup): Promise<boolean> {
  if (error instanceof VadiumServiceError) return error.outcome === 'refused'
  if (!(error instanceof ApprovalRequiredError) || !wasReplayed(error)) return false
  const { state } = await setup.operator.approvals.get(error.approval.id, setup.read())
  return !['PENDING', 'APPROVED'].includes(state)
}
