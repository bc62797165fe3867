import type { Operation } from '@vadium/schema'
import { chosenLists } from './chosen-lists.ts'
import { eventList } from './event-list.ts'
import { marginPreview } from './margin-preview.ts'
import type { Presentation } from './presentation.ts'
import { transferList } from './transfer-list.ts'

/** What was made for people by hand. An operation that is not among them has the plain form. */
export const presentations: readonly Presentation[] = [
  marginPreview,
  transferList,
  eventList,
  ...chosenLists,
]

/** The presentation of an operation, if one was made. */
export function presentationOf({ id }: Operation): Presentation | undefined {
  return presentations.find(({ operation }) => operation.id === id)
}
