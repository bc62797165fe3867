import type { Operation } from '@vadium/schema'
import { approvals } from './approval.ts'
import { callSets } from './call-set.ts'
import { chosenLists } from './chosen-lists.ts'
import { closeOutPreview } from './close-out.ts'
import { declaredDefaults } from './declared-default.ts'
import { deskCommands } from './desk.ts'
import { eventList } from './event-list.ts'
import { limits } from './limits.ts'
import { marginPreview } from './margin-preview.ts'
import { orderRequests } from './order-request.ts'
import type { Presentation } from './presentation.ts'
import { requestPreview } from './resolved-request.ts'
import { transferList } from './transfer-list.ts'

/** The presentations made by hand. Other operations have the plain form. */
export const presentations: readonly Presentation[] = [
  marginPreview,
  closeOutPreview,
  ...callSets,
  ...limits,
  ...deskCommands,
  ...declaredDefaults,
  ...orderRequests,
  transferList,
  eventList,
  ...approvals,
  requestPreview,
  ...chosenLists,
]

export function presentationOf({ id }: Operation): Presentation | undefined {
  return presentations.find(({ operation }) => operation.id === id)
}
