import type { Argument, Command, Help, Option } from 'commander'
import { exitCodes } from './errors/exit-codes.ts'

export const HELP_WIDTH_MAX = 100

export const helpLayout: Partial<Help> = {
  showGlobalOptions: true,
  visibleCommands: (command) => [...command.commands],
  visibleGlobalOptions: (command) => (command.parent === null ? [] : globalOptions(command)),
  optionDescription: withValues,
  argumentDescription: withValues,
  subcommandTerm: (command) =>
    [...path(command), ...command.registeredArguments.map(argumentTerm)].join(' '),
  // The program's help has one line for each noun with its verbs; the noun's help explains each
  // verb.
  subcommandDescription: (command) =>
    command.commands.length === 0
      ? command.summary()
      : command.commands.map((child) => child.name()).join(', '),
}

/** What an option or an argument means, and which values it has, if they are few. */
function withValues({ description, argChoices }: Option | Argument): string {
  return argChoices === undefined ? description : `${description} One of ${argChoices.join(', ')}.`
}

/** The last part of the program's help. */
export function programTeaching(): string {
  const codes = Object.values(exitCodes).map(
    ({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`,
  )
  return `
Profiles are stored in ~/.config/vadium/profiles.json (VADIUM_PROFILES names another file), which
only you can read. VADIUM_PROFILE selects one. VADIUM_URL and VADIUM_PRIVATE_KEY replace profiles.

Exit codes:
${codes.join('\n')}

"vadium <noun> --help" lists its commands, and "vadium <noun> <verb> --help" explains one.

Examples:
  vadium profiles add desk --url https://vadium.example.com --generate
  vadium m2m preview <position> --explain
  vadium orders accept <order> --asset-wallet-id <wallet> --collateral-wallet-id <wallet>
  vadium approvals approve <approval>
  vadium transfers list --status IN_PROGRESS --token USDC
  vadium positions export --format csv --output positions.csv
  vadium transfers list --all --json | jq -r '.transfers[].id'
  vadium events tail --type transfer.updated`
}

/** The words of a command, without the program's name. */
function path(command: Command): string[] {
  return command.parent === null ? [] : [...path(command.parent), command.name()]
}

function argumentTerm(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`
}

/** The options of the program that every command understands. */
function globalOptions(command: Command): Option[] {
  if (command.parent !== null) return globalOptions(command.parent)
  return command.options.filter(({ long }) => long !== '--version')
}
