import type { Command } from 'commander'
import type { ExitCode } from './exit-codes.ts'
import type { Io } from './io.ts'
import type { ConnectionFlags } from './profiles/connection.ts'

/** The flags that every command has. */
export interface GlobalFlags extends ConnectionFlags {
  readonly json?: true
  readonly debug?: true
}

/** The flags of the commands of operations, beside those of their schema. */
export interface ViewFlags {
  readonly all?: true
  readonly wide?: true
  readonly curl?: true
  readonly output?: string
  readonly idempotencyKey?: string
}

/** What a command does its work with. */
export interface CommandContext {
  readonly io: Io
  readonly flags: GlobalFlags & ViewFlags
}

/** Carries out the one command of a run, and keeps its exit code. */
export class CommandRunner {
  readonly #io: Io
  exitCode: ExitCode = 0

  constructor(io: Io) {
    this.#io = io
  }

  async run(command: Command, work: (context: CommandContext) => Promise<ExitCode>): Promise<void> {
    const flags = command.optsWithGlobals<GlobalFlags & ViewFlags>()
    this.exitCode = await work({ io: this.#io, flags })
  }
}
