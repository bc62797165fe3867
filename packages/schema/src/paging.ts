import { Type } from '@sinclair/typebox'
import { described } from './described.ts'

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
