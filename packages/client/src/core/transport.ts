/**
 * Sends one HTTP request and returns its answer. A transport follows no redirect, retries nothing,
 * and does not decode the body beyond HTTP framing. It rejects with `NotSentError` if it failed
 * before it handed the request to a connection. Any other error leaves the outcome unknown.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportReply>
  /** Frees the connections that the transport itself opened. */
  close?(): Promise<void>
}

export interface TransportRequest {
  readonly method: string
  /** Scheme, host and port, such as `https://api.example.com`. */
  readonly origin: string
  /** Path and query. They are signed, so they must be sent byte for byte. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer> | undefined
  /** Ends the exchange, including the reading of the body. */
  readonly signal: AbortSignal
}

export interface TransportReply {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array>
  /**
   * True if only the end of the connection ends the body, so that an incomplete body would look
   * complete. Exports refuse such an answer. Undefined if the transport does not know.
   */
  readonly endsWithConnection?: boolean | undefined
}
