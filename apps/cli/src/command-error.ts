/** What is wrong with one thing that the caller wrote. */
export interface CommandIssue {
  /** The flag, argument, variable or file that is meant. */
  readonly field: string
  readonly issue: string
}

/** The caller has to change something before anything can be done. Nothing was sent. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly details: readonly CommandIssue[]

  constructor(message: string, details: readonly CommandIssue[] = []) {
    super(message)
    this.details = details
  }
}

/** The person at the terminal wants no more of it. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
}
