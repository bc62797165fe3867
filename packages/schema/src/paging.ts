import { type TSchema, Type } from '@sinclair/typebox'
import { described } from './described.ts'
import { enumeration } from './enumeration.ts'

export const pageSizeMax = 1000
export const pageSizeDefault = 100

/** Where the next page begins. Opaque: it belongs to the filters and the organization it was given to. */
export const pageToken = Type.String({
  pattern: '^[A-Za-z0-9_-]+$',
  minLength: 1,
  maxLength: 256,
  description: 'Opaque; only for the same filters. Absent on the last page.',
  'x-expected': 'the next_page_token of an earlier answer',
})

/** The parameters of every list that has pages. */
export const pageParameters = {
  page_size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: pageSizeMax,
      description: `How many at the most, 1 to ${pageSizeMax}; ${pageSizeDefault} unless given.`,
    }),
  ),
  page_token: Type.Optional(described(pageToken, 'The next_page_token of the page before.')),
}

/** The answer of a list that has pages: its items under their name, and where the next page begins. */
export function pageOf<Name extends string, Item extends TSchema>(
  title: string,
  name: Name,
  item: Item,
) {
  const items = { [name]: Type.Array(item) } as Record<Name, ReturnType<typeof Type.Array<Item>>>
  return Type.Object(
    { ...items, next_page_token: Type.Optional(pageToken) },
    { title, additionalProperties: false },
  )
}

/** The query of an export: the filters of the list, and the format. */
export const formatParameter = {
  format: Type.Optional(enumeration(['json', 'csv'], { description: 'json unless given.' })),
}
