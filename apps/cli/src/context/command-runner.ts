import type { Command } from 'commander'
import type { ExitCode } from '../errors/exit-codes.ts'
import type { Effects } from './effects.ts'

/** The flags that select the service and the key. */
export interface ConnectionFlags {
  readonly profile?: string | undefined
  readonly url?: string | undefined
}

/** The flags of every command. */
export interface GlobalFlags extends ConnectionFlags {
  readonly json?: true
  readonly debug?: true
  /** False with --no-pager. */
  readonly pager?: boolean
  readonly localTime?: true
}

/** The flags of operation commands, in addition to those from their schema. */
export interface ViewFlags {
  readonly all?: true
  readonly wide?: true
  readonly explain?: true
  readonly curl?: true
  /** A JMESPath expression. */
  readonly query?: string
  /** The members that `--json` or `--tsv` names. */
  readonly members?: string
  readonly tsv?: true
  readonly limit?: string
  readonly sort?: string
  readonly watch?: true
  /** The formats of an export, as they are written. */
  readonly format?: readonly string[]
  readonly output?: string
  readonly idempotencyKey?: string
}

/** The flags of the commands that decide on an approval. */
export interface DecisionFlags {
  readonly yes?: true
  /** False with --no-wait. */
  readonly wait?: boolean
}

/** The flags of the preview. */
export interface SubmitFlags {
  readonly submit?: true
}

/** What a command does outside of this program, and its flags. */
export interface CommandContext {
  readonly io: Effects
  readonly flags: GlobalFlags & ViewFlags & DecisionFlags & SubmitFlags
}

/** Runs one command and keeps its exit code. */
export class CommandRunner {
  readonly #io: Effects
  exitCode: ExitCode = 0

  constructor(io: Effects) {
    this.#io = io
  }

  async run(command: Command, work: (context: CommandContext) => Promise<ExitCode>): Promise<void> {
    const flags = command.optsWithGlobals<CommandContext['flags']>()
    this.exitCode = await work({ io: this.#io, flags })
  }
}
