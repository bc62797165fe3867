import { type TSchema, Type } from '@sinclair/typebox'
import { described } from './described.ts'
import { enumeration } from './enumeration.ts'

export const pageSizeMax = 1000
export const pageSizeDefault = 100

/** Names the next page. Opaque, and valid only for the same organization, operation and filters. */
export const pageToken = Type.String({
  pattern: '^[A-Za-z0-9_-]+$',
  minLength: 1,
  maxLength: 256,
  description: 'The token of the next page, valid for the same filters. Absent on the last page.',
  examples: ['eyJ2IjoxfQ'],
  'x-expected': 'the next_page_token of an earlier answer',
})

/** The parameters of every paged list. */
export const pageParameters = {
  page_size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: pageSizeMax,
      description: `The largest number of items, 1 to ${pageSizeMax}. Default: ${pageSizeDefault}.`,
      examples: [pageSizeDefault],
    }),
  ),
  page_token: Type.Optional(described(pageToken, 'The next_page_token of the previous page.')),
}

/** The answer of a paged list: one page of items, and the token of the next page. */
export function pageOf<Name extends string, Item extends TSchema>(
  title: string,
  name: Name,
  item: Item,
  token = pageToken,
) {
  const items = {
    [name]: Type.Array(item, { description: 'The items of this page.' }),
  } as Record<Name, ReturnType<typeof Type.Array<Item>>>
  return Type.Object(
    { ...items, next_page_token: Type.Optional(token) },
    { title, additionalProperties: false },
  )
}

/** The format parameter of an export or a report. */
export const formatParameter = {
  format: Type.Optional(
    enumeration(['json', 'csv'], { description: 'The format of the answer. Default: json.' }),
  ),
}
