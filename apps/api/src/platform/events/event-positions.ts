import { seal, unseal } from '../lists/sealed-text.ts'

/** A place in a log: behind an event, which its number tells from another one at the same position. */
export interface LogPlace {
  readonly position: number
  /** The random number of that event; 0 at the beginning of a log. */
  readonly nonce: number
}

export const isSamePlace = (one: LogPlace, other: LogPlace): boolean =>
  one.position === other.position && one.nonce === other.nonce

/** What the world sees of a place: nothing that can be counted, and nothing to any other organization. */
export class EventPositions {
  readonly #key: Uint8Array

  constructor(key: Uint8Array) {
    this.#key = key
  }

  write(organizationId: string, { position, nonce }: LogPlace): string {
    return seal(this.#key, purpose(organizationId), `${position}.${nonce}`)
  }

  /** Undefined where this organization was never given it. */
  read(organizationId: string, text: string): LogPlace | undefined {
    const place = unseal(this.#key, purpose(organizationId), text)
    if (place === undefined) return undefined
    // What an earlier version gave has no number, and is of an event that has none.
    const [position, nonce = 0] = place.split('.').map(Number)
    return position === undefined ? undefined : { position, nonce }
  }
}

const purpose = (organizationId: string) => `event position\n${organizationId}`
