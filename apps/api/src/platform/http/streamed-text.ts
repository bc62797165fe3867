/**
 * An answer that is written as it is read. If reading it fails on the way the connection is cut off, so that
 * what has arrived cannot be taken for the whole.
 */
export class StreamedText {
  readonly contentType: string
  readonly chunks: AsyncIterable<string>

  constructor(contentType: string, chunks: AsyncIterable<string>) {
    this.contentType = contentType
    this.chunks = chunks
  }
}
