/** Where the frames of a stream go: to the connection of its reader. */
export interface FrameSink {
  /**
   * Sends frames.
   * @returns whether the reader keeps up. If not, the stream is resumed when it has caught up.
   */
  send(frames: string): boolean
  /** Completes the answer after what was sent. */
  end(): void
  /** Breaks the answer off, so that its reader sees that it is not complete. */
  fail(error: unknown): void
}

/**
 * An answer of server-sent events that lasts until either side ends it. While nothing happens, it
 * holds no promise and no part of the request: thousands wait at once.
 */
export abstract class StreamedFrames {
  /** Called once, when the head of the answer has been sent. */
  abstract begin(sink: FrameSink): void

  /** Called when the reader has caught up. */
  abstract resume(): void

  /**
   * Called when the connection is closed: `left` by its reader, or `cut_off` because the reader has
   * taken nothing for too long. Further calls do nothing.
   */
  abstract closed(cause: 'left' | 'cut_off'): void
}
