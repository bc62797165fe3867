import type { AnsweredResource, ChatEntry } from '@vadium/schema'
import type { Caller } from '../../../platform/signing/caller.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { OfferedAction, Offers } from '../parties/offer.ts'
import { entryResource, type EntryRow } from './thread-entry.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/** The actions that a caller may do now with resources that await an answer. */
export interface Offering {
  offers(caller: Caller, ids: readonly string[], tx?: WriteTransaction): Promise<Offers | Refusal>
}

export type OfferingOf = Readonly<Record<AnsweredResource, Offering>>

/**
 * Entries as they are shown. An open entry offers the same actions as its resource. `tx` is given
 * within a write.
 */
export async function shownEntries(
  offering: OfferingOf,
  caller: Caller,
  entries: readonly EntryRow[],
  tx?: WriteTransaction,
): Promise<ChatEntry[] | Refusal> {
  const offered = new Map<string, readonly OfferedAction[]>()
  for (const [resource, ids] of openResources(entries)) {
    const offers = await offering[resource].offers(caller, ids, tx)
    if (offers instanceof Refusal) return offers
    for (const [id, actions] of offers) offered.set(id, actions)
  }
  const offeredOf = ({ resourceId }: EntryRow) =>
    resourceId === null ? undefined : offered.get(resourceId)
  return entries.map((entry) => entryResource(entry, caller, offeredOf(entry)))
}

function openResources(entries: readonly EntryRow[]): Map<AnsweredResource, string[]> {
  const open = new Map<AnsweredResource, string[]>()
  for (const { resource, resourceId, resolution } of entries) {
    if (resource === null || resolution !== null) continue
    open.set(resource, [...(open.get(resource) ?? []), resourceId])
  }
  return open
}
