import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'

/** The command that prints a script for a shell, and the one that such a script calls. */
const [script, answer] = ['completion', 'complete'] as const

/** Whether the command line concerns completion. It then needs every command with its options. */
export function isCompletion([word]: readonly string[]): boolean {
  return word === script || word === answer
}

/**
 * Adds completion of commands, flags, values and names of profiles. It comes last, because it
 * describes the commands that are there.
 */
export function addCompletionCommand(
  program: Command,
  words: readonly string[],
  profiles: readonly string[],
): void {
  if (isCompletion(words)) addCompletion(program, profiles)
  else program.command(script).argument('<shell>')
  program.commands
    .find((command) => command.name() === script)
    ?.summary('Print a script that completes commands')
    .description('Prints a script that completes commands, flags and values in a shell.')
    .addHelpText(
      'after',
      `
Examples:
  source <(vadium completion bash)    in ~/.bashrc
  source <(vadium completion zsh)     in ~/.zshrc, after compinit
  vadium completion fish > ~/.config/fish/completions/vadium.fish`,
    )
}

function addCompletion(program: Command, profiles: readonly string[]): void {
  for (const { commands } of program.commands.filter((one) => one.name() === 'profiles')) {
    for (const { registeredArguments } of commands.filter((one) => one.name() !== 'add')) {
      for (const argument of registeredArguments) argument.argChoices = [...profiles]
    }
  }
  const completed = tab(program, { completionCommandName: script })
  // The flags of the program are those of each command too.
  for (const command of [completed, ...completed.commands.values()]) {
    for (const { value, description, handler } of completed.options.values()) {
      if (value === 'version' || command.options.has(value)) continue
      command.option(value, description, handler)
    }
    command.option('profile', 'The profile to use (VADIUM_PROFILE).', (complete) => {
      for (const name of profiles) complete(name, '')
    })
  }
}
