import { type Static, Type } from '@sinclair/typebox'
import { ApprovalRequiredError } from '@vadium/client'
import { invitationLink, invitationWords } from '@vadium/client/invitations'
import {
  confirmInvitation,
  createInvitation,
  Credential,
  getInvitation,
  type Operation,
} from '@vadium/schema'
import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { CommandError } from '../errors/command-error.ts'
import { type ExitCode, exitCodes } from '../errors/exit-codes.ts'
import { printAwaiting } from '../operations/awaiting-approval.ts'
import { callOperation, noteReplay } from '../operations/call-operation.ts'
import { addCommandName, addOperationCommand, argumentOf } from '../operations/operation-command.ts'
import { operationParameters } from '../operations/operation-parameters.ts'
import { readInput } from '../operations/read-input.ts'
import { consoleAddress } from '../profiles/console-address.ts'
import { resolveAddress } from '../profiles/connection.ts'
import { shapeChecker } from '../schemas/answer-shape.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import { recordingTransport } from '../service/recording-transport.ts'
import { connect } from '../service/service-client.ts'
import { printResult } from '../terminal/output.ts'
import { askToSend, checkTerminal, showAtTerminal } from '../terminal/question.ts'

const shown = Type.Object({
  id: Type.String(),
  account_id: Type.String(),
  name: Type.String(),
  role: Type.String(),
  state: Type.String(),
  expire_time: Type.String(),
  public_key: Type.Union([Type.String(), Type.Null()]),
})
const checkInvitation = shapeChecker(shown)
const checkCreated = shapeChecker(
  Type.Object({ invitation: shown, secret: Type.Optional(Type.String()) }),
)
const checkConfirmed = shapeChecker(Type.Object({ credential: Credential }))

/** Whether the operation has a command that shows more than its answer. */
export function isOfInvitation({ id }: Operation): boolean {
  return id === createInvitation.id || id === confirmInvitation.id
}

/** Adds the command that invites, which prints the link, or the one that compares the words. */
export function addInvitationCommand(
  noun: Command,
  operation: Operation,
  runner: CommandRunner,
): void {
  if (operation.id === confirmInvitation.id) addConfirmCommand(noun, runner)
  else addOperationCommand(noun, operation, runner, { act: invite })
}

async function invite(input: OperationInput, context: CommandContext): Promise<ExitCode> {
  const { io, flags } = context
  if (flags.curl === true) return callOperation(createInvitation, input, context)
  const address = consoleAddress(await resolveAddress(flags, io))
  const client = await connect(context)
  try {
    const answer = await client.call(createInvitation, input, flags.idempotencyKey)
    await noteReplay(answer, io)
    const { invitation, secret } = checkCreated(answer)
    const { id: invitationId, name, role, expire_time } = invitation
    if (secret === undefined) {
      await printResult(context, { invitation }, [
        `The link of the invitation ${invitationId} was shown once, and is not stored.`,
      ])
      return exitCodes.done.code
    }
    const link = invitationLink(address, { invitationId, secret })
    await printResult(context, { invitation, secret, link }, [
      `Give this link to ${name} (${role}). It can be accepted once, until ${expire_time}:`,
      '',
      link,
      '',
      'Then ask for the six words that are shown, and compare them:',
      '',
      `  vadium invitations confirm ${invitationId}`,
    ])
    return exitCodes.done.code
  } finally {
    await client.close()
  }
}

function addConfirmCommand(noun: Command, runner: CommandRunner): void {
  const parameters = operationParameters(confirmInvitation).filter(({ part }) => part === 'params')
  const command = addCommandName(noun, confirmInvitation)
  for (const parameter of parameters) command.addArgument(argumentOf(parameter))
  command
    .option('--yes', 'Do not ask. Needed without a terminal, with --public-key.')
    .option('--public-key <text>', 'The key whose words were compared. Default: the accepted one.')
    .option(
      '--idempotency-key <text>',
      'The same command with the same key takes effect once within a day. Default: a new key.',
    )
    .action(async () => {
      const written = new Map(parameters.map((one, index) => [one, [command.args[index] ?? '']]))
      await runner.run(command, async (context) => {
        const { params } = await readInput(getInvitation, parameters, written, context)
        return confirm(params ?? {}, command.opts<{ publicKey?: string }>().publicKey, context)
      })
    })
}

async function confirm(
  params: Readonly<Record<string, unknown>>,
  givenKey: string | undefined,
  context: CommandContext,
): Promise<ExitCode> {
  const { io, flags } = context
  if (flags.yes !== true) await checkTerminal(io)
  else if (givenKey === undefined) {
    throw new CommandError('Not sent: nobody has compared the words.', [
      { field: '--public-key', issue: 'is required with --yes: the key whose words were compared' },
    ])
  }
  const transport = recordingTransport(io.transport())
  const client = await connect(context, transport)
  try {
    const invitation = checkInvitation(await client.call(getInvitation, { params }, undefined))
    const public_key = givenKey ?? invitation.public_key
    if (public_key === null) {
      throw new CommandError('Not sent: the invitation has not been accepted.', [
        { field: 'state', issue: `is ${invitation.state}` },
      ])
    }
    if (flags.yes !== true) await compare(invitation, public_key, context)
    const { account_id, name, role } = invitation
    const input = { params, body: { public_key, account_id, name, role } }
    const answer = await client.call(confirmInvitation, input, flags.idempotencyKey)
    await noteReplay(answer, io)
    const { credential } = checkConfirmed(answer)
    await printResult(context, answer, [
      `${name} can work now, with the role ${credential.role}.`,
      `The account is ${credential.account_id}, its credential ${credential.id}.`,
    ])
    return exitCodes.done.code
  } catch (error) {
    if (!(error instanceof ApprovalRequiredError)) throw error
    return await printAwaiting(error, transport.lastBody(), context)
  } finally {
    await client.close()
  }
}

async function compare(
  { id, name, role }: Static<typeof shown>,
  publicKey: string,
  { flags, io }: CommandContext,
): Promise<void> {
  const words = await invitationWords(id, publicKey)
  const address = consoleAddress(await resolveAddress(flags, io))
  await showAtTerminal(
    [
      `${name} will be able to work for your organization, with the role ${role}.`,
      `Speak with ${name}, and let them read the address of their page to you, from the address bar,`,
      'or the address that their command line showed. It must be:',
      '',
      `  ${address}`,
      '',
      'Then let them read their six words to you:',
      '',
      `  ${words.join(' ')}`,
      '',
      'Another address means that somebody has changed the link, and that page can show any words.',
      'Other words mean that somebody else used it. Revoke the invitation then.',
    ],
    io,
  )
  await askToSend(`Are the address and the words of ${name} the same?`, io)
}
