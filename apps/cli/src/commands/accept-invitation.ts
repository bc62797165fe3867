import { generateKeyPair, proveKey, publicKeyOf } from '@vadium/client'
import {
  invitationEnrolment,
  type InvitationLink,
  invitationWords,
  readInvitationLink,
} from '@vadium/client/invitations'
import { acceptInvitation, openInvitation } from '@vadium/schema'
import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { CommandError } from '../errors/command-error.ts'
import { checkConnection } from '../profiles/connection.ts'
import { consoleAddress, serviceOfConsole } from '../profiles/console-address.ts'
import {
  type Profile,
  profileNamePattern,
  readProfiles,
  writeProfiles,
} from '../profiles/profile-file.ts'
import { readSecret } from '../profiles/secret-input.ts'
import { sdkClient } from '../service/service-client.ts'
import { printResult } from '../terminal/output.ts'
import { askToSend, showAtTerminal } from '../terminal/question.ts'
import { write } from '../terminal/write.ts'

/** Adds the command of a colleague who was invited. It needs no profile: it makes one. */
export function addAcceptInvitationCommand(noun: Command, runner: CommandRunner): void {
  const command = noun
    .command(acceptInvitation.command[1])
    .usage('<link> <name>')
    .summary('Accept an invitation with a new key')
    .description(
      'Makes a key on this machine, stores it as a profile in a file that only you can read, and ' +
        'offers it for the invitation. First it shows the address of the service that the link ' +
        'names, and asks. It prints six words: read them and the address to the admin who invited ' +
        'you. After a lost answer, the same command offers the same key again. Others on this ' +
        'machine can read the arguments of a command, and a shell keeps them: give - instead of ' +
        'the link, which is then asked for, or read from the standard input.',
    )
    .argument('<link>', 'The link that you were given, or - to be asked for it.')
    .argument('<name>', 'The name of the profile: letters, digits, dots, hyphens, underscores.')
    .option('--yes', 'Do not ask whether the address is right. Needed without a terminal.')
    .addHelpText(
      'after',
      `
Examples:
  vadium invitations accept - desk
  vadium invitations accept - desk < link.txt`,
    )
    .action((link: string, name: string) =>
      runner.run(command, (context) => accept(link, name, context)),
    )
}

async function accept(text: string, name: string, context: CommandContext): Promise<0> {
  const { flags, io } = context
  const written = text === '-' ? await readSecret('-', 'Link', io) : text
  const { url, invitationId, secret } = linkOf(written)
  if (!profileNamePattern.test(name)) {
    throw refused('<name>', 'must be 1 to 64 letters, digits, dots, hyphens and underscores')
  }
  if (text !== '-') await write(io.stderr, `${exposure}\n`)
  const kept = await keptKey(name, { url, invitationId }, context)
  if (flags.yes !== true) await askForAddress(url, context)
  const privateKey = kept ?? generateKeyPair().privateKey
  checkConnection({ url, privateKey })
  const params = { invitation_id: invitationId }
  const client = sdkClient({ url, privateKey }, io)
  try {
    const opened = await client.request(openInvitation, { params, body: { secret } })
    // Before it is offered: a key that was accepted and then lost could never be used.
    if (kept === undefined && opened.offer !== null) {
      await keep(name, { url, privateKey, invitation: invitationId }, context)
    }
    const proof = proveKey(privateKey, invitationEnrolment(opened), io.now())
    const accepted = await client.request(acceptInvitation, { params, body: { secret, proof } })
    const { state, offer } = accepted
    if (offer === null) throw refused('<link>', `is of an invitation that is ${state}`)
    const words = await invitationWords(invitationId, publicKeyOf(privateKey))
    await printResult(context, { id: accepted.id, state, ...offer, profile: name, words }, [
      `${offer.organization_name} invites ${offer.name}, with the role ${offer.role}.`,
      `The address of the link is ${consoleAddress(url)}`,
      'Read it and these six words to the admin who invited you:',
      '',
      `  ${words.join(' ')}`,
      '',
      'Your key works once the admin has confirmed it. To see whether it does:',
      '',
      `  vadium credentials current --profile ${name}`,
    ])
    return 0
  } finally {
    await client.close()
  }
}

/** Whose service it is decides about all that the key will sign. */
async function askForAddress(url: string, { io }: CommandContext): Promise<void> {
  await showAtTerminal(
    [
      `The link is of the console ${consoleAddress(url)}`,
      'All that your new key signs will be sent there. Somebody who changed the link chose another',
      'address: read this one to the admin who invited you.',
    ],
    io,
  )
  await askToSend(`Is ${new URL(url).host} the service of your admin?`, io)
}

function linkOf(text: string): InvitationLink & { readonly url: string } {
  const address = URL.canParse(text) ? new URL(text) : undefined
  const url = address === undefined ? undefined : serviceOfConsole(address)
  const link = address === undefined ? undefined : readInvitationLink(address.hash)
  if (url === undefined || link === undefined) {
    // It is not quoted: it may contain the secret.
    throw refused('<link>', 'is not a whole link of an invitation; quote it in a shell')
  }
  return { ...link, url }
}

const exposure = [
  'Others on this machine can read the link in the list of processes, and your shell keeps it.',
  'It proves nothing alone. Next time give - instead, and the link when you are asked for it.',
].join('\n')

/** The key that an earlier run has made for the same invitation. No other key is offered. */
async function keptKey(
  name: string,
  { url, invitationId }: { readonly url: string; readonly invitationId: string },
  { io }: CommandContext,
): Promise<string | undefined> {
  const { profiles } = await readProfiles(io)
  const kept = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (kept === undefined) return undefined
  const isOfIt = 'privateKey' in kept && kept.invitation === invitationId && kept.url === url
  if (isOfIt) return kept.privateKey
  throw refused('<name>', 'is an existing profile, whose key was not made for this invitation')
}

async function keep(name: string, profile: Profile, { io }: CommandContext): Promise<void> {
  const book = await readProfiles(io)
  if (Object.hasOwn(book.profiles, name)) throw refused('<name>', 'is an existing profile')
  const profiles = { ...book.profiles, [name]: profile }
  await writeProfiles({ default: book.default ?? name, profiles }, io)
}

function refused(field: string, issue: string): CommandError {
  return new CommandError('The invitation was not accepted.', [{ field, issue }])
}
