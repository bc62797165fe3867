import type { HttpMethod } from '@vadium/schema/protocol'
import type { OpenValues } from './open-values.ts'

/** The parts of an answer's JSON Schema that the SDK reads. */
export interface AnswerSchema {
  readonly type?: unknown
  readonly description?: unknown
  readonly required?: readonly string[] | undefined
  readonly properties?: Readonly<Record<string, AnswerSchema>>
  readonly items?: AnswerSchema
  readonly anyOf?: readonly AnswerSchema[]
  /** True for a JSON number whose digits must all be kept. */
  readonly 'x-exact-number'?: unknown
  /** Of a whole answer: the names of such numbers at any depth that its schema does not show. */
  readonly exact?: readonly string[]
}

/** What the SDK needs of an operation. The operations of `@vadium/schema` have more members. */
export interface Operation {
  readonly id: string
  readonly method: HttpMethod
  /** The path, with parameters such as `{order_id}`. */
  readonly path: string
  /** Whether the operation only reads. Calls of other operations carry an `Idempotency-Key`. */
  readonly safe: boolean
  /** The schema of the body. Absent if the operation takes none, or it may be left out. */
  readonly body?: object
  /** True if the operation returns an endless `text/event-stream`. */
  readonly streams?: true
  /**
   * The reasons with which the operation itself refuses, after the checks of every request.
   * Default: those of all writes.
   */
  readonly reasons?: readonly string[]
  readonly response: AnswerSchema
}

/** The types of a call's input and answer. */
interface CallTypes {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly answer: unknown
}

/** An operation of this package, with the types of its input and answer. */
export interface OperationOf<Types extends CallTypes> extends Operation {
  /** Absent at run time. */
  readonly types?: Types
}

/** The types of an operation of this package. `never` for an operation that TypeBox describes. */
type TypesOf<O extends Operation> = 'types' extends keyof O
  ? O extends OperationOf<infer Types>
    ? Types
    : never
  : never

/** The type of one part of an operation's input, from its types or from TypeBox. */
export type OperationPart<O extends Operation, Name extends 'params' | 'query' | 'body'> = [
  TypesOf<O>,
] extends [never]
  ? O extends Readonly<Record<Name, { readonly static: infer Part extends object }>>
    ? Part
    : undefined
  : TypesOf<O> extends Readonly<Record<Name, infer Part extends object>>
    ? Part
    : undefined

/** The answer of an operation. Enumerations may have values that this version does not know. */
export type Answer<O extends Operation> = [TypesOf<O>] extends [never]
  ? O['response'] extends { readonly static: infer Body }
    ? OpenValues<Body>
    : unknown
  : TypesOf<O>['answer']
