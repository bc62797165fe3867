/**
 * An input that this package refuses: malformed, out of bounds, or contradicting another one.
 * It is thrown before anything is computed; `member` names the input as its caller spells it.
 */
export class MarginInputError extends Error {
  /** The refused input, such as `asset_price` or `posted[2].haircut`. */
  readonly member: string
  /** What is wrong with it, as the end of a sentence; it never repeats the refused value. */
  readonly issue: string

  constructor(member: string, issue: string) {
    super(`${member} ${issue}`)
    this.name = 'MarginInputError'
    this.member = member
    this.issue = issue
  }
}
