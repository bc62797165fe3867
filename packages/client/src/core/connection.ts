import { TIMER_MS_MAX, withinBounds } from './bounds.ts'
import { Caller } from './caller.ts'
import { wait } from './deadline.ts'
import type { EventStream, StreamOptions } from './event-stream.ts'
import type { Answer, Operation } from './operation.ts'
import type { ListItem, RequestInput, RequestOptions, Requests } from './operation-call.ts'
import { type Paged, PageList } from './pages.ts'
import type { RateLimit } from './rate-limit.ts'
import { listMemberOf } from './reply.ts'
import { retryDefaults, type RetrySettings } from './retry.ts'
import { SigningClock } from './signing-clock.ts'
import type { Signer } from './signing.ts'
import { readBaseUrl } from './target.ts'
import type { Transport } from './transport.ts'

const TIMEOUT_MS = 10_000
// The service remembers the key of a write for a day: after that, it would take effect again.
const REPEATING_MS_MAX = 12 * 3_600_000
const REPLY_BYTES_MAX = 32 * 1024 * 1024

/** Who signs: a private key, or a signer that keeps it. */
export type ClientCredential =
  | {
      /** base64url of 64 bytes (32-byte seed, then the public key), or of the seed alone. */
      readonly privateKey: string
      readonly signer?: never
    }
  | { readonly signer: Signer; readonly privateKey?: never }

/** How a client is set up, wherever it runs. */
export interface ClientSettings {
  /** Where the service is, its base path included: `https://api.example.com/v1`. */
  readonly baseUrl: string
  /** How long each attempt may take, the reading of the answer included. Milliseconds; 10,000. */
  readonly timeoutMs?: number | undefined
  /** When calls are sent again; `false` for never. */
  readonly retries?: Partial<RetrySettings> | false | undefined
  /** The largest answer that is read, in bytes; 32 MiB. */
  readonly replyBytesMax?: number | undefined
  /** Sends in place of the SDK's own transport. */
  readonly transport?: Transport | undefined
  /** The time in Unix milliseconds, in place of this machine's clock. */
  readonly now?: (() => number) | undefined
  /** Waits between two attempts, in place of a timer; rejects when the signal aborts. */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/** What differs between the runtimes. */
export interface Platform {
  readonly signer: Signer
  readonly transport: Transport
}

/** What calls operations, without a runtime: the entries of the package give it transport and signer. */
export abstract class PlatformConnection implements Requests {
  readonly #caller: Caller

  constructor(settings: ClientSettings, platform: Platform) {
    const now = settings.now ?? Date.now
    this.#caller = new Caller({
      ...platform,
      baseUrl: readBaseUrl(settings.baseUrl),
      clock: new SigningClock(now),
      now,
      wait: settings.wait ?? wait,
      timeoutMs: withinBounds('timeoutMs', settings.timeoutMs ?? TIMEOUT_MS, TIMER_MS_MAX),
      replyBytesMax: withinBounds(
        'replyBytesMax',
        settings.replyBytesMax ?? REPLY_BYTES_MAX,
        Infinity,
      ),
      retries: retrySettings(settings.retries ?? {}),
    })
  }

  /** The rate limit as the last answer reported it; undefined before the first. */
  get rateLimit(): RateLimit | undefined {
    return this.#caller.rateLimit
  }

  /**
   * Calls any operation of `@vadium/schema`, as the resources do. One that is not known by its type takes
   * any query and body, and answers something unknown.
   *
   * @throws VadiumError, as every call may; TypeError for arguments that cannot be sent.
   */
  request<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): Promise<Answer<O>> {
    return this.#caller.request(operation, input, options)
  }

  /**
   * A list that has pages, as the resources give it: await it for one page, or iterate over it for every item of
   * every page. Nothing is sent before either.
   *
   * @throws VadiumError, as every call may. TypeError where the operation answers no list.
   */
  list<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): PageList<Answer<O> & Paged, ListItem<Answer<O>>> {
    const { query } = input
    return new PageList<Answer<O> & Paged, ListItem<Answer<O>>>({
      fetch: (page) => {
        const paged = { ...input, query: { ...query, ...page } }
        return this.request(operation, paged, options) as Promise<Answer<O> & Paged>
      },
      member: listMemberOf(operation),
      signal: options.signal,
    })
  }

  /**
   * The text of an export, JSON or with `format: 'csv'` CSV, chunk by chunk as it comes, however long it
   * is. It can be iterated over once, and is whole when the iteration ends without an error. `timeoutMs`
   * is how long each further part may take. Once the text has begun, nothing is sent again.
   *
   * @throws VadiumError, as every call may, and `CONNECTION_LOST` or `REPLY_MALFORMED` when it breaks off.
   */
  exportText<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): AsyncGenerator<string, void, undefined> {
    return this.#caller.exportText(operation, input, options)
  }

  /** The items of a JSON export, one by one; otherwise as `exportText`. */
  exportItems<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): AsyncGenerator<ListItem<Answer<O>>, void, undefined> {
    return this.#caller.exportItems(operation, input, options)
  }

  /**
   * What an operation streams, such as `streamEvents`: each event once and in order, over as many connections
   * as it takes. Nothing is sent before the first is asked for.
   *
   * @throws VadiumError, as every call may, for what will not pass with time; VadiumStreamResetError. TypeError
   *   where the operation answers no stream.
   */
  stream<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: StreamOptions = {},
  ): EventStream<Answer<O> & object> {
    return this.#caller.stream(operation, input, options)
  }

  /** Closes the connections that the client opened, when the calls under way have ended. */
  close(): Promise<void> {
    return this.#caller.close()
  }
}

function retrySettings(retries: Partial<RetrySettings> | false): RetrySettings {
  const settings = { ...retryDefaults, ...(retries === false ? { attemptsMax: 1 } : retries) }
  withinBounds('retries.attemptsMax', settings.attemptsMax, 100)
  withinBounds('retries.totalMsMax', settings.totalMsMax, REPEATING_MS_MAX)
  withinBounds('retries.backOffMsMax', settings.backOffMsMax, TIMER_MS_MAX)
  withinBounds('retries.backOffMs', settings.backOffMs, TIMER_MS_MAX)
  return settings
}
