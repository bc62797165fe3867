import type { Refusal } from '../../../platform/refusal.ts'
import type { Facts } from './lifecycle.ts'
import { notNow } from './not-now.ts'

/** A resource that awaits an answer until a time. */
interface Answerable {
  /** RFC 3339. Null where a book was imported without it. */
  readonly expireAt: string | null
}

/** Whether the time to answer is over. Exactly at that time it is too late. */
export function hasExpired({ expireAt }: Answerable, { nowMs }: Facts): boolean {
  return expireAt !== null && Date.parse(expireAt) <= nowMs
}

/** Blocks what answers or withdraws a resource in its first state. */
export function tooLate(resource: Answerable, facts: Facts): Refusal | undefined {
  const { expireAt } = resource
  return expireAt !== null && hasExpired(resource, facts)
    ? notNow('expire_time', 'the time to answer has passed', expireAt)
    : undefined
}
