import { headerNames, type Operation, pageSizeDefault } from '@vadium/schema'
import type { Tenant } from '../db/tenant.ts'
import { JsonText } from '../json-text.ts'
import { Refusal } from '../refusal.ts'
import { PageTokens } from './page-token.ts'

/** The query parameters of every list with pages. */
interface PageQuery {
  readonly page_size?: number
  readonly page_token?: string
}

/** The items of one page, and where the next page starts, if there is one. */
export interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly end: string | undefined
}

/** Reads at most `limit` items after a position. */
export type ReadPage<Item> = (
  after: string | undefined,
  pageSize: number,
) => Promise<ListPage<Item> | Refusal>

/** What all lists share: page tokens, page sizes and the form of the answer. */
export class Lists {
  readonly #key: Uint8Array
  readonly #basePath: string

  constructor(pageTokenKey: Uint8Array, basePath: string) {
    this.#key = pageTokenKey
    this.#basePath = basePath
  }

  /**
   * Answers one page of a list. `name` is the member of the answer with the items, and `params` are
   * the path parameters.
   */
  async answer<Item>(
    operation: Operation,
    tenant: Tenant,
    query: PageQuery,
    name: string,
    read: ReadPage<Item>,
    params: Readonly<Record<string, string>> = {},
  ): Promise<JsonText | Refusal> {
    const { page_size: pageSize = pageSizeDefault, page_token: token, ...filters } = query
    const tokens = new PageTokens(this.#key, operation.id)
    const boundTo = JSON.stringify(
      Object.entries({ ...filters, ...params }).sort(([a], [b]) => (a < b ? -1 : 1)),
    )
    const after = token && tokens.read(token, tenant.organizationId, boundTo)
    if (token !== undefined && after === undefined) return foreignToken
    const page = await read(after, pageSize)
    if (page instanceof Refusal) return page
    const items = `{${JSON.stringify(name)}:${JSON.stringify(page.items)}`
    if (page.end === undefined) return new JsonText(`${items}}`)
    const next = tokens.write(page.end, tenant.organizationId, boundTo)
    return new JsonText(`${items},"next_page_token":${JSON.stringify(next)}}`, {
      [headerNames.link]: nextLink(`${this.#basePath}${pathOf(operation, params)}`, query, next),
    })
  }
}

/** Path parameters were validated, so none needs percent-encoding. */
function pathOf({ path }: Operation, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}

/**
 * The first `pageSize` rows and where they end. One row more was read to see whether a page
 * follows.
 */
export function cutPage<Row, Item>(
  rows: readonly Row[],
  pageSize: number,
  position: (row: Row) => string,
  item: (row: Row) => Item,
): ListPage<Item> {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const end = rows.length > pageSize && last !== undefined ? position(last) : undefined
  return { items: shown.map(item), end }
}

export const foreignToken = new Refusal('PAGE_TOKEN_INVALID', [
  {
    field: 'page_token',
    issue:
      'must be the next_page_token of an answer to the same filters, given to this organization',
  },
])

/**
 * The next page as a link. It is built from the parsed query, so no text of the caller is copied
 * into a header.
 */
export function nextLink(path: string, query: object, pageToken: string): string {
  const parameters = new URLSearchParams()
  const all: Record<string, unknown> = { ...query, page_token: pageToken }
  for (const [name, value] of Object.entries(all)) {
    parameters.set(name, String(value))
  }
  return `<${path}?${parameters.toString()}>; rel="next"`
}
