import { randomInt } from 'node:crypto'
import {
  EventCursors,
  isSamePlace,
  type LogPlace,
} from '../../src/platform/events/event-cursors.ts'
import { follows, type LogPage, type LoggedEvent } from '../../src/platform/events/event-log.ts'
import type { Broker, RelayedMessage, StreamEnd } from '../../src/features/relay/broker.ts'

export const testCursors = new EventCursors(Buffer.alloc(32, 7))

const start: LogPlace = { position: 0, nonce: 0 }

/** The log of one organization in memory, which answers as `EventLog` does. */
export class MemoryLog {
  #events: LoggedEvent[] = []
  #head = start

  get events(): readonly LoggedEvent[] {
    return this.#events
  }

  happen(count: number): void {
    for (let i = 0; i < count; i += 1) {
      const nonce = randomInt(1, 2 ** 47)
      const place = { position: this.#head.position + 1, nonce }
      const event = { type: 'chat.updated', time: '2026-03-02T12:00:00.000Z', data: {} } as const
      this.#events.push({ ...place, ...event, previousNonce: this.#head.nonce })
      this.#head = place
    }
  }

  /** Deletes the oldest events. */
  forget(count: number): void {
    this.#events.splice(0, count)
  }

  /** Undoes the newest events, as a restore of the database does. */
  undo(count: number): void {
    for (const { position, previousNonce } of this.#events.splice(-count).slice(0, 1)) {
      this.#head = { position: position - 1, nonce: previousNonce }
    }
  }

  async head(): Promise<LogPlace> {
    return this.#head
  }

  async beginning(): Promise<LogPlace> {
    const [oldest] = this.#events
    if (oldest === undefined) return this.#head
    return { position: oldest.position - 1, nonce: oldest.previousNonce }
  }

  async after(_organizationId: string, place: LogPlace, limit: number): Promise<LogPage> {
    const after = this.#events.filter(({ position }) => position > place.position)
    const events = after.slice(0, limit)
    const [first] = events
    if (first !== undefined && follows(first, place)) {
      return { events, end: events.at(-1) ?? place, lost: false }
    }
    const lost = first !== undefined || !isSamePlace(this.#head, place)
    return { events: [], end: this.#head, lost }
  }
}

/** What becomes of a message on its way, or of its acknowledgement. */
export type Fate = 'stored' | 'lost' | 'unacknowledged' | 'late'

/** One stream in memory, which refuses and remembers as JetStream does. */
export class MemoryStream implements Broker {
  readonly messages: RelayedMessage[] = []
  readonly #fate: () => Fate
  readonly #late: RelayedMessage[] = []
  /** The ids that are remembered, and where their messages are. */
  readonly #window = new Map<string, number>()
  #dropped = 0

  constructor(fate: () => Fate = () => 'stored') {
    this.#fate = fate
  }

  async endOf(): Promise<StreamEnd> {
    return { firstSequence: this.#dropped + 1, lastSequence: this.messages.length }
  }

  async idOf(_stream: string, sequence: number): Promise<string | undefined> {
    return sequence > this.#dropped ? this.messages[sequence - 1]?.id : undefined
  }

  async publish(message: RelayedMessage): Promise<void> {
    const fate = this.#fate()
    if (fate === 'late') this.#late.push(message)
    if (fate === 'late' || fate === 'lost') throw new Error('timeout')
    const sequence = this.#store(message)
    if (fate === 'unacknowledged') throw new Error('timeout')
    if (sequence !== message.lastSequence + 1) throw new Error('wrong last sequence')
  }

  /** Messages that were under way for long arrive, such as those of a relay that was stopped. */
  arriveLate(): void {
    for (const message of this.#late.splice(0)) this.#store(message)
  }

  /** So much time passes that no id is remembered. */
  forgetIds(): void {
    this.#window.clear()
  }

  /** Drops its oldest messages, up to a sequence. */
  dropUpTo(sequence: number): void {
    this.#dropped = sequence
  }

  #store(message: RelayedMessage): number | undefined {
    const known = this.#window.get(message.id)
    if (known !== undefined) return known
    if (message.lastSequence !== this.messages.length) return undefined
    this.messages.push(message)
    this.#window.set(message.id, this.messages.length)
    return this.messages.length
  }
}
