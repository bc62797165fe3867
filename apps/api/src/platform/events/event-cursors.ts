import { seal, unseal } from '../lists/sealed-text.ts'

/**
 * A place in a log: directly after an event. The nonce distinguishes events of a log and of its
 * restored copy at the same position.
 */
export interface LogPlace {
  readonly position: number
  /** The random number of that event; 0 at the beginning of a log. */
  readonly nonce: number
}

export const isSamePlace = (one: LogPlace, other: LogPlace): boolean =>
  one.position === other.position && one.nonce === other.nonce

/**
 * Event cursors: sealed places. A cursor shows no count, and is valid for one organization only.
 */
export class EventCursors {
  readonly #key: Uint8Array

  constructor(key: Uint8Array) {
    this.#key = key
  }

  write(organizationId: string, { position, nonce }: LogPlace): string {
    return seal(this.#key, purpose(organizationId), `${position}.${nonce}`)
  }

  /** Undefined if the cursor was not made for this organization. */
  read(organizationId: string, text: string): LogPlace | undefined {
    const place = unseal(this.#key, purpose(organizationId), text)
    if (place === undefined) return undefined
    const [position, nonce] = place.split('.').map(Number)
    return position === undefined || nonce === undefined ? undefined : { position, nonce }
  }
}

const purpose = (organizationId: string) => `event position\n${organizationId}`
