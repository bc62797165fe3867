import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { resolveAddress } from '../profiles/connection.ts'
import { consoleAddress } from '../profiles/console-address.ts'
import { printResult } from '../terminal/output.ts'
import { write } from '../terminal/write.ts'

/** Adds the command that opens the page of the service. */
export function addConsoleCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command('console')
    .summary('Open the console in the browser')
    .description(
      'Prints the address of the console, the page of the service for people, and opens it in the ' +
        'browser, if there is one. Your key is not passed on: create a key in the browser, and have ' +
        'it enrolled.',
    )
    .option('--print', 'Only print the address. So does --json.')
    .addHelpText(
      'after',
      `
Examples:
  vadium console
  vadium console --profile desk --print
  vadium console --url https://vadium.example.com`,
    )
    .action(() => runner.run(command, (context) => openConsole(command.opts(), context)))
}

async function openConsole({ print }: { print?: true }, context: CommandContext): Promise<0> {
  const { io, flags } = context
  const url = await resolveAddress(flags, io)
  const address = consoleAddress(url)
  await printResult(context, { url: address }, [address])
  if (print === true || flags.json === true) return 0
  try {
    await io.openInBrowser?.(address)
  } catch {
    await write(io.stderr, 'vadium: the browser could not be started; open the address yourself\n')
  }
  return 0
}
