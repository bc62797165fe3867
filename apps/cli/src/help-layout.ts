import { type Argument, type Command, Help, type Option } from 'commander'
import { exitCodes } from './exit-codes.ts'

export const HELP_WIDTH_MAX = 100

/** How help is laid out. */
export const helpLayout: Partial<Help> = {
  showGlobalOptions: true,
  visibleGlobalOptions: (command) => (command.parent === null ? [] : globalOptions(command)),
  subcommandTerm: (command) =>
    [...path(command), ...command.registeredArguments.map(argumentTerm)].join(' '),
  formatHelp: (command, helper) => {
    // The program lists all that can be called, not only its nouns. Not where commands are listed for
    // other ends: a misspelt noun is to be compared with nouns.
    const listing = Object.assign(Object.create(helper) as Help, { visibleCommands: leaves })
    return Help.prototype.formatHelp.call(listing, command, listing)
  },
}

/** What the help of the program ends with. */
export function programTeaching(): string {
  const codes = Object.values(exitCodes).map(
    ({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`,
  )
  return `
Profiles are kept in ~/.config/vadium/profiles.json (VADIUM_PROFILES names another file), readable
by you alone. VADIUM_PROFILE chooses one; VADIUM_URL and VADIUM_PRIVATE_KEY do without any.

Exit codes:
${codes.join('\n')}

Examples:
  vadium profiles add desk --url https://vadium.example.com --generate
  vadium m2m preview <position> --explain
  vadium transfers list --status IN_PROGRESS --token USDC
  vadium transfers list --all --json | jq -r '.transfers[].id'`
}

function leaves(command: Command): Command[] {
  return command.commands.flatMap((child) =>
    child.commands.length === 0 ? [child] : leaves(child),
  )
}

/** The words of a command below the program. */
function path(command: Command): string[] {
  return command.parent === null ? [] : [...path(command.parent), command.name()]
}

function argumentTerm(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`
}

/** The options of the program, without those that only the program itself understands. */
function globalOptions(command: Command): Option[] {
  if (command.parent !== null) return globalOptions(command.parent)
  return command.options.filter(({ long }) => long !== '--version')
}
