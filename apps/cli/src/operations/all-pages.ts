import type { Operation } from '@vadium/schema'
import type { ServiceClient } from '../service-client.ts'
import type { OperationInput } from './operation-input.ts'
import {
  endlessListing,
  isSamePage,
  listShapeOf,
  pageQuery,
  readPage,
  wholeQuery,
} from './pages.ts'

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
