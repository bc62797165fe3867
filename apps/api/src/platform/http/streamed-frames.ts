/** An answer of server-sent events that goes on until either side ends it. */
export class StreamedFrames {
  readonly frames: AsyncIterable<string>

  /** Told when the reader has taken nothing for so long that its connection is closed. */
  readonly cutOff: () => void

  constructor(frames: AsyncIterable<string>, cutOff = (): void => undefined) {
    this.frames = frames
    this.cutOff = cutOff
  }
}
