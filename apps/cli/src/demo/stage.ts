import type { RequestOptions, VadiumClient } from '@vadium/client'
import type { Side } from './deal-script.ts'

/** A key pair, base64url. */
export interface KeyPair {
  readonly publicKey: string
  readonly privateKey: string
}

/** Where a deal is played: a sandbox, with the means to act in everybody's name. */
export interface Stage {
  /** Tells the names of one run from those of another: 1 to 20 of a-z and 0-9. */
  readonly run: string
  readonly operator: VadiumClient
  readonly firms: Readonly<Record<Side, { readonly key: KeyPair; readonly client: VadiumClient }>>
  /** The time of the machine, Unix milliseconds. */
  readonly now: () => number
  /** Ends what is under way. */
  readonly signal: AbortSignal | undefined
  close(): Promise<void>
}

interface StageParts {
  readonly run: string
  readonly keys: Readonly<Record<Side, KeyPair>>
  /** A client that signs with a key; with the operator's, unless given. */
  readonly client: (privateKey?: string) => VadiumClient
  /** That of this machine unless given. */
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

/** How the calls of a run are made: every write under a key that follows from the run. */
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
