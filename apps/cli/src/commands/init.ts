import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import type { Io } from '../context/io.ts'
import { CommandError } from '../errors/command-error.ts'
import { type ExitCode, exitCodes } from '../errors/exit-codes.ts'
import { carryOut } from '../init/carry-out.ts'
import { planOf } from '../init/plan.ts'
import { readInstallationFile } from '../init/read-installation.ts'
import { type Left, Setup, type Step } from '../init/setup.ts'
import { readInstalled } from '../init/installed.ts'
import { installationTemplate, termsTemplate } from '../init/template.ts'
import { resolveConnection } from '../profiles/connection.ts'
import { sdkClient } from '../service/service-client.ts'
import { printable } from '../terminal/printable.ts'
import { Progress } from '../terminal/progress.ts'
import { askToSend, checkTerminal, showAtTerminal } from '../terminal/question.ts'
import { write } from '../terminal/write.ts'

interface InitFlags {
  readonly template?: true
  readonly dryRun?: true
  readonly yes?: true
}

/** Adds the command that sets up a live installation from one file. */
export function addInitCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command('init')
    .summary('Set up an installation from one file')
    .description(
      'Sets up what a file describes: custodians, assets, organizations with their accounts, keys ' +
        'and wallets, agreements, price sources and first prices. Shows what it will do, and asks. ' +
        'What exists is left as it is; if it differs from the file, nothing is done. After a failure, ' +
        'run the same command again. What another person must do is printed as commands.',
    )
    .argument('[file]', 'The file, in JSON. The paths of keys in it are relative to its folder.')
    .option('--template', 'Print an example of the file.')
    .option('--dry-run', 'Show what would be done, and change nothing.')
    .option('--yes', 'Do not ask. Needed without a terminal.')
    .addHelpText(
      'after',
      `
Signs with the key of an operator. A key_file that does not exist gets a new private key, which only
you can read. One that exists is used and never overwritten.

Examples:
  vadium init --template > installation.json
  vadium init installation.json --dry-run --profile operator
  vadium init installation.json --profile operator`,
    )
    .action((file: string | undefined) =>
      runner.run(command, (context) => init(file, command.opts<InitFlags>(), context)),
    )
}

/** Adds the command that prints margin terms to begin with. */
export function addTermsTemplateCommand(noun: Command, runner: CommandRunner): void {
  const command = noun
    .command('template')
    .summary('Print margin terms to begin with')
    .description(
      'Prints margin terms as JSON, to change and to give to --terms. Set either ' +
        'requirement_percent or haircut, and either dispute_tolerance_usd or ' +
        'dispute_tolerance_percent; the other of each is null. Nothing is sent.',
    )
    .action(() => runner.run(command, ({ io }) => printJson(termsTemplate(), io)))
}

async function printJson(value: object, { stdout }: Io): Promise<0> {
  await write(stdout, `${JSON.stringify(value, null, 2)}\n`)
  return exitCodes.done.code
}

async function init(
  path: string | undefined,
  flags: InitFlags,
  context: CommandContext,
): Promise<ExitCode> {
  const { io } = context
  if (flags.template === true) return printJson(installationTemplate(), io)
  if (path === undefined) {
    throw new CommandError('The file of the installation is missing.', [
      { field: '<file>', issue: '`vadium init --template` prints an example' },
    ])
  }
  const file = await readInstallationFile(path, io)
  if (flags.yes !== true && flags.dryRun !== true) await checkTerminal(io)
  const connection = await resolveConnection(context.flags, io)
  const connect = (privateKey: string) => sdkClient({ url: connection.url, privateKey }, io)
  const operator = connect(connection.privateKey)
  try {
    const isJson = context.flags.json === true
    const progress = new Progress(io, { isQuiet: isJson })
    const installed = await progress.during('reading the installation', () =>
      readInstalled(operator, io.signal),
    )
    const steps = await planOf(file, installed, io.files)
    const todo = steps.filter(({ act }) => act !== undefined)
    if (!isJson) await printLines(planLines(steps, connection.url), io)
    if (flags.dryRun === true) {
      if (isJson) await printResult({ to_make: whats(todo), made: [], left: [] }, io)
      return exitCodes.done.code
    }
    if (todo.length > 0 && flags.yes !== true) {
      // Who redirects the output reads the plan where the question is.
      const isRead = !isJson && io.columns !== undefined
      if (!isRead) await showAtTerminal(planLines(steps, connection.url).map(printable), io)
      await askToSend(`Do these ${todo.length} things at ${connection.url}?`, io)
    }
    const { now, files, signal } = io
    const setup = new Setup({ operator, installed, connect, now, files, signal })
    const made: Step[] = []
    let left: readonly Left[]
    try {
      progress.start(() => `${made.length} of ${todo.length} done`)
      left = await carryOut(steps, setup, async (step) => {
        made.push(step)
        if (!isJson) await printLines([`done  ${step.what}`], io)
      })
    } catch (error) {
      await write(io.stderr, `${stopped(made.length, todo.length)}\n`)
      throw error
    } finally {
      progress.stop()
      await setup.close()
    }
    if (isJson) await printResult({ to_make: whats(todo), made: whats(made), left }, io)
    else await printLines(leftLines(left), io)
    const awaits = left.some(({ approval_id }) => approval_id !== undefined)
    return awaits ? exitCodes.awaitsApproval.code : exitCodes.done.code
  } finally {
    await operator.close()
  }
}

const whats = (steps: readonly Step[]) => steps.map(({ what }) => what)

function planLines(steps: readonly Step[], url: string): string[] {
  const todo = steps.filter(({ act }) => act !== undefined)
  if (todo.length === 0) return [`Nothing to do: ${url} has all of the file.`]
  return [
    ...steps.map(({ what, act }) => `${act === undefined ? 'exists' : 'to do '}  ${what}`),
    '',
    `${todo.length} of ${steps.length} to do at ${url}.`,
  ]
}

function leftLines(left: readonly Left[]): string[] {
  if (left.length === 0) return []
  const each = left.flatMap(({ what, commands }) => [what, ...commands.map((line) => `  ${line}`)])
  return ['', 'Left for others; run this command again afterwards:', ...each]
}

function stopped(made: number, all: number): string {
  return `vadium: stopped after ${made} of ${all}. The same command goes on from there.`
}

async function printLines(lines: readonly string[], { stdout }: Io): Promise<void> {
  if (lines.length > 0) await write(stdout, `${lines.map(printable).join('\n')}\n`)
}

async function printResult(
  result: { to_make: string[]; made: string[]; left: readonly Left[] },
  { stdout }: Io,
): Promise<void> {
  await write(stdout, `${JSON.stringify(result)}\n`)
}
