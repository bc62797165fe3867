import { headerNames, type Operation, pageSizeDefault } from '@vadium/schema'
import type { Tenant } from '../db/tenant.ts'
import { JsonText } from '../json-text.ts'
import { Refusal } from '../refusal.ts'
import { PageTokens } from './page-token.ts'

/** What every list that has pages is asked with. */
interface PageQuery {
  readonly page_size?: number
  readonly page_token?: string
}

/** Items of one page, and where the next one begins, if one follows. */
export interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly end: string | undefined
}

/** Reads items behind a position: at the most as many as asked for. */
export type ReadPage<Item> = (
  after: string | undefined,
  pageSize: number,
) => Promise<ListPage<Item> | Refusal>

/** What lists have in common: their tokens, their bounds, and how their answers look. */
export class Lists {
  readonly #key: Uint8Array
  readonly #basePath: string

  constructor(pageTokenKey: Uint8Array, basePath: string) {
    this.#key = pageTokenKey
    this.#basePath = basePath
  }

  /**
   * One page of a list, as it leaves. `name` is the member of the answer that has the items; `params`, what
   * stands in the path.
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

/** What stands in a path has been checked: it is nothing that would have to be encoded. */
function pathOf({ path }: Operation, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}

/** The first `pageSize` of rows that were read one more than asked for, and where they end. */
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

/** The next page, as a link. Written anew from what was understood: nothing sent is copied into a header. */
export function nextLink(path: string, query: object, pageToken: string): string {
  const parameters = new URLSearchParams()
  const all: Record<string, unknown> = { ...query, page_token: pageToken }
  for (const [name, value] of Object.entries(all)) {
    parameters.set(name, String(value))
  }
  return `<${path}?${parameters.toString()}>; rel="next"`
}
