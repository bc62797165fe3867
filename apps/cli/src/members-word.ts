import type { Command } from 'commander'

/** The flags that may be followed by the members to print, and the option that keeps them. */
const flags: readonly string[] = ['--json', '--tsv']
const option = '--members'

/** Names of members, as in `id,sender.custodian`. No id is one. */
const list = /^[A-Za-z_]\w*(?:\.\w+)*(?:,\s*[A-Za-z_]\w*(?:\.\w+)*)*$/

/**
 * The command line with the members behind `--json` or `--tsv` in an option of their own, because
 * both flags mean something without members too. Only a command that prints members has the option.
 */
export function withMembersOption(argv: readonly string[], program: Command): string[] {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const words: string[] = []
  for (let at = 0; at < end; at += 1) {
    const [word = '', next = ''] = argv.slice(at, Math.min(at + 2, end))
    const [flag = '', ...value] = word.split('=')
    const isPrinted = flags.includes(flag) && hasOption(commandOf(argv.slice(0, at), program))
    if (isPrinted && value.length > 0) words.push(flag, `${option}=${value.join('=')}`)
    else if (isPrinted && list.test(next)) {
      words.push(flag, `${option}=${next}`)
      at += 1
    } else words.push(word)
  }
  return [...words, ...argv.slice(end)]
}

function hasOption({ options }: Command): boolean {
  return options.some(({ long }) => long === option)
}

/** The command that the words name, as far as they name one. */
export function commandOf(words: readonly string[], program: Command): Command {
  let command = program
  for (const word of words) {
    const named = (child: Command) => child.name() === word || child.aliases().includes(word)
    command = command.commands.find(named) ?? command
  }
  return command
}
