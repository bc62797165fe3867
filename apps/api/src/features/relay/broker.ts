/** What a stream of the broker ends with. */
export interface StreamEnd {
  /** The sequence of the oldest message that the stream keeps. */
  readonly firstSequence: number
  /** The sequence of the newest message; 0 if nothing was ever stored. */
  readonly lastSequence: number
}

/** An event as the broker gets it. */
export interface RelayedMessage {
  readonly stream: string
  readonly subject: string
  /** The id of the event. The broker stores no second message with it within its window. */
  readonly id: string
  readonly body: string
  /** The message is stored only if this is the last sequence of the stream. */
  readonly lastSequence: number
  /** Why the event does not follow the message before it. Undefined: it does. */
  readonly gap: Gap | undefined
}

/**
 * Why an event does not follow the one before it in the stream: those between them were deleted
 * before they were relayed, or the database was restored and those before it never happened.
 */
export type Gap = 'deleted' | 'restored'

/** The message broker, as far as a relay needs it. */
export interface Broker {
  /** @throws RelayError if the stream is missing, or may drop its newest message. */
  endOf(stream: string): Promise<StreamEnd>
  /** The id that a message was sent with. Undefined if the stream does not have it, or it has none. */
  idOf(stream: string, sequence: number): Promise<string | undefined>
  /** Resolves when the broker has stored the message at the next sequence, and not before. */
  publish(message: RelayedMessage): Promise<void>
}

/** Why events cannot be relayed, in a sentence for the host. */
export class RelayError extends Error {
  override readonly name = 'RelayError'
}
