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

/** The answers of all pages of a list. */
export async function* pagesOf(
  operation: Operation,
  input: OperationInput,
  client: ServiceClient,
): AsyncGenerator<unknown, void, undefined> {
  const list = listShapeOf(operation)
  if (list === undefined) throw new TypeError(`${operation.id} has no pages`)
  let query = wholeQuery(operation, input.query ?? {})
  for (;;) {
    const answer = await client.call(operation, { ...input, query }, undefined)
    yield answer
    const { next } = readPage(list, answer)
    if (next === undefined) return
    if (isSamePage(query, next)) throw endlessListing()
    query = pageQuery(query, next)
  }
}
