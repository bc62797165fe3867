/**
 * The attributes of a span: names and numbers of the service. Never a key, signature, body or
 * amount, and no organization.
 */
export type SpanFacts = Readonly<Record<string, string | number>>

/** A span. It must be ended once. */
export interface OpenSpan {
  /**
   * Ends the span. A failure is recorded by its name only, because a message may contain anything.
   */
  end(facts?: SpanFacts, failure?: string): void
  /** Runs work whose spans become children of this one. */
  within<T>(work: () => T): T
}

/**
 * Records what takes how long, and within what. If no collector is configured, there is no tracing.
 */
export interface Tracing {
  /** Starts the span of a received request. `traceparent` (W3C) must come from a trusted proxy. */
  beginRequest(name: string, facts: SpanFacts, traceparent: string | undefined): OpenSpan
  /** Starts the span of an outgoing call, as a child of the current span if there is one. */
  beginCall(name: string, facts: SpanFacts): OpenSpan
  /**
   * The same, but undefined if there is no current span: the routine work of workers is not traced.
   */
  beginCallWithin(name: string, facts: SpanFacts): OpenSpan | undefined
  /** Sends the remaining spans, for a few seconds at most. */
  stop(): Promise<void>
}
