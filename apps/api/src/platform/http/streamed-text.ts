/**
 * An answer that is written while it is read. If reading fails, the connection is closed, so that
 * an incomplete answer cannot be taken for a complete one.
 */
export class StreamedText {
  readonly contentType: string
  readonly chunks: AsyncIterable<string>

  constructor(contentType: string, chunks: AsyncIterable<string>) {
    this.contentType = contentType
    this.chunks = chunks
  }
}
