/**
 * An input is malformed, out of bounds or contradicts another one. The error is thrown before
 * anything is
 * computed. `member` is the name of the input.
 */
export class MarginInputError extends Error {
  /** The refused input, such as `asset_price` or `posted[2].haircut`. */
  readonly member: string
  /** The problem, as the end of a sentence. It never contains the refused value. */
  readonly issue: string

  constructor(member: string, issue: string) {
    super(`${member} ${issue}`)
    this.name = 'MarginInputError'
    this.member = member
    this.issue = issue
  }
}
