import type { TSchema } from '@sinclair/typebox'
import type { Operation } from '@vadium/schema'

/** What an export is a list of: the member of the answer that has the items, and their schema. */
export interface ExportedList {
  readonly member: string
  readonly item: TSchema
}

/** The only list of an operation's answer. */
export function exportedList({ id, response }: Operation): ExportedList {
  const members = Object.entries((response['properties'] ?? {}) as Record<string, TSchema>)
  const [list, ...others] = members
  if (list === undefined || others.length > 0) throw new Error(`${id} does not answer one list`)
  const [member, { items }] = list
  if (items === undefined) throw new Error(`${id} does not answer a list`)
  return { member, item: items as TSchema }
}
