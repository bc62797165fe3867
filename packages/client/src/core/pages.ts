import { withinBounds } from './bounds.ts'
import type { AnswerWithResponse, Call } from './call.ts'
import { refuseIfAborted } from './deadline.ts'
import { malformed, noFacts } from './reply.ts'

const ITEMS_MAX = 1_000_000

/** One page of a list: the answer, with a method that fetches the next page. */
export type Page<Body> = Body & NextPage<Body>

export interface NextPage<Body> {
  readonly hasNextPage: boolean
  /** Fetches the next page. Undefined after the last page. Rejects as the list does. */
  nextPage(): Promise<Page<Body> | undefined>
}

/** The member of an answer that names the next page. */
export interface Paged {
  next_page_token?: string
}

/** How one list is read. */
export interface PageSource<Body> {
  /** Fetches a page. The argument is sent with the filters; it is empty for the first page. */
  readonly fetch: (page: { readonly page_token?: string }) => Call<Body>
  /** The member of a page that holds its items. */
  readonly member: string
  readonly signal?: AbortSignal | undefined
}

/**
 * A list with pages. Await it for its first page, or iterate over it for all items of all pages. It
 * fetches the first page when you do, and each further page when it is needed.
 */
export class PageList<Body extends Paged, Item>
  implements Promise<Page<Body>>, AsyncIterable<Item>
{
  readonly #source: PageSource<Body>
  #first: Promise<AnswerWithResponse<Page<Body>>> | undefined

  constructor(source: PageSource<Body>) {
    this.#source = source
  }

  readonly [Symbol.toStringTag] = 'PageList'

  then<Fulfilled = Page<Body>, Rejected = never>(
    onFulfilled?: ((page: Page<Body>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#firstPage().then(onFulfilled, onRejected)
  }

  catch<Rejected = never>(
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Page<Body> | Rejected> {
    return this.#firstPage().catch(onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<Page<Body>> {
    return this.#firstPage().finally(onFinally)
  }

  /** The first page with its status, its headers and the id of its request. */
  withResponse(): Promise<AnswerWithResponse<Page<Body>>> {
    this.#first ??= this.#fetch(undefined)
    return this.#first
  }

  /**
   * All items, in one array.
   *
   * @param limit The most items to keep in memory, 1 to 1,000,000. What comes after them is not
   *   fetched.
   * @throws RangeError for another limit.
   */
  async toArray({ limit }: { readonly limit: number }): Promise<Item[]> {
    withinBounds('limit', limit, ITEMS_MAX)
    const items: Item[] = []
    for await (const item of this) {
      items.push(item)
      if (items.length >= limit) break
    }
    return items
  }

  /** Iterates over the pages. Each page is fetched when the iteration reaches it. */
  async *pages(): AsyncGenerator<Page<Body>, void, undefined> {
    let page: Page<Body> | undefined = await this.#firstPage()
    while (page !== undefined) {
      yield page
      page = await page.nextPage()
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const { signal } = this.#source
    for await (const page of this.pages()) {
      for (const item of this.#itemsOf(page)) {
        // The caller may abort while it works through a page, when no request is running.
        refuseIfAborted(signal)
        yield item
      }
    }
  }

  #itemsOf(page: Body): readonly Item[] {
    const items: unknown = Reflect.get(page, this.#source.member)
    if (!Array.isArray(items)) throw malformed('A page has no list.', noFacts)
    return items as readonly Item[]
  }

  async #firstPage(): Promise<Page<Body>> {
    return (await this.withResponse()).answer
  }

  async #fetch(token: string | undefined): Promise<AnswerWithResponse<Page<Body>>> {
    const page = token === undefined ? {} : { page_token: token }
    const { answer: body, ...response } = await this.#source.fetch(page).withResponse()
    const next = body.next_page_token
    if (next !== undefined && next === token)
      throw malformed('A page names itself as the next one.', noFacts)
    // Not enumerable, so that a page prints and serializes as the answer that it is.
    const answer = Object.defineProperties(body, {
      hasNextPage: { value: next !== undefined },
      nextPage: {
        value: async () => (next === undefined ? undefined : (await this.#fetch(next)).answer),
      },
    }) as Page<Body>
    return { answer, ...response }
  }
}
