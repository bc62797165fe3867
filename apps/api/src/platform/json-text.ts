/** An answer that is JSON text already, such as a listing of stored documents. */
export class JsonText {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>

  constructor(text: string, headers: Readonly<Record<string, string>> = {}) {
    this.text = text
    this.headers = headers
  }
}
