import type { ClientBase } from 'pg'

export interface Breach {
  readonly subject: string
  readonly issue: string
}

/** A rule of the book, and the statement that finds its breaches. */
export interface BookRule {
  /** The rule as a sentence. */
  readonly rule: string
  /**
   * Selects the breaches: `subject`, such as `order 1001`, and `issue`, which says what is wrong.
   * It only reads, and sees the book at one moment.
   */
  readonly breaches: string
}

/** A rule that no SQL can check. It reads in the transaction of the check. */
export interface ReadRule {
  readonly rule: string
  readonly breachesOf: (client: ClientBase) => AsyncGenerator<Breach>
}
