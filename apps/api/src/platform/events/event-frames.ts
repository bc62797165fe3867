import type { Event } from '@vadium/schema'
import type { LoggedEvent } from './event-log.ts'
import type { EventPositions } from './event-positions.ts'

/** An event as its reader gets it by polling. */
export function eventResource(
  organizationId: string,
  { position, nonce, type, time, data }: LoggedEvent,
  positions: EventPositions,
): Event {
  return {
    id: positions.write(organizationId, { position, nonce }),
    type,
    time,
    data: { organization_id: organizationId, ...data },
  }
}

/** The same as a frame of a stream: all of it is on one line, as JSON has no line ends of its own. */
export function frameOf(
  organizationId: string,
  event: LoggedEvent,
  positions: EventPositions,
): string {
  const { id, type, time, data } = eventResource(organizationId, event, positions)
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ ...data, time })}\n\n`
}

/** The first frame of every stream: from here on nothing is missed. */
export const readyFrame = (id: string) =>
  `id: ${id}\nevent: ready\ndata: {"status":"connected"}\n\n`

/** What was missed is not known: read the resources again, and go on from here. */
export const resetFrame = (id: string, organizationId: string) =>
  `id: ${id}\nevent: reset\ndata: ${JSON.stringify({ organization_id: organizationId })}\n\n`

export const keepaliveFrame = ': keepalive\n\n'
