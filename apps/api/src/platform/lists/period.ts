import { readInstant } from '../instant.ts'
import { Refusal } from '../refusal.ts'

/** The times between which a list is asked for: `from` is included, `to` is not. */
export interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Refuses a time that has the form of one and does not exist. */
export function periodFault({ from, to }: Period): Refusal | undefined {
  for (const [field, value] of Object.entries({ from, to })) {
    if (value !== undefined && readInstant(value) === undefined) {
      return new Refusal('VALUE_INVALID', [{ field, issue: 'is not an existing time', value }])
    }
  }
  return undefined
}
