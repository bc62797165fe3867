import type { BenchBook } from '../running/bench-book.ts'

/** The figures of one round, by name. */
export type Measured = Readonly<Record<string, number | undefined>>

/** A measurement that two commits take in turns. */
export interface Trial {
  readonly title: string
  /** Fewer rounds than other trials, if one takes long. */
  readonly roundsMax?: number
  /** Prepares the book once. Returns what measures one round, which may warm up first. */
  readonly begin: (book: BenchBook) => Promise<() => Promise<Measured>>
}
