/** A request that has arrived and has not begun. */
export interface ArrivedRequest {
  begin(): void
  /** Answers that it is refused because of the load. */
  refuse(): void
}

interface Room {
  /** Whether requests must share the process now. */
  readonly isShort: boolean
  /** Whether a request of an organization may begin now. Undefined stands for unknown callers. */
  hasRoomFor(organizationId: string | undefined): boolean
  /** Whether so many requests may begin. */
  hasRoomForAll(count: number): boolean
}

interface TurnMeter {
  /** Counts what was refused. */
  refusedTo(organizationId: string | undefined): void
  /** A request that had to wait begins or is refused, after so many milliseconds. */
  waited(ms: number): void
}

interface Parts {
  readonly room: Room
  readonly meter?: TurnMeter
  /** A request that has waited longer than this is late, in milliseconds. */
  readonly lateMs: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
  /** Calls back once the event loop has done everything that is due. */
  readonly nextTurn?: (callback: () => void) => void
  /** Calls back after some milliseconds. */
  readonly later?: (callback: () => void, ms: number) => void
}

interface Waiting {
  readonly request: ArrivedRequest
  readonly sinceMs: number
}

/** Drops a request whose client is gone. Once it has begun or was refused, this does nothing. */
type Drop = () => void

/** The requests of one organization, or those of all unknown callers. */
interface Lane {
  readonly organizationId: string | undefined
  /** In the order of their arrival. */
  readonly waiting: Waiting[]
  /** How many have begun in this turn. */
  begun: number
}

interface Sender {
  readonly organizationId: string | undefined
  readonly sentAtMs: number
}

/** So many refusals take about as long as two answers. */
const refusedInATurnMax = 16
/** So many requests of an organization begin in a turn while others send requests, too. */
const begunInATurnMax = 4
/** A request is refused when it has waited so many times as long as one that is late. */
const refusedAfter = 4
/** How often requests that found no room are looked at again. */
const lookMs = 5
/** How long an organization that was refused is served after the others. */
const refusedMs = 1000

/**
 * Lets organizations take turns: in each turn of the event loop, a few requests of each begin. So no
 * organization waits for more than these of another, however many that one sends. While a single
 * organization sends requests, all of them begin at once.
 *
 * A request also waits while there is no room for its organization. If there is no room for all that
 * wait, the newest request of an organization is served first as soon as its oldest is late: in the
 * order of their arrival, all would be late. Those that have waited much longer are refused. An
 * organization that was refused is served after the others, and one request in a turn while the
 * process is short, until it has not been refused for a second. Others that always wait do not keep
 * it out: when its oldest request is late, one of its requests begins in a turn nevertheless.
 */
export class RequestTurns {
  readonly #room: Room
  readonly #meter: Parts['meter']
  readonly #lateMs: number
  readonly #now: () => number
  readonly #nextTurn: (callback: () => void) => void
  readonly #later: (callback: () => void, ms: number) => void
  /** Those with a request that waits or has begun in this turn. The next one to be served is first. */
  readonly #lanes = new Map<string | undefined, Lane>()
  /** When each organization was last refused, the latest last. */
  readonly #refusedAtMs = new Map<string | undefined, number>()
  /** The two that have sent the latest requests, the last one first. */
  #senders: Sender[] = []
  #waiting = 0
  #isTurnAwaited = false
  #isLookAwaited = false

  constructor(parts: Parts) {
    this.#room = parts.room
    this.#meter = parts.meter
    this.#lateMs = parts.lateMs
    this.#now = parts.now ?? (() => performance.now())
    this.#nextTurn = parts.nextTurn ?? ((callback) => void setImmediate(callback))
    this.#later = parts.later ?? ((callback, ms) => void setTimeout(callback, ms))
  }

  /** The number of requests that wait for their turn. */
  get waiting(): number {
    return this.#waiting
  }

  /**
   * Whether an organization should leave the processor to others: it was refused within the last
   * second, another one has sent a request, and the process has not enough for both.
   */
  mustYield(organizationId: string): boolean {
    this.#forgetRefusals()
    if (!this.#refusedAtMs.has(organizationId)) return false
    return this.#othersSend(organizationId) && this.#isShort
  }

  /**
   * Lets a request begin, at once or at its turn, or refuses it.
   *
   * @returns how to drop it, if it waits.
   */
  arrived(organizationId: string | undefined, request: ArrivedRequest): Drop | undefined {
    this.#noteSender(organizationId)
    const lane = this.#laneOf(organizationId)
    this.#awaitTurn()
    if (lane.waiting.length === 0 && this.#mayBegin(lane)) {
      lane.begun += 1
      request.begin()
      return undefined
    }
    const waiting = { request, sinceMs: this.#now() }
    lane.waiting.push(waiting)
    this.#waiting += 1
    return () => this.#drop(lane, waiting)
  }

  /** Notes that an organization was refused because it asks for too much. */
  refusedTo(organizationId: string | undefined): void {
    this.#forgetRefusals()
    this.#refusedAtMs.delete(organizationId)
    this.#refusedAtMs.set(organizationId, this.#now())
    this.#meter?.refusedTo(organizationId)
  }

  #noteSender(organizationId: string | undefined): void {
    const [last] = this.#senders
    const sender = { organizationId, sentAtMs: this.#now() }
    if (last?.organizationId === organizationId) this.#senders[0] = sender
    else this.#senders = last === undefined ? [sender] : [sender, last]
  }

  #laneOf(organizationId: string | undefined): Lane {
    const known = this.#lanes.get(organizationId)
    if (known !== undefined) return known
    const lane = { organizationId, waiting: [], begun: 0 }
    this.#lanes.set(organizationId, lane)
    return lane
  }

  #awaitTurn(): void {
    if (this.#isTurnAwaited) return
    this.#isTurnAwaited = true
    this.#nextTurn(() => {
      this.#isTurnAwaited = false
      this.#turn()
    })
  }

  #awaitRoom(): void {
    if (this.#isLookAwaited) return
    this.#isLookAwaited = true
    this.#later(() => {
      this.#isLookAwaited = false
      this.#turn()
    }, lookMs)
  }

  #turn(): void {
    this.#forgetRefusals()
    const refused = this.#refuseLate()
    const lanes = [...this.#lanes.values()]
    for (const lane of lanes) lane.begun = 0
    const inOrder = lanes.toSorted((one, other) => this.#rank(one) - this.#rank(other))
    for (const lane of inOrder) this.#serve(lane)
    if (refused === refusedInATurnMax || lanes.some(({ begun }) => begun > 0)) this.#awaitTurn()
    else if (this.#waiting > 0) this.#awaitRoom()
  }

  /** Those that were refused come last. */
  #rank({ organizationId }: Lane): 0 | 1 {
    return this.#refusedAtMs.has(organizationId) ? 1 : 0
  }

  #serve(lane: Lane): void {
    const { organizationId, waiting } = lane
    const isLate = this.#hasWaited(lane, this.#lateMs)
    const at = isLate && !this.#room.hasRoomForAll(this.#waiting) ? -1 : 0
    // What begins here is counted only when this turn is over.
    while (waiting.length > 0 && lane.begun < begunInATurnMax && this.#mayBegin(lane)) {
      const request = this.#take(lane, at)
      if (request === undefined) break
      lane.begun += 1
      request.begin()
    }
    if (waiting.length > 0 && lane.begun === 0) return
    // Those that could not begin are served first in the next turn.
    this.#lanes.delete(organizationId)
    if (lane.begun > 0) this.#lanes.set(organizationId, lane)
  }

  #mayBegin(lane: Lane): boolean {
    const { organizationId, begun } = lane
    if (!this.#room.hasRoomFor(organizationId)) return false
    const isRefused = this.#rank(lane) === 1
    const begunMax = isRefused && this.#isShort ? 1 : begunInATurnMax
    if (begun >= begunMax && this.#othersSend(organizationId)) return false
    return !isRefused || !this.#othersWait() || this.#hasWaited(lane, this.#lateMs)
  }

  get #isShort(): boolean {
    return this.#waiting > 0 || this.#room.isShort
  }

  /** Whether another organization has sent a request within the last second. */
  #othersSend(organizationId: string | undefined): boolean {
    const other = this.#senders.find((sender) => sender.organizationId !== organizationId)
    return other !== undefined && other.sentAtMs > this.#now() - refusedMs
  }

  /** Whether an organization waits that was not refused. */
  #othersWait(): boolean {
    for (const lane of this.#lanes.values()) {
      if (lane.waiting.length > 0 && this.#rank(lane) === 0) return true
    }
    return false
  }

  /** Refuses some requests that have waited too long, and returns how many. */
  #refuseLate(): number {
    let refused = 0
    const hasRoom = this.#room.hasRoomForAll(this.#waiting)
    for (const lane of this.#lanes.values()) {
      if (hasRoom && this.#room.hasRoomFor(lane.organizationId)) continue
      while (refused < refusedInATurnMax && this.#hasWaited(lane, this.#lateMs * refusedAfter)) {
        const request = this.#take(lane, 0)
        if (request === undefined) break
        this.#refuse(lane.organizationId, request)
        refused += 1
      }
    }
    return refused
  }

  /** Whether the oldest request of an organization has waited longer than this. */
  #hasWaited({ waiting }: Lane, ms: number): boolean {
    const [oldest] = waiting
    return oldest !== undefined && this.#now() - oldest.sinceMs > ms
  }

  #refuse(organizationId: string | undefined, request: ArrivedRequest): void {
    this.refusedTo(organizationId)
    request.refuse()
  }

  #drop({ waiting }: Lane, gone: Waiting): void {
    const at = waiting.indexOf(gone)
    if (at === -1) return
    waiting.splice(at, 1)
    this.#waiting -= 1
  }

  /** Takes the first request of a lane, or the last. */
  #take({ waiting }: Lane, at: 0 | -1): ArrivedRequest | undefined {
    const taken = at === 0 ? waiting.shift() : waiting.pop()
    if (taken === undefined) return undefined
    this.#waiting -= 1
    this.#meter?.waited(this.#now() - taken.sinceMs)
    return taken.request
  }

  #forgetRefusals(): void {
    const latestMs = this.#now() - refusedMs
    for (const [organizationId, atMs] of this.#refusedAtMs) {
      if (atMs > latestMs) return
      this.#refusedAtMs.delete(organizationId)
    }
  }
}
