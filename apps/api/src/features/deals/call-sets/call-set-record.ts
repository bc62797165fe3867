import { type CallSet, type MarkToMarketRequest, markToMarketRequestStates } from '@vadium/schema'
import type { Sides } from '../parties/deal.ts'

/** A call set, with its requests. Decimals are strings, times RFC 3339. */
export interface CallSetRecord extends Sides {
  readonly id: string
  readonly agreementId: string
  readonly creatorId: string
  readonly direction: CallSet['direction']
  readonly totalNotionalUsd: string
  readonly minimumNotionalUsd: string
  readonly expireAt: string
  readonly createdAt: string
  /** Oldest order first. */
  readonly requests: readonly CalledRequest[]
}

interface CalledRequest {
  readonly id: string
  readonly status: MarkToMarketRequest['status']
  readonly notionalUsd: string
}

/** The requests of a set that await an answer. */
export function pendingOf({ requests }: CallSetRecord): readonly CalledRequest[] {
  return requests.filter(({ status }) => status === markToMarketRequestStates.initial)
}
