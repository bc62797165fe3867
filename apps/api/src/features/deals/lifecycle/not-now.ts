import { Refusal } from '../../../platform/refusal.ts'

/** Refuses an action that the state allows but a blocker does not. */
export function notNow(field: string, issue: string, value?: string): Refusal {
  return new Refusal('INVALID_STATE', [{ field, issue, ...(value !== undefined && { value }) }])
}
