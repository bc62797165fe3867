import { Refusal } from '../../../platform/refusal.ts'

/** Refuses what the state allows but something about the resource does not. */
export function notNow(field: string, issue: string, value?: string): Refusal {
  return new Refusal('INVALID_STATE', [{ field, issue, ...(value !== undefined && { value }) }])
}
