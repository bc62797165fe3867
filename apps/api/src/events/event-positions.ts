import { seal, unseal } from '../paging/sealed-text.ts'

/** What the world sees of a position: nothing that can be counted, and nothing to any other organization. */
export class EventPositions {
  readonly #key: Uint8Array

  constructor(key: Uint8Array) {
    this.#key = key
  }

  write(organizationId: string, position: number): string {
    return seal(this.#key, purpose(organizationId), String(position))
  }

  /** Undefined where this organization was never given it. */
  read(organizationId: string, text: string): number | undefined {
    const position = unseal(this.#key, purpose(organizationId), text)
    return position === undefined ? undefined : Number(position)
  }
}

const purpose = (organizationId: string) => `event position\n${organizationId}`
