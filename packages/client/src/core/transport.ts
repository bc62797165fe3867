/**
 * The transport seam: one exchange, nothing followed, nothing repeated, nothing decoded but what HTTP
 * itself encodes. A transport that fails rejects with whatever error it has.
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
  /** Ends the exchange, the reading of the body included. */
  readonly signal: AbortSignal
}

export interface TransportReply {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  readonly body: AsyncIterable<Uint8Array>
  /**
   * Nothing but the end of the connection ends the body, so one that is broken off would look whole. An
   * export does not accept that. Undefined where the transport cannot tell.
   */
  readonly endsWithConnection?: boolean | undefined
}
