import { type Difference, verifyCallSet, verifyCloseOut, verifyPreview } from '@vadium/margin'
import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { CommandError } from '../errors/command-error.ts'
import { type ExitCode, exitCodes } from '../errors/exit-codes.ts'
import { readTextFile } from '../files/text-input.ts'
import {
  callSetVerificationLines,
  closeOutVerificationLines,
  uncoveredMembers,
  verificationLines,
} from '../presentations/verification.ts'
import { write } from '../terminal/write.ts'

/** What a file of an answer is recomputed as. */
interface Recomputation {
  readonly what: string
  readonly compared: string
  /** The command whose output the file has. */
  readonly madeBy: string
  /** Another command whose output it may be, and when. */
  readonly orBy?: string
  /** Undefined if the answer is of another kind. */
  readonly verify: (answer: Record<string, unknown>) => Recomputed | undefined
}

interface Recomputed {
  readonly ok: boolean
  readonly differences: readonly Difference[]
  readonly lines: readonly string[]
  readonly notCovered: readonly string[]
}

const ofPreview: Recomputation = {
  what: 'a preview',
  compared: 'every figure exactly, and the sender and the receiver',
  madeBy: 'vadium m2m preview <position> --explain --json',
  verify: ({ preview, calculation }) => {
    if (!isObject(preview) || !isObject(calculation)) return undefined
    // For any JSON, this returns differences and never throws.
    const verification = verifyPreview(preview as never, calculation as never)
    const lines = verificationLines(verification, String(calculation['formula_version']))
    return { ...verification, lines, notCovered: uncoveredMembers }
  },
}

const ofCloseOut: Recomputation = {
  what: 'a close-out',
  compared: 'every member of the statement exactly',
  madeBy: 'vadium close-outs preview <position> <in_default> --json',
  orBy: 'vadium close-outs get <close_out> --json once it was terminated',
  verify: ({ statement }) => {
    if (!isObject(statement) || !isObject(statement['calculation'])) return undefined
    // For any JSON, this returns differences and never throws.
    const verification = verifyCloseOut(statement as never)
    const version = String(statement['calculation']['formula_version'])
    const lines = closeOutVerificationLines(verification, version)
    return { ...verification, lines, notCovered: [] }
  },
}

const ofCallSet: Recomputation = {
  what: 'a call set',
  compared: 'every row, the total and the minimum exactly',
  madeBy: 'vadium call-sets preview <agreement> --direction TopUp --explain --json',
  verify: (answer) => {
    const { rows, total_notional_usd: total } = answer
    if (!Array.isArray(rows) || total === undefined) return undefined
    // For any JSON, this returns differences and never throws.
    const verification = verifyCallSet(answer as never)
    return { ...verification, lines: callSetVerificationLines(verification), notCovered: [] }
  },
}

/** Adds the command that recomputes a preview of a call set, without a service. */
export function addVerifyCallSetCommand(noun: Command, runner: CommandRunner): void {
  addRecomputation(noun, runner, ofCallSet)
}

/** Adds the command that recomputes a preview, without a service. */
export function addVerifyCommand(noun: Command, runner: CommandRunner): void {
  addRecomputation(noun, runner, ofPreview)
}

/** Adds the command that recomputes the statement of a close-out, without a service. */
export function addVerifyCloseOutCommand(noun: Command, runner: CommandRunner): void {
  addRecomputation(noun, runner, ofCloseOut)
}

function addRecomputation(noun: Command, runner: CommandRunner, of: Recomputation): void {
  const command = noun
    .command('verify')
    .summary(`Recompute ${of.what} offline`)
    .description(
      `Recomputes ${of.what} from the inputs of its calculation and compares ${of.compared}. ` +
        'It needs no service and no key. The exit code is 1 if something differs.',
    )
    .argument(
      '[file]',
      `The output of ${of.madeBy}${of.orBy === undefined ? '' : `, or of ${of.orBy}`}. Default: the standard input.`,
    )
    .addHelpText(
      'after',
      `
Examples:
  ${of.madeBy} > answer.json
  vadium ${noun.name()} verify answer.json`,
    )
    .action(async (file: string | undefined) => {
      await runner.run(command, (context) => verifyFile(file ?? '-', of, context))
    })
}

async function verifyFile(
  file: string,
  of: Recomputation,
  { io, flags }: CommandContext,
): Promise<ExitCode> {
  const recomputed = readAnswer(await readTextFile(file, io), file, of)
  const { ok, differences, lines, notCovered } = recomputed
  const text =
    flags.json === true
      ? JSON.stringify({ ok, differences, not_covered: notCovered })
      : lines.join('\n')
  await write(io.stdout, `${text}\n`)
  return ok ? exitCodes.done.code : exitCodes.differs.code
}

function readAnswer(text: string, file: string, of: Recomputation): Recomputed {
  const answer = parse(text)
  const recomputed = isObject(answer) ? of.verify(answer) : undefined
  if (recomputed !== undefined) return recomputed
  throw new CommandError(`The input is not ${of.what} with its calculation.`, [
    {
      field: file === '-' ? 'standard input' : file,
      issue: `must be the output of \`${of.madeBy}\`${of.orBy === undefined ? '' : `, or of ${of.orBy}`}`,
    },
  ])
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
