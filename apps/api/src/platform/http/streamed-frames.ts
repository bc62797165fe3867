/** An answer of server-sent events that lasts until either side ends it. */
export class StreamedFrames {
  readonly frames: AsyncIterable<string>

  /** Called when the connection is closed because the reader has taken nothing for too long. */
  readonly cutOff: () => void

  constructor(frames: AsyncIterable<string>, cutOff = (): void => undefined) {
    this.frames = frames
    this.cutOff = cutOff
  }
}
