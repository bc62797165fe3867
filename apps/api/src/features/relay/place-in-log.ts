import type { EventCursors, LogPlace } from '../../platform/events/event-cursors.ts'
import type { EventLog } from '../../platform/events/event-log.ts'
import { type Broker, type Gap, RelayError, type StreamEnd } from './broker.ts'

/** Where a relay continues: after which message of the stream, and after which event of the log. */
export interface RelayPlace {
  readonly sequence: number
  readonly place: LogPlace
  /** Set if the next event does not follow the newest message. */
  readonly gap?: Gap
  /** How many events were deleted before they were relayed. */
  readonly missed?: number
}

/** The log and the stream of one organization. */
export interface RelayedLog {
  readonly organizationId: string
  readonly stream: string
  readonly broker: Pick<Broker, 'endOf' | 'idOf'>
  readonly log: Pick<EventLog, 'after' | 'beginning'>
  readonly cursors: EventCursors
}

/**
 * Finds in the log the event that the newest message of the stream was made of. The stream is the
 * only record of what was relayed: a record beside it could be lost, or restored, without it.
 *
 * @throws RelayError if the newest message is gone, or is no event of the organization.
 */
export async function placeInLog(relayed: RelayedLog): Promise<RelayPlace> {
  const { organizationId, stream, broker, log } = relayed
  const end = await broker.endOf(stream)
  const { lastSequence: sequence } = end
  if (sequence === 0) return { sequence, place: await log.beginning(organizationId) }
  const newest = await placeAt(relayed, sequence)
  if (newest === undefined) {
    throw new RelayError(
      `The newest message of the stream ${stream} is missing, or is no event of this organization ` +
        'and installation, so nobody can say what was relayed. Delete the stream and create it ' +
        'again: it will get every event that the log still has.',
    )
  }
  if (await isInLog(relayed, newest)) return { sequence, place: newest }
  const beginning = await log.beginning(organizationId)
  const missed = beginning.position - newest.position
  if (missed > 0) return { sequence, place: beginning, gap: 'deleted', missed }
  return { sequence, place: await newestCommon(relayed, end, beginning), gap: 'restored' }
}

/** After a restore: the newest message that the log still has. The events after it are relayed. */
async function newestCommon(
  relayed: RelayedLog,
  { firstSequence, lastSequence }: StreamEnd,
  beginning: LogPlace,
): Promise<LogPlace> {
  for (let sequence = lastSequence - 1; sequence >= firstSequence; sequence -= 1) {
    const place = await placeAt(relayed, sequence)
    if (place === undefined) continue
    if (place.position < beginning.position) break
    if (await isInLog(relayed, place)) return place
  }
  return beginning
}

async function placeAt(
  { organizationId, stream, broker, cursors }: RelayedLog,
  sequence: number,
): Promise<LogPlace | undefined> {
  const id = await broker.idOf(stream, sequence)
  return id === undefined ? undefined : cursors.read(organizationId, id)
}

async function isInLog({ organizationId, log }: RelayedLog, place: LogPlace): Promise<boolean> {
  const { lost } = await log.after(organizationId, place, 1)
  return !lost
}
