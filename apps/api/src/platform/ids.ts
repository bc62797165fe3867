import { randomUUID } from 'node:crypto'

/** Where the ids of new resources come from. */
export interface Ids {
  next(): string
}

export const randomIds: Ids = { next: () => randomUUID() }
