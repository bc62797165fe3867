/** An answer of server-sent events that goes on until either side ends it. */
export class StreamedFrames {
  readonly frames: AsyncIterable<string>

  constructor(frames: AsyncIterable<string>) {
    this.frames = frames
  }
}
