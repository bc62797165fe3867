import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { findProfile, readProfiles, writeProfiles } from '../profiles/profile-file.ts'
import { profileLines, publicKeyText, shownProfile } from '../profiles/shown-profile.ts'
import { printResult } from '../terminal/output.ts'
import { layTable, tableLines } from '../terminal/table.ts'
import { addAddProfileCommand } from './add-profile.ts'

/** Adds the commands for the profile file. */
export function addProfileCommands(program: Command, runner: CommandRunner): void {
  const noun = program
    .command('profiles')
    .description('Addresses of services, each with your key for it.')
  const list = noun
    .command('list')
    .summary('List the profiles')
    .description('Lists the profiles. The default profile is marked with *.')
    .action(() => runner.run(list, listProfiles))
  addAddProfileCommand(noun, runner)
  const show = noun
    .command('show')
    .summary('Show the address and the public key of a profile')
    .description(
      'Shows the address and the public key of a profile. The private key is never shown.',
    )
    .argument('<name>', 'The profile.')
    .action((name: string) => runner.run(show, (context) => showProfile(name, context)))
  const use = noun
    .command('use')
    .summary('Choose the default profile')
    .description('Makes a profile the default profile.')
    .argument('<name>', 'The profile.')
    .action((name: string) => runner.run(use, (context) => useProfile(name, context)))
  const remove = noun
    .command('remove')
    .summary('Remove a profile and its key')
    .description(
      'Removes a profile and its key. The service accepts the key until it is revoked there. ' +
        'A key in a keychain stays there.',
    )
    .argument('<name>', 'The profile.')
    .action((name: string) => runner.run(remove, (context) => removeProfile(name, context)))
}

async function listProfiles(context: CommandContext): Promise<0> {
  const book = await readProfiles(context.io)
  const shown = Object.entries(book.profiles).map(([name, profile]) => shownProfile(name, profile))
  const rows = shown.map(({ name, url, public_key }) => [
    name === book.default ? '*' : '',
    name,
    url,
    publicKeyText(public_key),
  ])
  const headings = ['', 'NAME', 'URL', 'PUBLIC KEY'].map((heading) => ({ heading }))
  const lines =
    rows.length === 0
      ? ['No profiles. Create one with `vadium profiles add <name> --url <url>`.']
      : tableLines(layTable(headings, rows))
  await printResult(context, { default: book.default ?? null, profiles: shown }, lines)
  return 0
}

async function showProfile(name: string, context: CommandContext): Promise<0> {
  const { profile } = await findProfile(name, context.io)
  const shown = shownProfile(name, profile)
  await printResult(context, shown, profileLines(shown))
  return 0
}

async function useProfile(name: string, context: CommandContext): Promise<0> {
  const { book } = await findProfile(name, context.io)
  await writeProfiles({ ...book, default: name }, context.io)
  await printResult(context, { default: name }, [`${name} is the default profile now.`])
  return 0
}

async function removeProfile(name: string, context: CommandContext): Promise<0> {
  const { book } = await findProfile(name, context.io)
  const profiles = Object.fromEntries(
    Object.entries(book.profiles).filter(([other]) => other !== name),
  )
  const chosen = book.default === name ? undefined : book.default
  await writeProfiles({ ...(chosen !== undefined && { default: chosen }), profiles }, context.io)
  const lines = [`${name} was removed.`]
  if (chosen === undefined)
    lines.push('There is no default profile now. Choose one with `vadium profiles use <name>`.')
  await printResult(context, { removed: name }, lines)
  return 0
}
