import { seal, unseal } from './sealed-text.ts'

/** Where a page begins: behind this item, in the order newest first. */
export interface PagePosition {
  /** RFC 3339, milliseconds. */
  readonly createTime: string
  readonly id: string
}

/**
 * Page tokens of one list. A token is sealed for the organization, the operation and the filters: with any
 * other of these it is not a token at all.
 */
export class PageTokens {
  readonly #key: Uint8Array
  readonly #operationId: string

  constructor(key: Uint8Array, operationId: string) {
    this.#key = key
    this.#operationId = operationId
  }

  /** `position` is whatever tells the list where to go on. */
  write(position: string, organizationId: string, filters: string): string {
    return seal(this.#key, this.#purpose(organizationId, filters), position)
  }

  /** The position of a token, or undefined if it was not written for this caller and these filters. */
  read(token: string, organizationId: string, filters: string): string | undefined {
    return unseal(this.#key, this.#purpose(organizationId, filters), token)
  }

  #purpose(organizationId: string, filters: string): string {
    return `${organizationId}\n${this.#operationId}\n${filters}`
  }
}

/** Where a page that ends with this row leaves off. */
export function placeOf({ createdAt, id }: { readonly createdAt: string; readonly id: string }) {
  return positionText({ createTime: createdAt, id })
}

export function positionText({ createTime, id }: PagePosition): string {
  return `${createTime} ${id}`
}

export function readPosition(text: string): PagePosition {
  const [createTime = '', id = ''] = text.split(' ', 2)
  return { createTime, id }
}
