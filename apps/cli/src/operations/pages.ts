import type { TSchema } from '@sinclair/typebox'
import { VadiumReplyError } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import type { Values } from './operation-input.ts'

const TOKEN = 'page_token'
const NEXT_TOKEN = 'next_page_token'

/** How the pages of a listing are asked for, and what they list. */
export interface Listing {
  /** The member of an answer that holds the items. */
  readonly items: string
  readonly itemSchema: TSchema
  /** The most items that a page may be asked for. */
  readonly pageSizeMax: number | undefined
}

/** The listing that an operation is; undefined when it is none. */
export function listingOf(operation: Operation): Listing | undefined {
  if (operation.query?.properties[TOKEN] === undefined) return undefined
  const members = (operation.response['properties'] ?? {}) as Record<string, TSchema>
  const list = Object.entries(members).find(([, schema]) => schema['type'] === 'array')
  if (list === undefined) return undefined
  const [items, { items: itemSchema }] = list
  const pageSizeMax = operation.query.properties['page_size']?.['maximum'] as number | undefined
  return { items, itemSchema: itemSchema as TSchema, pageSizeMax }
}

/** The items of a page, and the token of the next one. */
export function readPage(
  listing: Listing,
  answer: unknown,
): { items: readonly unknown[]; next: string | undefined } {
  const { [listing.items]: items, [NEXT_TOKEN]: next } = answer as Record<string, unknown>
  return {
    items: Array.isArray(items) ? (items as unknown[]) : [],
    next: typeof next === 'string' ? next : undefined,
  }
}

/** The query of the page that a token names. */
export function pageQuery(query: Values, token: string): Values {
  return { ...query, [TOKEN]: token }
}

/** The query of a listing that is to be read to its end: in as few pages as the service allows. */
export function wholeQuery({ pageSizeMax }: Listing, query: Values): Values {
  return pageSizeMax === undefined ? query : { page_size: pageSizeMax, ...query }
}

/** Whether a token names the page that a query has just asked for. */
export function isSamePage(query: Values, token: string): boolean {
  return query[TOKEN] === token
}

/** A page named itself as the next one: reading on would never end. */
export function endlessListing(): VadiumReplyError {
  const facts = { status: 200, requestId: undefined, retryAfterMs: undefined }
  return new VadiumReplyError('REPLY_MALFORMED', 'A page names itself as the next one.', facts)
}
