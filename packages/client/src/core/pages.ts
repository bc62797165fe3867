import { VadiumAbortError, VadiumReplyError } from './errors.ts'

/** One page of a list: the answer itself, and the way to the next page. */
export type Page<Body> = Body & NextPage<Body>

export interface NextPage<Body> {
  readonly hasNextPage: boolean
  /** The next page; undefined after the last one. Rejects as the listing itself does. */
  nextPage(): Promise<Page<Body> | undefined>
}

/** What an answer with a page says of the next one. */
export interface Paged {
  next_page_token?: string
}

/** How one list is read. */
export interface PageSource<Body> {
  /** Fetches a page: what it is given is sent beside the filters, and is nothing for the first one. */
  readonly fetch: (page: { readonly page_token?: string }) => Promise<Body>
  /** The member of a page that has its items. */
  readonly member: string
  readonly signal?: AbortSignal | undefined
}

/**
 * A listing. Await it for its first page; iterate over it for all items of all pages. Nothing is
 * sent before one of the two, and no page before it is needed.
 */
export class PageList<Body extends Paged, Item>
  implements Promise<Page<Body>>, AsyncIterable<Item>
{
  readonly #source: PageSource<Body>
  #first: Promise<Page<Body>> | undefined

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

  /** Every page, each fetched when it is asked for. */
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
        // A page may take long to work through, and nothing of it is under way.
        if (signal?.aborted === true) throw new VadiumAbortError(signal.reason, 'refused')
        yield item
      }
    }
  }

  #itemsOf(page: Body): readonly Item[] {
    const items: unknown = Reflect.get(page, this.#source.member)
    if (!Array.isArray(items)) throw malformedPage('A page has no list.')
    return items as readonly Item[]
  }

  #firstPage(): Promise<Page<Body>> {
    this.#first ??= this.#fetch(undefined)
    return this.#first
  }

  async #fetch(token: string | undefined): Promise<Page<Body>> {
    const body = await this.#source.fetch(token === undefined ? {} : { page_token: token })
    const next = body.next_page_token
    if (next !== undefined && next === token)
      throw malformedPage('A page names itself as the next one.')
    // Not enumerable, so that a page prints and serializes as the answer that it is.
    return Object.defineProperties(body, {
      hasNextPage: { value: next !== undefined },
      nextPage: {
        value: () => (next === undefined ? Promise.resolve(undefined) : this.#fetch(next)),
      },
    }) as Page<Body>
  }
}

function malformedPage(message: string): VadiumReplyError {
  const facts = { status: 200, requestId: undefined, retryAfterMs: undefined }
  return new VadiumReplyError('REPLY_MALFORMED', message, facts)
}
