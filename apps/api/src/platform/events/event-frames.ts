import type { Event, Moved } from '@vadium/schema'
import type { LoggedEvent } from './event-log.ts'
import type { EventCursors } from './event-cursors.ts'

/** An event as the polling operation returns it. */
export function eventResource(
  organizationId: string,
  { position, nonce, type, time, data }: LoggedEvent,
  cursors: EventCursors,
): Event {
  return {
    id: cursors.write(organizationId, { position, nonce }),
    type,
    time,
    data: { organization_id: organizationId, ...data },
  }
}

/** An event as a stream frame. Its JSON contains no line break, so it fits on one line. */
export function frameOf(organizationId: string, event: LoggedEvent, cursors: EventCursors): string {
  const { id, type, time, data } = eventResource(organizationId, event, cursors)
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ ...data, time })}\n\n`
}

/** The first frame of a stream: no event after this cursor will be missed. */
export const readyFrame = (id: string) =>
  `id: ${id}\nevent: ready\ndata: {"status":"connected"}\n\n`

/** Events may have been missed: the reader must read its resources again and continue here. */
export const resetFrame = (id: string, organizationId: string) =>
  `id: ${id}\nevent: reset\ndata: ${JSON.stringify({ organization_id: organizationId })}\n\n`

/** What has moved. Without an id, it is no place in the log to continue after. */
export const movedFrame = (moved: Moved) => `event: moved\ndata: ${JSON.stringify(moved)}\n\n`

/** How long a client is sent nothing at most. A reader looks for events itself as often. */
export const keepaliveMs = 20_000

export const keepaliveFrame = ': keepalive\n\n'
