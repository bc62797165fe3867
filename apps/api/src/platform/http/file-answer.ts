/** An answer that is a file, to be saved under a name. */
export class FileAnswer {
  readonly mediaType: string
  /** ASCII letters, digits, `-` and `.` only, because it stands in a header. */
  readonly name: string
  readonly bytes: Buffer

  constructor(mediaType: string, name: string, bytes: Buffer) {
    this.mediaType = mediaType
    this.name = name
    this.bytes = bytes
  }
}
