import tab from '@bomb.sh/tab/commander'
import type { Command } from 'commander'

/** The command that prints a script for a shell, and the one that such a script calls. */
const [script, answer] = ['completion', 'complete'] as const

/** Whether the command line concerns completion. It then needs every command with its options. */
export function isCompletion([word]: readonly string[]): boolean {
  return word === script || word === answer
}

/**
 * Adds completion of commands, flags and values. It comes last, because it describes the commands
 * that are there.
 */
export function addCompletionCommand(program: Command, words: readonly string[]): void {
  if (isCompletion(words)) tab(program, { completionCommandName: script })
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
