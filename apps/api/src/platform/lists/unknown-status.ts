import { type StateMachine, statesOf } from '@vadium/schema'
import { Refusal } from '../refusal.ts'

/** Refuses a status filter that names no status. The answer lists those that exist. */
export function unknownStatus(
  machine: StateMachine,
  status: string | undefined,
  issue: string,
): Refusal | undefined {
  const known = statesOf(machine)
  if (status === undefined || known.includes(status)) return undefined
  return new Refusal('STATUS_UNKNOWN', [{ field: 'status', issue, allowed: [...known] }])
}
