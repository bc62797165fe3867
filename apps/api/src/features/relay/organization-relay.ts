import type { FastifyBaseLogger } from 'fastify'
import { eventResource } from '../../platform/events/event-frames.ts'
import type { LogPlace } from '../../platform/events/event-cursors.ts'
import type { EventLog, LoggedEvent } from '../../platform/events/event-log.ts'
import type { Broker } from './broker.ts'
import { placeInLog, type RelayedLog, type RelayPlace } from './place-in-log.ts'

/** What is counted of a relay. */
export interface RelayMeter {
  published(count: number): void
  missed(count: number): void
  restored(): void
}

interface Parts extends RelayedLog {
  /** What the subjects begin with. */
  readonly prefix: string
  readonly broker: Broker
  readonly log: Pick<EventLog, 'after' | 'beginning' | 'head'>
  /** Whether this process is the one that relays the log, as far as it knows. */
  readonly holdsLog: () => boolean
  readonly isActive: () => Promise<boolean>
  readonly meter: RelayMeter
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/** How far a relay is behind its log. */
export interface Lag {
  readonly events: number
  /** The time of the oldest event that was not acknowledged, by the clock of the book. */
  readonly oldest: string | undefined
}

export type RelayState = 'starting' | 'relaying' | 'waiting' | 'suspended' | 'failing'

/** How many events are sent before the first of them must be acknowledged. */
const eventsAtOnce = 100

/**
 * Hands the events of one log to one stream, in order. Each message names the sequence that it must
 * follow, so the broker refuses everything after one that it did not store, and everything of a
 * process that does not know what another one has sent.
 */
export class OrganizationRelay {
  readonly #parts: Parts
  /** Undefined if it must be read from the stream: at the start, and after any failure. */
  #at: RelayPlace | undefined
  /** After the newest event that is known to be in the stream. */
  #acknowledged: LogPlace | undefined
  /** The newest sequence behind which a gap was reported. */
  #reportedAt: number | undefined
  #state: RelayState = 'starting'

  constructor(parts: Parts) {
    this.#parts = parts
  }

  get state(): RelayState {
    return this.#state
  }

  get organizationId(): string {
    return this.#parts.organizationId
  }

  /**
   * Relays some events.
   * @returns whether there may be more.
   * @throws what went wrong. What was acknowledged is not sent again.
   */
  async step(): Promise<boolean> {
    try {
      const idle = await this.#whyIdle()
      if (idle !== undefined) {
        this.#at = this.#acknowledged = undefined
        this.#state = idle
        return false
      }
      const more = await this.#relay()
      this.#state = 'relaying'
      return more
    } catch (error) {
      this.#at = undefined
      this.#state = 'failing'
      throw error
    }
  }

  /** Undefined while it is unknown what was relayed. */
  async lag(): Promise<Lag | undefined> {
    const { log, organizationId } = this.#parts
    const place = this.#acknowledged
    if (place === undefined) return undefined
    const { events } = await log.after(organizationId, place, 1)
    const head = await log.head(organizationId)
    const isBehind = head.position > place.position
    return {
      events: Math.max(head.position - place.position, 0),
      oldest: isBehind ? events[0]?.time : undefined,
    }
  }

  async #whyIdle(): Promise<'waiting' | 'suspended' | undefined> {
    const { holdsLog, isActive } = this.#parts
    if (!holdsLog()) return 'waiting'
    return (await isActive()) ? undefined : 'suspended'
  }

  async #relay(): Promise<boolean> {
    const { log, organizationId } = this.#parts
    const at = (this.#at ??= await this.#find())
    this.#acknowledged = at.place
    const { events, end, lost } = await log.after(organizationId, at.place, eventsAtOnce)
    if (lost) this.#at = undefined
    else if (events.length > 0) {
      await this.#publish(events, at)
      this.#at = { sequence: at.sequence + events.length, place: end }
      this.#acknowledged = end
    }
    return lost || events.length > 0
  }

  async #find(): Promise<RelayPlace> {
    const found = await placeInLog(this.#parts)
    if (found.gap !== undefined && this.#reportedAt !== found.sequence) this.#report(found)
    return found
  }

  #report({ sequence, place, gap, missed = 0 }: RelayPlace): void {
    const { logger, meter, stream } = this.#parts
    this.#reportedAt = sequence
    const facts = { stream, sequence, position: place.position }
    if (gap === 'deleted') {
      meter.missed(missed)
      logger.warn({ ...facts, missed }, 'events were deleted before they were relayed')
    } else {
      meter.restored()
      logger.warn(facts, 'event log was restored: it is relayed from its newest known event on')
    }
  }

  /** Sends all of them at once. The first one that is not stored makes the broker refuse the rest. */
  async #publish(events: readonly LoggedEvent[], { sequence, gap }: RelayPlace): Promise<void> {
    const { broker, cursors, meter, organizationId, prefix, stream } = this.#parts
    const results = await Promise.allSettled(
      events.map((event, index) => {
        const resource = eventResource(organizationId, event, cursors)
        return broker.publish({
          stream,
          subject: `${prefix}.${organizationId}.${resource.type}`,
          id: resource.id,
          body: JSON.stringify(resource),
          lastSequence: sequence + index,
          gap: index === 0 ? gap : undefined,
        })
      }),
    )
    const refused = results.find((result) => result.status === 'rejected')
    const acknowledged = refused === undefined ? results.length : results.indexOf(refused)
    meter.published(acknowledged)
    if (refused !== undefined) throw refused.reason
  }
}
