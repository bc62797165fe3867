import type { Refusal } from '../../../platform/refusal.ts'
import type { Facts } from './lifecycle.ts'
import { notNow } from './not-now.ts'

/** A resource that may await an answer until a time. */
interface Answerable {
  /** RFC 3339. */
  readonly expireAt: string
}

/** Whether the time to answer is over. At exactly that time it is over. */
export function hasExpired({ expireAt }: Answerable, { nowMs }: Facts): boolean {
  return Date.parse(expireAt) <= nowMs
}

/** Blocks answers and withdrawals after the time to answer. */
export function tooLate(resource: Answerable, facts: Facts): Refusal | undefined {
  return hasExpired(resource, facts)
    ? notNow('expire_time', 'the time to answer has passed', resource.expireAt)
    : undefined
}
