import type { EventStream, StreamOptions } from './event-stream.ts'
import type { Call, Export } from './call.ts'
import type { Answer, Operation, OperationPart } from './operation.ts'
import type { Paged, PageList } from './pages.ts'
import type { RetrySettings } from './retry.ts'

/** Lets optional members be undefined. Undefined members are not sent. */
type MayBeUndefined<T> = {
  [Name in keyof T]: object extends Pick<T, Name> ? T[Name] | undefined : T[Name]
}

/** The input of an operation whose type is not known. */
export interface UntypedInput {
  readonly params?: object | undefined
  readonly query?: object | undefined
  /** Sent as JSON. */
  readonly body?: unknown
}

/** One part of an input: absent if the operation takes none, optional if all its members are. */
type Part<Name extends string, Taken, Input> = [Taken] extends [undefined]
  ? Readonly<Partial<Record<Name, never>>>
  : object extends Taken
    ? Readonly<Partial<Record<Name, Input>>>
    : Readonly<Record<Name, Input>>

/** The input of an operation: its path parameters, query and body. */
export type RequestInput<O extends Operation> =
  unknown extends Answer<O>
    ? UntypedInput
    : Part<'params', OperationPart<O, 'params'>, OperationPart<O, 'params'>> &
        Part<'query', OperationPart<O, 'query'>, MayBeUndefined<OperationPart<O, 'query'>>> &
        Part<'body', OperationPart<O, 'body'>, MayBeUndefined<OperationPart<O, 'body'>>>

/** What may differ for one call. What is not given is as the client was created. */
export interface RequestOptions {
  /** Ends the call at once, both during an attempt and during a wait between attempts. */
  readonly signal?: AbortSignal | undefined
  /** Limit for each attempt in milliseconds. Default: the client's setting. */
  readonly timeoutMs?: number | undefined
  /**
   * For writes only: the key under which the service remembers the call for a day, 1 to 255 visible
   * ASCII characters. Repeating the call with the same key does not repeat its effect. Default: a
   * new key for each call.
   */
  readonly idempotencyKey?: string | undefined
  /** When the call is retried. `false` disables retries. Default: the client's settings. */
  readonly retries?: Partial<RetrySettings> | false | undefined
  /**
   * Headers to send as well, for a proxy in front of the service. They are not signed. A browser
   * sends no others to a service of another origin than the service allows.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export const requestOptionNames = ['signal', 'timeoutMs', 'idempotencyKey', 'retries', 'headers']

/** The type of the items in the list of an answer. */
export type ListItem<Body> = {
  [Name in keyof Body]-?: Body[Name] extends readonly (infer Item)[] ? Item : never
}[keyof Body]

/** The methods of the client that resources call. */
export interface Requests {
  request<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options?: RequestOptions,
  ): Call<Answer<O>>

  /** Reads a file. */
  file<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options?: RequestOptions,
  ): Call<Uint8Array>

  /** Lists the items of all pages. */
  list<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options?: RequestOptions,
  ): PageList<Answer<O> & Paged, ListItem<Answer<O>>>

  /** Streams the text of an export. */
  exportText<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options?: RequestOptions,
  ): Export<string>

  /** Streams the items of a JSON export. */
  exportItems<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options?: RequestOptions,
  ): Export<ListItem<Answer<O>>>

  /** Streams the events of an operation. */
  stream<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options?: StreamOptions,
  ): EventStream<Answer<O> & object>

  /** Waits between two calls, in milliseconds. Rejects with a VadiumAbortError at an abort. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
}
