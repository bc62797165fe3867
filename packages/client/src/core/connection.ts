import type { HttpMethod } from '@vadium/schema/protocol'
import { TIMER_MS_MAX, withinBounds } from './bounds.ts'
import type { Call, Export } from './call.ts'
import { Caller } from './caller.ts'
import { wait } from './deadline.ts'
import type { EventStream, StreamOptions } from './event-stream.ts'
import type { Answer, Operation } from './operation.ts'
import type {
  ListItem,
  RequestInput,
  RequestOptions,
  Requests,
  UntypedInput,
} from './operation-call.ts'
import { hookNames, type Hooks, type LogSettings, Observer } from './observer.ts'
import { checkOptions } from './options.ts'
import { type Paged, PageList } from './pages.ts'
import type { RateLimit } from './rate-limit.ts'
import { listMemberOf } from './reply.ts'
import { retrySettings, type RetrySettings } from './retry.ts'
import { SigningClock } from './signing-clock.ts'
import type { Signer } from './signing.ts'
import { readBaseUrl } from './target.ts'
import type { Transport } from './transport.ts'

const TIMEOUT_MS = 10_000
const REPLY_BYTES_MAX = 32 * 1024 * 1024

/** What signs the requests: a private key, or a signer that holds one. */
export type ClientCredential =
  | {
      /** base64url of 64 bytes (32-byte seed, then the public key), or of the seed alone. */
      readonly privateKey: string
      /** Ignored, so that a whole key pair can be given. */
      readonly publicKey?: string | undefined
      readonly signer?: never
    }
  | { readonly signer: Signer; readonly privateKey?: never }

/** The options of a client that apply in Node and in browsers. */
export interface ClientSettings extends Hooks, LogSettings {
  /** The address of the service with its base path, such as `https://api.example.com/v1`. */
  readonly baseUrl: string
  /** Limit for each attempt, including reading the answer, in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number | undefined
  /** When failed calls are retried. `false` disables retries. */
  readonly retries?: Partial<RetrySettings> | false | undefined
  /** The largest answer that the client reads, in bytes. Default: 32 MiB. */
  readonly replyBytesMax?: number | undefined
  /** A transport to use instead of the SDK's own. */
  readonly transport?: Transport | undefined
  /** Returns the time in Unix milliseconds. Default: the clock of this machine. */
  readonly now?: (() => number) | undefined
  /** Waits between two attempts; rejects when the signal aborts. Default: a timer. */
  readonly wait?: ((ms: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/** The names of the options that every client takes. */
const settingNames = [
  'baseUrl',
  'privateKey',
  'publicKey',
  'signer',
  'timeoutMs',
  'retries',
  'replyBytesMax',
  'transport',
  'now',
  'wait',
  'logLevel',
  'logger',
  ...hookNames,
]

/** @throws TypeError for an option that does not exist. */
export function checkClientOptions(options: object, own: readonly string[] = []): void {
  checkOptions('new VadiumClient()', options, [...settingNames, ...own])
}

/** The parts of a client that differ between Node and browsers. */
export interface Platform {
  readonly signer: Signer
  readonly transport: Transport
  /** Undefined where programs cannot set it. */
  readonly userAgent?: string | undefined
}

/** Calls operations. The entry points of the package supply the transport and the signer. */
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
      observer: new Observer(settings),
    })
  }

  /** The rate limit that the last answer reported. Undefined before the first answer. */
  get rateLimit(): RateLimit | undefined {
    return this.#caller.rateLimit
  }

  /**
   * Calls an operation of `@vadium/schema`. The methods of the resources use this method. If the
   * type of the operation is not known, the call takes any query and body and its answer is
   * `unknown`.
   *
   * @throws VadiumError when the call fails. TypeError for arguments that cannot be sent.
   */
  request<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): Call<Answer<O>> {
    return this.#caller.request(operation, input, options)
  }

  /**
   * Calls any path of the service, for operations that this version does not know. It is signed and
   * retried like every call. Any method other than GET is taken for a write.
   *
   * @param path The path below `baseUrl`, percent-encoded, without its query.
   * @throws VadiumError when the call fails. TypeError for arguments that cannot be sent.
   */
  rawRequest(
    method: HttpMethod,
    path: string,
    input: Pick<UntypedInput, 'query' | 'body'> = {},
    options: RequestOptions = {},
  ): Call<unknown> {
    return this.#caller.request(rawOperation(method, path), input, options)
  }

  /**
   * Lists the items of an operation. Await the result for its first page, or iterate over it for
   * every item of every page. The first request is sent when you do.
   *
   * @throws VadiumError when the call fails. TypeError when the operation does not return a list.
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
        return this.request(operation, paged, options) as Call<Answer<O> & Paged>
      },
      member: listMemberOf(operation),
      signal: options.signal,
    })
  }

  /**
   * Reads the file of an operation such as `getDocumentPdf`: its bytes.
   *
   * @throws VadiumError when the call fails.
   */
  file<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): Call<Uint8Array> {
    return this.#caller.file(operation, input, options)
  }

  /**
   * Streams the text of an export: JSON, or CSV with `format: 'csv'`. Iterate over it once. The
   * export is complete when the iteration ends without an error. `timeoutMs` limits the wait for
   * each further chunk. The call is not retried after the first chunk.
   *
   * @throws VadiumError when the call fails; its reason is `CONNECTION_LOST` or `REPLY_MALFORMED`
   *   when the export ends before it is complete.
   */
  exportText<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): Export<string> {
    return this.#caller.exportText(operation, input, options)
  }

  /** Streams the items of a JSON export. See `exportText`. */
  exportItems<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: RequestOptions = {},
  ): Export<ListItem<Answer<O>>> {
    return this.#caller.exportItems(operation, input, options)
  }

  /**
   * Streams the events of an operation such as `streamEvents`, each once and in order. The stream
   * connects at the first read, and connects again when a connection is lost.
   *
   * @throws VadiumError when a retry would not help. VadiumStreamResetError. TypeError when the
   *   operation does not return a stream.
   */
  stream<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options: StreamOptions = {},
  ): EventStream<Answer<O> & object> {
    return this.#caller.stream(operation, input, options)
  }

  /**
   * Waits between two calls, as the setting `wait` does.
   *
   * @throws VadiumAbortError when the signal aborts.
   */
  pause(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#caller.pause(ms, signal)
  }

  /** Waits for running calls to end, then closes the connections that the client opened. */
  close(): Promise<void> {
    return this.#caller.close()
  }
}

/** What a call of a path has of an operation. All digits of its amounts are kept. */
function rawOperation(method: HttpMethod, path: string): Operation {
  if (!/^\/[^{}?#]*$/.test(path)) {
    throw new TypeError('path must begin with "/" and be percent-encoded, without its query.')
  }
  return { id: `${method} ${path}`, method, path, safe: method === 'GET', response: rawAnswer }
}

const rawAnswer = { exact: ['quantity'] }
