/** What a span may tell: names and numbers of ours. Never a key, a signature, a body, an amount or whose it is. */
export type SpanFacts = Readonly<Record<string, string | number>>

/** Something that takes time, from its beginning until it is ended, which it is once. */
export interface OpenSpan {
  /** A failure is told by its name alone: its message may hold anything. */
  end(facts?: SpanFacts, failure?: string): void
  /** Does work of which it is told that it was within this. */
  within<T>(work: () => T): T
}

/** Tells a collector what takes how long, and within what. Where none is set, there is no tracing at all. */
export interface Tracing {
  /** A request that came in; `traceparent` (W3C) is that of a proxy whose word counts. */
  beginRequest(name: string, facts: SpanFacts, traceparent: string | undefined): OpenSpan
  /** Something asked of others, within what surrounds it or by itself. */
  beginCall(name: string, facts: SpanFacts): OpenSpan
  /** The same, and undefined where nothing surrounds it: what a worker does all day is not told. */
  beginCallWithin(name: string, facts: SpanFacts): OpenSpan | undefined
  /** Sends what has not been sent, for a few seconds at the most. */
  stop(): Promise<void>
}
