import type { Operation } from '@vadium/schema'
import {
  endlessListing,
  isSamePage,
  listShapeOf,
  pageQuery,
  readPage,
  wholeQuery,
} from '../schemas/list-shape.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import type { ServiceClient } from '../service/service-client.ts'

/** The answers of all pages of a list, or of as many as have so many items. */
export async function* pagesOf(
  operation: Operation,
  input: OperationInput,
  client: ServiceClient,
  limit = Infinity,
): AsyncGenerator<unknown, void, undefined> {
  const list = listShapeOf(operation)
  if (list === undefined) throw new TypeError(`${operation.id} has no pages`)
  let left = limit
  let query = wholeQuery(operation, input.query ?? {}, left)
  for (;;) {
    const answer = await client.call(operation, { ...input, query }, undefined)
    yield answer
    const { items, next } = readPage(list, answer)
    left -= items.length
    if (next === undefined || left <= 0) return
    if (isSamePage(query, next)) throw endlessListing()
    query = pageQuery(wholeQuery(operation, query, left), next)
  }
}
