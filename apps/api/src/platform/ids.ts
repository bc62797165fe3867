import { randomUUID } from 'node:crypto'

/** Creates the ids of new resources. */
export interface Ids {
  next(): string
}

export const randomIds: Ids = { next: () => randomUUID() }
