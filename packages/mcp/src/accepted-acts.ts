import type { TSchema } from '@sinclair/typebox'
import {
  canonicalJson,
  DecimalString,
  type Operation,
  QuantityString,
  type RequestPart,
  Uuid,
} from '@vadium/schema'
import type { OperationInput } from './tools.ts'

/** The service remembers a key for a day. Within this time, a request can be repeated under it. */
const REPEATABLE_MS = 23 * 3_600_000

/** A request that a person has accepted. */
export interface AcceptedAct {
  readonly operationId: string
  readonly idempotencyKey: string
  readonly input: OperationInput
  /** Unix milliseconds. */
  readonly acceptedMs: number
  /** Whether its outcome has reached the agent. */
  isAnswered: boolean
}

/** What a person is to know who is asked about another act. */
export interface ActsBefore {
  /** The last one with the same arguments, if any. */
  readonly same: readonly AcceptedAct[]
  /** Others of unknown outcome, of the same operation or on the same resource. */
  readonly open: readonly AcceptedAct[]
}

/**
 * The requests that were accepted and sent. An agent that did not learn the outcome calls again: that
 * is the same act, under the same key, and nobody is asked. After an outcome that it has learnt, the
 * same call is another act.
 */
export class AcceptedActs {
  readonly #acts = new Map<string, AcceptedAct>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** An act whose outcome the agent does not know, to be repeated. */
  open(operation: Operation, given: OperationInput): AcceptedAct | undefined {
    const act = this.#acts.get(nameOf(operation, given))
    const isOpen = act?.isAnswered === false && this.#now() - act.acceptedMs < REPEATABLE_MS
    return isOpen ? act : undefined
  }

  before(operation: Operation, given: OperationInput): ActsBefore {
    const same = this.#acts.get(nameOf(operation, given))
    const resource = resourceOf(given)
    const open = [...this.#acts.values()].filter(
      (act) =>
        act !== same &&
        !act.isAnswered &&
        (act.operationId === operation.id ||
          (resource !== undefined && resource === resourceOf(act.input))),
    )
    return { same: same === undefined ? [] : [same], open }
  }

  accept(operation: Operation, given: OperationInput, input: OperationInput): AcceptedAct {
    const act = {
      operationId: operation.id,
      idempotencyKey: crypto.randomUUID(),
      input,
      acceptedMs: this.#now(),
      isAnswered: false,
    }
    this.#acts.set(nameOf(operation, given), act)
    return act
  }

  /** It had no effect. */
  forget(operation: Operation, given: OperationInput): void {
    this.#acts.delete(nameOf(operation, given))
  }
}

/** The same for all spellings of the same request. */
function nameOf(operation: Operation, given: OperationInput): string {
  const parts = Object.entries(given).map(([part, members]) => {
    const schemas: Readonly<Record<string, TSchema>> =
      operation[part as RequestPart]?.properties ?? {}
    const spelt = Object.entries(members).map(([name, value]): [string, unknown] => [
      name,
      spelling(value, schemas[name]),
    ])
    return [part, Object.fromEntries(spelt)]
  })
  return canonicalJson({ ...Object.fromEntries(parts), operation: operation.id })
}

/** The one spelling of an id or a decimal. */
function spelling(value: unknown, schema: TSchema | undefined): unknown {
  if (typeof value !== 'string') return value
  const pattern: unknown = schema?.['pattern']
  if (pattern === Uuid.pattern) return value.toLowerCase()
  if (pattern !== DecimalString.pattern && pattern !== QuantityString.pattern) return value
  const [whole = '', fraction = ''] = value.split('.')
  let end = fraction.length
  while (fraction[end - 1] === '0') end -= 1
  return end === 0 ? whole : `${whole}.${fraction.slice(0, end)}`
}

/** What the path names. Undefined if it names nothing. */
function resourceOf({ params }: OperationInput): string | undefined {
  const ids = Object.values(params ?? {})
  return ids.length === 0 ? undefined : ids.map(String).join('/').toLowerCase()
}
