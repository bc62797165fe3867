import type { Operation, Role } from '@vadium/schema'
import type { Example } from './example-preparations.ts'
import type { LivingBook } from './living-book.ts'

/** The examples of each book that were made before the test, by the id of the operation. */
const examples = new WeakMap<LivingBook, Map<string, Example>>()

export function keepExamples(book: LivingBook, prepared: Iterable<[string, Example]>): void {
  examples.set(book, new Map(prepared))
}

/** The example that was made before for the first permitted role, once: then it has been used. */
export function preparedExample(
  { id, roles }: Operation,
  book: LivingBook,
  role: Role,
): Example | undefined {
  if (role !== roles[0]) return undefined
  const prepared = examples.get(book)
  const example = prepared?.get(id)
  prepared?.delete(id)
  return example
}
