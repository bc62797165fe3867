import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { examine } from '../doctor/examination.ts'
import type { Finding } from '../doctor/findings.ts'
import type { ExitCode } from '../errors/exit-codes.ts'
import { printResult } from '../terminal/output.ts'
import { printable } from '../terminal/printable.ts'

/** Adds the command that examines what every command needs. */
export function addDoctorCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command('doctor')
    .summary('Examine the profile, the key and the service')
    .description(
      'Examines what every command needs: the profile, whether the service can be reached, the ' +
        'key, the clock, the version and the limit of requests. Each line says ok, warn or fail, ' +
        'and what to do. The exit code is 0 without a failure, otherwise that of other commands: 2 ' +
        'for the profile, 5 for the connection, 4 for an answer that is not of the service, 3 for ' +
        'the key.',
    )
    .addHelpText(
      'after',
      `
Examples:
  vadium doctor
  vadium doctor --profile desk --json`,
    )
    .action(() => runner.run(command, doctor))
}

async function doctor(context: CommandContext): Promise<ExitCode> {
  const { findings, exitCode } = await examine(context)
  await printResult(context, { findings, exit_code: exitCode }, findings.flatMap(linesOf))
  return exitCode
}

function linesOf({ state, check, message, advice }: Finding): string[] {
  const line = `${state.padEnd(4)}  ${check.padEnd(7)}  ${printable(message)}`
  return advice === undefined ? [line] : [line, `${' '.repeat(15)}${printable(advice)}`]
}
