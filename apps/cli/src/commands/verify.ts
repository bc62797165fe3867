import { verifyPreview } from '@vadium/margin'
import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { CommandError } from '../errors/command-error.ts'
import { type ExitCode, exitCodes } from '../errors/exit-codes.ts'
import { readTextFile } from '../files/text-input.ts'
import { uncoveredMembers, verificationLines } from '../presentations/verification.ts'
import { write } from '../terminal/write.ts'

/** Adds the command that recomputes a preview, without a service. */
export function addVerifyCommand(noun: Command, runner: CommandRunner): void {
  const command = noun
    .command('verify')
    .summary('Recompute a preview offline')
    .description(
      'Recomputes a preview from the inputs of its calculation and compares every figure exactly, ' +
        'and the sender and the receiver. It needs no service and no key. The exit code is 1 if ' +
        'something differs.',
    )
    .argument('[file]', 'The output of --explain --json. Default: the standard input.')
    .addHelpText(
      'after',
      `
Examples:
  vadium m2m preview <position> --explain --json > call.json
  vadium m2m verify call.json`,
    )
    .action(async (file: string | undefined) => {
      await runner.run(command, (context) => verifyFile(file ?? '-', context))
    })
}

async function verifyFile(file: string, { io, flags }: CommandContext): Promise<ExitCode> {
  const { preview, calculation } = readAnswer(await readTextFile(file, io), file)
  // For any JSON, this returns differences and never throws.
  const verification = verifyPreview(preview as never, calculation as never)
  const version = String((calculation as Record<string, unknown>)['formula_version'])
  const text =
    flags.json === true
      ? JSON.stringify({ ...verification, not_covered: uncoveredMembers })
      : verificationLines(verification, version).join('\n')
  await write(io.stdout, `${text}\n`)
  return verification.ok ? exitCodes.done.code : exitCodes.differs.code
}

function readAnswer(text: string, file: string): { preview: unknown; calculation: unknown } {
  const answer = parse(text)
  if (!isObject(answer) || !isObject(answer['preview']) || !isObject(answer['calculation'])) {
    throw new CommandError('The input is not a preview with its calculation.', [
      {
        field: file === '-' ? 'standard input' : file,
        issue: 'must be the output of `vadium m2m preview <position> --explain --json`',
      },
    ])
  }
  const { preview, calculation } = answer
  return { preview, calculation }
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
