import { useOwnId } from './people.ts'

/** An organization in a sentence. */
export interface Named {
  readonly id: string
  /** Null if the reader may not see it: then it is called by its id. */
  readonly name: string | null
}

/** Sentences from the side of who reads them: their own organization is "we". */
export class Reader {
  readonly #ownId: string

  constructor(ownId: string) {
    this.#ownId = ownId
  }

  isOwn(id: string): boolean {
    return id === this.#ownId
  }

  /** The beginning of a sentence, with a regular verb: `We send`, `Kestrel sends`. */
  does(party: Named, verb: string): string {
    return this.isOwn(party.id) ? `We ${verb}` : `${nameOf(party)} ${verb}s`
  }

  /** `us`, `Kestrel`. */
  whom(party: Named): string {
    return this.isOwn(party.id) ? 'us' : nameOf(party)
  }

  /** The beginning of a sentence: `Our`, `Kestrel’s`. */
  whose(party: Named): string {
    return this.isOwn(party.id) ? 'Our' : `${nameOf(party)}’s`
  }
}

const nameOf = ({ id, name }: Named): string => name ?? id

export const useReader = (): Reader => new Reader(useOwnId())
