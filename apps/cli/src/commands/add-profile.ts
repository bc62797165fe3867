import { generateKeyPair, publicKeyOf } from '@vadium/client'
import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { CommandError } from '../errors/command-error.ts'
import { checkConnection } from '../profiles/connection.ts'
import { outputOf } from '../profiles/key-command.ts'
import {
  keyCommandLengthMax,
  type Profile,
  profileNamePattern,
  readProfiles,
  writeProfiles,
} from '../profiles/profile-file.ts'
import { readSecret } from '../profiles/secret-input.ts'
import { profileLines, shownProfile } from '../profiles/shown-profile.ts'
import { printResult } from '../terminal/output.ts'

interface AddFlags {
  readonly keyFile?: string
  readonly keyCommand?: string
  readonly generate?: true
  readonly replace?: true
}

/** Adds the command that stores the address of a service and a key. */
export function addAddProfileCommand(noun: Command, runner: CommandRunner): void {
  const command = noun
    .command('add')
    .usage('<name> --url <url> [--key-file <file> | --key-command <command> | --generate]')
    .summary('Store the address of a service and a key')
    .description(
      'Stores the address of a service and a private key in a file that only you can read. The key is ' +
        'read from the standard input or a file, never from an argument, because other users can ' +
        'see the arguments of a process. With --key-command the key stays in a keychain or a ' +
        'password manager: the file keeps the command, which prints the key for each use.',
    )
    .argument('<name>', 'The name of the profile: letters, digits, dots, hyphens, underscores.')
    .option('--key-file <file>', 'Read the private key from a file.')
    .option('--key-command <command>', 'Store a command for the shell that prints the private key.')
    .option('--generate', 'Create a new key pair and print the public key.')
    .option('--replace', 'Replace the profile with this name. A key in its file is lost.')
    .addHelpText(
      'after',
      `
Examples:
  vadium profiles add desk --url https://vadium.example.com --generate
  vadium profiles add desk --url https://vadium.example.com < private.key
  vadium profiles add desk --url https://vadium.example.com \\
    --key-command 'secret-tool lookup vadium desk'`,
    )
    .action((name: string, flags: AddFlags) =>
      runner.run(command, (context) => addProfile(name, flags, context)),
    )
}

async function addProfile(name: string, flags: AddFlags, context: CommandContext): Promise<0> {
  const { url } = context.flags
  if (!profileNamePattern.test(name)) {
    throw refused('<name>', 'must be 1 to 64 letters, digits, dots, hyphens and underscores')
  }
  if (url === undefined) throw refused('--url', 'is missing: the address of the service')
  const bookWithout = async () => {
    const found = await readProfiles(context.io)
    if (!Object.hasOwn(found.profiles, name) || flags.replace === true) return found
    throw refused('<name>', 'is an existing profile; --replace replaces it, and its key is lost')
  }
  await bookWithout()
  const privateKey = await privateKeyFrom(flags, context)
  checkConnection({ url, privateKey })
  const profile: Profile =
    flags.keyCommand === undefined
      ? { url, privateKey }
      : { url, publicKey: publicKeyOf(privateKey), keyCommand: flags.keyCommand }
  // Another profile may have been added while a person was asked for the key.
  const book = await bookWithout()
  const profiles = { ...book.profiles, [name]: profile }
  await writeProfiles({ default: book.default ?? name, profiles }, context.io)
  const shown = shownProfile(name, profile)
  const lines = profileLines(shown)
  if (flags.generate === true)
    lines.push(
      '',
      `To use the key, have the output of \`vadium keys prove --profile ${name}\` enrolled.`,
    )
  await printResult(context, shown, lines)
  return 0
}

async function privateKeyFrom(flags: AddFlags, { io }: CommandContext): Promise<string> {
  const { generate, keyFile, keyCommand } = flags
  if (generate === true && keyFile !== undefined) {
    throw refused('--generate', 'creates a key, so --key-file must be absent')
  }
  if (keyCommand === undefined) {
    return generate === true
      ? generateKeyPair().privateKey
      : readSecret(keyFile ?? '-', 'Private key', io)
  }
  if (keyCommand.length > keyCommandLengthMax) {
    throw refused('--key-command', `must have ${keyCommandLengthMax} characters at most`)
  }
  if (generate === undefined && keyFile === undefined)
    return outputOf(keyCommand, '--key-command', io)
  throw refused('--key-command', 'prints the key, so --key-file and --generate must be absent')
}

function refused(field: string, issue: string): CommandError {
  return new CommandError('No profile was added.', [{ field, issue }])
}
