import type { EventStream, StreamOptions } from './event-stream.ts'
import type { Answer, Operation, OperationPart } from './operation.ts'
import type { Paged, PageList } from './pages.ts'

/** Members that may be absent may also be undefined: such a member is not sent. */
type MayBeUndefined<T> = {
  [Name in keyof T]: object extends Pick<T, Name> ? T[Name] | undefined : T[Name]
}

/** What any operation may take, of which the types do not say which one it is. */
export interface UntypedInput {
  readonly params?: object | undefined
  readonly query?: object | undefined
  /** What is sent as JSON. */
  readonly body?: unknown
}

/** A part of an input: absent where the operation takes none, optional where all of its members are. */
type Part<Name extends string, Taken, Input> = [Taken] extends [undefined]
  ? Readonly<Partial<Record<Name, never>>>
  : object extends Taken
    ? Readonly<Partial<Record<Name, Input>>>
    : Readonly<Record<Name, Input>>

/** What a call of an operation takes: what stands in its path, a query and a body, as far as it has them. */
export type RequestInput<O extends Operation> =
  unknown extends Answer<O>
    ? UntypedInput
    : Part<'params', OperationPart<O, 'params'>, OperationPart<O, 'params'>> &
        Part<'query', OperationPart<O, 'query'>, MayBeUndefined<OperationPart<O, 'query'>>> &
        Part<'body', OperationPart<O, 'body'>, MayBeUndefined<OperationPart<O, 'body'>>>

/** How one call is to be carried out. */
export interface RequestOptions {
  /** Ends the call at once, in an attempt as well as in a wait between two. */
  readonly signal?: AbortSignal | undefined
  /** How long each attempt may take, in milliseconds, in place of the client's setting. */
  readonly timeoutMs?: number | undefined
  /**
   * Only for an operation that changes something: the key under which the service remembers the call for
   * a day, 1 to 255 visible ASCII characters. The same call under the same key takes effect once, however
   * often it is made. Unless given, every call has a new one.
   */
  readonly idempotencyKey?: string | undefined
}

/** What is in the list of an answer. */
export type ListItem<Body> = {
  [Name in keyof Body]-?: Body[Name] extends readonly (infer Item)[] ? Item : never
}[keyof Body]

/** What a resource needs of the client. */
export interface Requests {
  request<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options?: RequestOptions,
  ): Promise<Answer<O>>

  /** A list that has pages. */
  list<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options?: RequestOptions,
  ): PageList<Answer<O> & Paged, ListItem<Answer<O>>>

  /** The text of a list that is too long for one answer, chunk by chunk, as it comes. */
  exportText<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options?: RequestOptions,
  ): AsyncGenerator<string, void, undefined>

  /** The items of such a list, one by one. */
  exportItems<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options?: RequestOptions,
  ): AsyncGenerator<ListItem<Answer<O>>, void, undefined>

  /** What an operation streams, for as long as it is wanted. */
  stream<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options?: StreamOptions,
  ): EventStream<Answer<O> & object>
}
