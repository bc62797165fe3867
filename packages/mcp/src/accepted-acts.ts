import { canonicalJson, type Operation } from '@vadium/schema'
import type { OperationInput } from './tools.ts'

/** The service remembers a key for a day. Within this time, a request can be repeated under it. */
const REPEATABLE_MS = 23 * 3_600_000

/** A request that a person has accepted. */
export interface AcceptedAct {
  readonly idempotencyKey: string
  readonly input: OperationInput
  /** Unix milliseconds. */
  readonly acceptedMs: number
  /** Whether its outcome has reached the agent. */
  isAnswered: boolean
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
    const act = this.last(operation, given)
    const isOpen = act?.isAnswered === false && this.#now() - act.acceptedMs < REPEATABLE_MS
    return isOpen ? act : undefined
  }

  /** The last act with the same arguments. */
  last(operation: Operation, given: OperationInput): AcceptedAct | undefined {
    return this.#acts.get(nameOf(operation, given))
  }

  accept(operation: Operation, given: OperationInput, input: OperationInput): AcceptedAct {
    const act = {
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

const nameOf = ({ id }: Operation, given: OperationInput): string =>
  canonicalJson({ operation: id, ...given })
