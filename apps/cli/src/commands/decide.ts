import { Type } from '@sinclair/typebox'
import { VadiumServiceError } from '@vadium/client'
import {
  type Approval,
  approveApproval,
  getApproval,
  getOrder,
  listAccounts,
  type Operation,
  operations,
  rejectApproval,
  type ResolvedApproval,
} from '@vadium/schema'
import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { type ExitCode, exitCodes } from '../errors/exit-codes.ts'
import { noteReplay } from '../operations/call-operation.ts'
import { addCommandName, argumentOf, teaching } from '../operations/operation-command.ts'
import { operationParameters } from '../operations/operation-parameters.ts'
import { readInput } from '../operations/read-input.ts'
import {
  type ApprovalContext,
  approvalLines,
  approvalsHad,
  checkApproval,
  checkResolvedApproval,
} from '../presentations/approval.ts'
import { plainSheet } from '../presentations/plain-sheet.ts'
import { noNames } from '../presentations/presentation.ts'
import { readRequest } from '../presentations/stored-request.ts'
import { timesOf, viewOf } from '../presentations/view.ts'
import { shapeChecker } from '../schemas/answer-shape.ts'
import { type RecordingTransport, recordingTransport } from '../service/recording-transport.ts'
import { connect, type ServiceClient } from '../service/service-client.ts'
import { printableJson } from '../terminal/printable.ts'
import { Progress } from '../terminal/progress.ts'
import { askToSend, checkTerminal, showAtTerminal } from '../terminal/question.ts'
import { write } from '../terminal/write.ts'

const questions: Readonly<Record<string, string>> = {
  [approveApproval.id]: 'Approve this request?',
  [rejectApproval.id]: 'Reject this request?',
}

const waiting = 'waiting for the service'

/** Whether the operation decides on an approval. */
export function isDecision({ id }: Operation): boolean {
  return id in questions
}

/** Adds the command of a decision. It takes the hash from the request that it shows. */
export function addDecisionCommand(
  noun: Command,
  operation: Operation,
  runner: CommandRunner,
): void {
  const parameters = operationParameters(operation).filter(({ part }) => part === 'params')
  const command = addCommandName(noun, operation)
  for (const parameter of parameters) command.addArgument(argumentOf(parameter))
  command.option('--yes', 'Do not ask. Needed without a terminal.')
  if (operation.id === approveApproval.id) {
    command.option('--no-wait', 'Do not wait for the answer of the request.')
  }
  command
    .option(
      '--idempotency-key <text>',
      'The same command with the same key takes effect once within a day. Default: a new key.',
    )
    .addHelpText('after', teaching(operation))
    .action(async () => {
      const written = new Map(parameters.map((one, index) => [one, [command.args[index] ?? '']]))
      await runner.run(command, async (context) => {
        const { params } = await readInput(operation, parameters, written, context)
        return decide(operation, params ?? {}, context)
      })
    })
}

async function decide(
  operation: Operation,
  params: Readonly<Record<string, unknown>>,
  context: CommandContext,
): Promise<ExitCode> {
  const { io, flags } = context
  if (flags.yes !== true) await checkTerminal(io)
  const progress = new Progress(io, { isQuiet: flags.json === true })
  const transport = recordingTransport(io.transport())
  const client = await connect(context, transport)
  try {
    const read = client.call(getApproval, { params }, undefined)
    const approval = checkResolvedApproval(await progress.during(waiting, () => read))
    const { hash } = readRequest(approval)
    await confirm(operation, approval, client, context)
    const input = { params, body: { request_hash: hash } }
    const decided = client.call(operation, input, flags.idempotencyKey)
    const answer = await progress.during(waiting, () => decided)
    await noteReplay(answer, io)
    return await printOutcome(checkApproval(answer), client, { transport, progress }, context)
  } finally {
    await client.close()
  }
}

/** Shows the request, and asks unless --yes was given. */
async function confirm(
  { id }: Operation,
  approval: ResolvedApproval,
  client: ServiceClient,
  context: CommandContext,
): Promise<void> {
  const { io, flags } = context
  // A program that decides without a question reads the approval by itself.
  if (flags.yes === true && flags.json === true) return
  const known = await contextOf(approval, client)
  const lines = await approvalLines(approval, timesOf(context), known)
  if (flags.yes === true) {
    await write(io.stderr, `${lines.join('\n')}\n\n`)
    return
  }
  await showAtTerminal(lines, io)
  await askToSend(questions[id] ?? '', io)
}

const named = Type.Object({ id: Type.String(), name: Type.String() })
const checkAccounts = shapeChecker(Type.Object({ accounts: Type.Array(named) }))
const checkOrder = shapeChecker(Type.Object({ number: Type.Integer() }))

/** The name and the number, where the caller may read them. */
async function contextOf(approval: Approval, client: ServiceClient): Promise<ApprovalContext> {
  const { order_id, organization_id, account_id } = approval
  const query = { organization_id, page_size: 1000 }
  const listed = await readable(client.call(listAccounts, { query }, undefined), checkAccounts)
  const order =
    order_id === null
      ? undefined
      : await readable(client.call(getOrder, { params: { order_id } }, undefined), checkOrder)
  return {
    accountName: listed?.accounts.find(({ id }) => id === account_id)?.name,
    orderNumber: order?.number,
  }
}

/** Undefined if the service refuses, to this role for example. */
async function readable<Answer>(
  answer: Promise<unknown>,
  check: (answer: unknown) => Answer,
): Promise<Answer | undefined> {
  try {
    return check(await answer)
  } catch (error) {
    if (error instanceof VadiumServiceError) return undefined
    throw error
  }
}

async function printOutcome(
  approval: Approval,
  client: ServiceClient,
  { transport, progress }: { transport: RecordingTransport; progress: Progress },
  context: CommandContext,
): Promise<ExitCode> {
  const { io, flags } = context
  const isAwaited = flags.wait === true && approval.state !== 'PENDING'
  const carriedOut = () => client.waitForApproval(approval.id)
  const lines = isAwaited
    ? answerLines(
        approval,
        await progress.during('waiting for the answer of the request', carriedOut),
        context,
      )
    : [decisionLine(approval)]
  const text = flags.json === true ? printableJson(transport.lastBody()) : lines.join('\n')
  await write(io.stdout, `${text}\n`)
  return exitCodes.done.code
}

function answerLines(
  approval: Approval,
  answer: unknown,
  context: CommandContext,
): readonly string[] {
  const operation = operations.find(({ id }) => id === approval.operation)
  const lines =
    operation === undefined
      ? [printableJson(JSON.stringify(answer))]
      : plainSheet(operation.response)(answer, viewOf(context), noNames).lines
  return ['Approved, and carried out. The answer:', '', ...lines]
}

function decisionLine(approval: Approval): string {
  switch (approval.state) {
    case 'PENDING': {
      const more = approval.approvals_needed - approvalsHad(approval)
      return `Approved. The request needs ${more} more ${more === 1 ? 'approval' : 'approvals'}.`
    }
    case 'REJECTED':
      return 'Rejected. The request has no effect.'
    default:
      return `Approved. \`vadium approvals get ${approval.id}\` shows what becomes of it.`
  }
}
