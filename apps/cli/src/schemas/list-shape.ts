import type { TSchema } from '@sinclair/typebox'
import { VadiumReplyError } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import type { Values } from './operation-input.ts'

const TOKEN = 'page_token'
const NEXT_TOKEN = 'next_page_token'

/** The list in an answer. */
export interface ListShape {
  /** The member of the answer that has the items. */
  readonly items: string
  readonly itemSchema: TSchema
}

/**
 * The list of an operation; undefined if its answer is a single resource, which may contain lists.
 */
export function listShapeOf({ response }: Operation): ListShape | undefined {
  const members = Object.entries((response['properties'] ?? {}) as Record<string, TSchema>)
  const [list, ...more] = members.filter(([name]) => name !== NEXT_TOKEN)
  if (list === undefined || more.length > 0 || list[1]['type'] !== 'array') return undefined
  const [items, { items: itemSchema }] = list
  return { items, itemSchema: itemSchema as TSchema }
}

export function isPaged({ query }: Operation): boolean {
  return query?.properties[TOKEN] !== undefined
}

/** The items of a page, and the token of the next one. */
export function readPage(
  listing: ListShape,
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

/** The query for a whole list, with the largest page size, or for so many items of it. */
export function wholeQuery(operation: Operation, query: Values, left = Infinity): Values {
  const pageSizeMax = operation.query?.properties['page_size']?.['maximum'] as number | undefined
  if (pageSizeMax === undefined) return query
  const { page_size: pageSize = pageSizeMax, ...rest } = query
  return { page_size: Math.min(Number(pageSize), left), ...rest }
}

/** Whether a token names the page of this query. */
export function isSamePage(query: Values, token: string): boolean {
  return query[TOKEN] === token
}

/** A page names itself as the next one, so that the list would never end. */
export function endlessListing(): VadiumReplyError {
  const facts = { status: 200, requestId: undefined, retryAfterMs: undefined }
  return new VadiumReplyError('REPLY_MALFORMED', 'A page names itself as the next one.', facts)
}
