import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '@vadium/schema'

/**
 * The list that an export writes: the member of the answer with the items, and the schema of an
 * item.
 */
export interface ExportedList {
  readonly member: string
  readonly item: TSchema
}

/**
 * The only list in an operation's answer.
 * @throws Error if the answer does not have exactly one list.
 */
export function exportedList({ id, response }: Operation): ExportedList {
  const members = Object.entries((response['properties'] ?? {}) as Record<string, TSchema>)
  const [list, ...others] = members
  if (list === undefined || others.length > 0) throw new Error(`${id} does not answer one list`)
  const [member, { items }] = list
  if (items === undefined) throw new Error(`${id} does not answer a list`)
  return { member, item: items as TSchema }
}
