import type { Operation, OperationBody, OperationQuery, OperationResponse } from '@vadium/schema'

/** Members that may be absent may also be undefined: such a member is not sent. */
type MayBeUndefined<T> = {
  [Name in keyof T]: object extends Pick<T, Name> ? T[Name] | undefined : T[Name]
}

/** The query of an operation, as a caller writes it. */
export type QueryInput<O extends Operation> = MayBeUndefined<OperationQuery<O>>

/** The body of an operation, as a caller writes it. */
export type BodyInput<O extends Operation> = MayBeUndefined<OperationBody<O>>

/** What any operation may take, of which the types do not say which one it is. */
export interface UntypedInput {
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** What is sent as JSON. */
  readonly body?: unknown
}

/** What a call of an operation takes: a query, a body, both or neither. */
export type RequestInput<O extends Operation> = Operation extends O
  ? UntypedInput
  : ([OperationQuery<O>] extends [undefined]
      ? { readonly query?: never }
      : object extends OperationQuery<O>
        ? { readonly query?: QueryInput<O> }
        : { readonly query: QueryInput<O> }) &
      ([OperationBody<O>] extends [undefined]
        ? { readonly body?: never }
        : { readonly body: BodyInput<O> })

/** How one call is to be carried out. */
export interface RequestOptions {
  /** Ends the call at once, in an attempt as well as in a wait between two. */
  readonly signal?: AbortSignal | undefined
  /** How long each attempt may take, in milliseconds, in place of the client's setting. */
  readonly timeoutMs?: number | undefined
}

/** What a resource needs of the client. */
export interface Requests {
  request<O extends Operation>(
    operation: O,
    input: RequestInput<O>,
    options?: RequestOptions,
  ): Promise<OperationResponse<O>>
}
