import { generateKeyPair, proveKey, publicKeyOf } from '@vadium/client'
import { Uuid } from '@vadium/schema'
import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { CommandError } from '../errors/command-error.ts'
import { writeSecretFile } from '../files/secret-file.ts'
import { resolveConnection } from '../profiles/connection.ts'
import { readSecret } from '../profiles/secret-input.ts'
import { printResult } from '../terminal/output.ts'

interface EnrolmentFlags {
  readonly installation?: string
  readonly organization?: string
  readonly account?: string
}

const teaching = `
You get the three ids from the person who will enrol the key; <url>/installation returns the
installation. Nothing is sent. The output is not secret and is valid for 24 hours. An admin of your
organization enrols it with --proof:

  vadium credentials create <account> <role> --proof <text>`

/** Adds the commands that create keys and proofs of possession, without a service. */
export function addKeyCommands(program: Command, runner: CommandRunner): void {
  const noun = program.command('keys').description('Your keys, and proofs that you hold them.')
  const made = enrolmentOptions(
    noun
      .command('new')
      .summary('Create a key and print what is needed to enrol it')
      .description(
        'Creates a key. The private key is written to a new file that only you can read. The public ' +
          'key and the proof that you hold the private key are printed as one text.',
      )
      .argument('<file>', 'The file for the private key. It must not exist.'),
  ).action((file: string) => runner.run(made, (context) => newKey(file, made.opts(), context)))
  const proved = enrolmentOptions(
    noun
      .command('prove')
      .summary('Print what is needed to enrol an existing key')
      .description('Prints the public key and the proof that you hold the private key as one text.')
      .argument(
        '[file]',
        'The file with the private key. Default: the key of --profile, or the standard input.',
      ),
  ).action((file: string | undefined) =>
    runner.run(proved, (context) => proveKnownKey(file, proved.opts(), context)),
  )
}

function enrolmentOptions(command: Command): Command {
  return command
    .option('--installation <id>', 'The installation where the key will be enrolled.')
    .option('--organization <id>', 'The organization that the key will sign for.')
    .option('--account <id>', 'The account: yours, or the one of your program.')
    .addHelpText('after', teaching)
}

async function newKey(file: string, flags: EnrolmentFlags, context: CommandContext): Promise<0> {
  const enrolment = enrolmentOf(flags)
  const { privateKey } = generateKeyPair()
  await writeSecretFile(file, `${privateKey}\n`, context.io.files)
  return printProof(privateKey, enrolment, context)
}

async function proveKnownKey(
  file: string | undefined,
  flags: EnrolmentFlags,
  context: CommandContext,
): Promise<0> {
  const enrolment = enrolmentOf(flags)
  const { profile } = context.flags
  const privateKey =
    file === undefined && profile !== undefined
      ? (await resolveConnection({ profile }, context.io)).privateKey
      : await readSecret(file ?? '-', 'Private key', context.io)
  return printProof(privateKey, enrolment, context)
}

async function printProof(
  privateKey: string,
  enrolment: ReturnType<typeof enrolmentOf>,
  context: CommandContext,
): Promise<0> {
  const proof = describingErrors(() => proveKey(privateKey, enrolment, context.io.now()))
  await printResult(context, { public_key: publicKeyOf(privateKey), proof }, [proof])
  return 0
}

function enrolmentOf({ installation, organization, account }: EnrolmentFlags) {
  return {
    installationId: idOf('--installation', installation),
    organizationId: idOf('--organization', organization),
    accountId: idOf('--account', account),
  }
}

const uuid = new RegExp(Uuid.pattern ?? '')

function idOf(flag: string, value: string | undefined): string {
  if (value !== undefined && uuid.test(value)) return value
  throw new CommandError('No proof was created.', [{ field: flag, issue: 'must be a UUID' }])
}

function describingErrors<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new CommandError(`The key is not usable: ${error.message}`)
  }
}
