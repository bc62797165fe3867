import type { Moved } from '@vadium/schema'
import type { LogFeed } from './event-feed.ts'
import { movedFrame } from './event-frames.ts'

/** A stream that also names what has moved. */
export interface MovesReader {
  /** Called after each look that has found something, also if it concerns others. */
  moved(): void
}

/**
 * What moves without an event. It is looked at from time to time, and the looks that find something
 * are counted.
 */
export interface Moving {
  /** The count of the last look that found something. Undefined before the first look. */
  readonly count: number | undefined
  follow(reader: MovesReader): void
  forget(reader: MovesReader): void
  /** What has moved since that count, of these names. All of it if there is no count. */
  since(count: number | undefined, names: ReadonlySet<string>): Moved
  /** The names that concern an organization. */
  namesOf(organizationId: string): Promise<ReadonlySet<string>>
}

/** How long the names of an organization are kept if no hint of a change arrives. */
const namesMsMax = 15_000

/** What concerns an organization, read once for all of its streams until its log grows. */
export class NamesOfLog {
  readonly #feed: LogFeed
  readonly #moving: Moving
  #kept: { readonly names: Promise<ReadonlySet<string>>; growths: number; atMs: number } | undefined

  constructor(feed: LogFeed, moving: Moving) {
    this.#feed = feed
    this.#moving = moving
  }

  read(): Promise<ReadonlySet<string>> {
    const { growths, organizationId } = this.#feed
    const now = performance.now()
    const kept = this.#kept
    if (kept?.growths === growths && now - kept.atMs < namesMsMax) return kept.names
    const names = this.#moving.namesOf(organizationId)
    const reading = { names, growths, atMs: now }
    this.#kept = reading
    names.catch(() => {
      if (this.#kept === reading) this.#kept = undefined
    })
    return names
  }
}

/** A frame, and the counts between which it names what has moved. Empty if nothing concerns. */
interface MovedFrame {
  readonly text: string
  readonly since: number | undefined
  readonly until: number | undefined
}

/** What has moved since a stream last said so. It keeps a count, however slow its reader is. */
export class Moves {
  readonly #moving: Moving
  readonly #names: NamesOfLog
  #count: number | undefined

  constructor(moving: Moving, names: NamesOfLog) {
    this.#moving = moving
    this.#names = names
  }

  /** Whether something has moved that the stream has not looked at. */
  get areBehind(): boolean {
    return this.#moving.count !== this.#count
  }

  follow(reader: MovesReader): void {
    this.#moving.follow(reader)
  }

  forget(reader: MovesReader): void {
    this.#moving.forget(reader)
  }

  /** What is to be said now. */
  async next(): Promise<MovedFrame> {
    const names = await this.#names.read()
    const since = this.#count
    const until = this.#moving.count
    const moved = this.#moving.since(since, names)
    const isNothing = moved.prices.length === 0 && !moved.clock
    return { text: isNothing ? '' : movedFrame(moved), since, until }
  }

  /** The text of a frame that is sent now. Empty if it was sent by another way meanwhile. */
  take({ text, since, until }: MovedFrame): string {
    if (since !== this.#count) return ''
    this.#count = until
    return text
  }
}
