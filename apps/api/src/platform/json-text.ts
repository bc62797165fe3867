/** An answer that is already JSON text, such as a list of stored documents. */
export class JsonText {
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: 200 | 202

  constructor(
    text: string,
    headers: Readonly<Record<string, string>> = {},
    status: 200 | 202 = 200,
  ) {
    this.text = text
    this.headers = headers
    this.status = status
  }
}
