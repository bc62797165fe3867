import type { RequestOptions, VadiumClient } from '@vadium/client'
import type { Side } from './deal-script.ts'

/** A key pair, base64url. */
export interface KeyPair {
  readonly publicKey: string
  readonly privateKey: string
}

/** The environment of a deal: a sandbox, with clients for the operator and both firms. */
export interface Stage {
  /** Makes the names of a run unique: 1 to 20 of a-z and 0-9. */
  readonly run: string
  readonly operator: VadiumClient
  readonly firms: Readonly<Record<Side, { readonly key: KeyPair; readonly client: VadiumClient }>>
  /** The time of the machine in Unix milliseconds. */
  readonly now: () => number
  /** Interrupts the run. */
  readonly signal: AbortSignal | undefined
  close(): Promise<void>
}

interface StageParts {
  readonly run: string
  readonly keys: Readonly<Record<Side, KeyPair>>
  /** A client that signs with a key. Default: the operator's key. */
  readonly client: (privateKey?: string) => VadiumClient
  /** Default: the clock of this machine. */
  readonly now?: () => number
  readonly signal?: AbortSignal | undefined
}

export function openStage({ run, keys, client, now = Date.now, signal }: StageParts): Stage {
  const operator = client()
  const lender = { key: keys.lender, client: client(keys.lender.privateKey) }
  const borrower = { key: keys.borrower, client: client(keys.borrower.privateKey) }
  return {
    run,
    operator,
    firms: { lender, borrower },
    now,
    signal,
    close: async () => {
      await Promise.all([operator, lender.client, borrower.client].map((each) => each.close()))
    },
  }
}

/** The request options of a run: the idempotency key of each write follows from the run. */
export class Calls {
  readonly #stage: Stage
  #writes = 0

  constructor(stage: Stage) {
    this.#stage = stage
  }

  read(): RequestOptions {
    return { signal: this.#stage.signal }
  }

  write(): RequestOptions {
    this.#writes += 1
    return { signal: this.#stage.signal, idempotencyKey: `demo-${this.#stage.run}-${this.#writes}` }
  }
}
