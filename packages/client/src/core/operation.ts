import type { HttpMethod } from '@vadium/schema/protocol'
import type { OpenValues } from './open-values.ts'

/** What the SDK reads of the JSON Schema of an answer. */
export interface AnswerSchema {
  readonly type?: unknown
  readonly description?: unknown
  readonly required?: readonly string[] | undefined
  readonly properties?: Readonly<Record<string, AnswerSchema>>
  readonly items?: AnswerSchema
  readonly anyOf?: readonly AnswerSchema[]
  /** On the wire a number of which no digit may be lost. */
  readonly 'x-exact-number'?: unknown
}

/** What the SDK needs of an operation: those of `@vadium/schema` have it, and more. */
export interface Operation {
  readonly id: string
  readonly method: HttpMethod
  /** A parameter stands in it as `{order_id}`. */
  readonly path: string
  /** It changes nothing. Any other call carries an `Idempotency-Key`. */
  readonly safe: boolean
  /** Present where the operation takes a body. */
  readonly body?: object
  /** It answers `text/event-stream` without an end. */
  readonly streams?: true
  /** The reasons that the service gives once it has looked at the request itself. */
  readonly reasons?: readonly string[]
  readonly response: AnswerSchema
}

/** What a call takes and answers. */
interface CallTypes {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly answer: unknown
}

/** An operation of this package, with the types of its calls. */
export interface OperationOf<Types extends CallTypes> extends Operation {
  /** Absent at run time. */
  readonly types?: Types
}

/** The types of an operation of this package; none of one that TypeBox describes. */
type TypesOf<O extends Operation> = 'types' extends keyof O
  ? O extends OperationOf<infer Types>
    ? Types
    : never
  : never

/** What an operation takes under a name: as its types say, or as TypeBox writes it. */
export type OperationPart<O extends Operation, Name extends 'params' | 'query' | 'body'> = [
  TypesOf<O>,
] extends [never]
  ? O extends Readonly<Record<Name, { readonly static: infer Part extends object }>>
    ? Part
    : undefined
  : TypesOf<O> extends Readonly<Record<Name, infer Part extends object>>
    ? Part
    : undefined

/** What an operation answers: values of enumerations that this version does not know may be among it. */
export type Answer<O extends Operation> = [TypesOf<O>] extends [never]
  ? O['response'] extends { readonly static: infer Body }
    ? OpenValues<Body>
    : unknown
  : TypesOf<O>['answer']
