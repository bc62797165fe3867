/** A problem with one part of the command line. */
export interface CommandIssue {
  /** The flag, argument, variable or file with the problem. */
  readonly field: string
  readonly issue: string
  /** What would be accepted, if it can be listed. */
  readonly allowed?: readonly string[]
}

/** The command line, a file or the profile is wrong. Nothing was sent. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly details: readonly CommandIssue[]

  constructor(message: string, details: readonly CommandIssue[] = []) {
    super(message)
    this.details = details
  }
}

/** The user interrupted the command. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
}
