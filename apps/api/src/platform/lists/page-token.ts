import { seal, unseal } from './sealed-text.ts'

/** Where a page starts: after this item, newest first. */
export interface PagePosition {
  /** RFC 3339 with milliseconds. */
  readonly createTime: string
  readonly id: string
}

/**
 * The page tokens of one list. A token is sealed for the organization, the operation and the
 * filters, and is invalid with any other.
 */
export class PageTokens {
  readonly #key: Uint8Array
  readonly #operationId: string

  constructor(key: Uint8Array, operationId: string) {
    this.#key = key
    this.#operationId = operationId
  }

  /** `position` is what the list needs to continue. */
  write(position: string, organizationId: string, filters: string): string {
    return seal(this.#key, this.#purpose(organizationId, filters), position)
  }

  /**
   * The position in a token. Undefined if the token was not written for this organization and these
   * filters.
   */
  read(token: string, organizationId: string, filters: string): string | undefined {
    return unseal(this.#key, this.#purpose(organizationId, filters), token)
  }

  #purpose(organizationId: string, filters: string): string {
    return `${organizationId}\n${this.#operationId}\n${filters}`
  }
}

/** Where the page after this row starts. */
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
