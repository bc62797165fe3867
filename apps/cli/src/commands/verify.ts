import { verifyPreview } from '@vadium/margin'
import type { Command } from 'commander'
import { CommandError } from '../command-error.ts'
import type { CommandContext, CommandRunner } from '../command-runner.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { write } from '../io.ts'
import { uncoveredMembers, verificationLines } from '../presentations/verification.ts'
import { readTextFile } from '../text-input.ts'

/** Adds the command that computes a preview again, without a service. */
export function addVerifyCommand(noun: Command, runner: CommandRunner): void {
  const command = noun
    .command('verify')
    .summary('Compute a preview again, offline')
    .description(
      'Computes a preview again from the inputs that its calculation lists, and compares every ' +
        'figure to the digit, and who sends and who receives. It needs no service and no key. The ' +
        'exit code is 1 when something differs.',
    )
    .argument('[file]', 'What --explain --json printed; the standard input unless given.')
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
  // Whatever JSON is in it, this answers differences and throws nothing.
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
    throw new CommandError('There is nothing to verify.', [
      {
        field: file === '-' ? 'standard input' : file,
        issue: 'must be what `vadium m2m preview <position> --explain --json` prints',
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
