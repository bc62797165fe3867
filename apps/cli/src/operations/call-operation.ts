import { ApprovalRequiredError, wasReplayed } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import type { Effects } from '../context/effects.ts'
import type { ExitCode } from '../errors/exit-codes.ts'
import { answerPrinter } from '../presentations/answer-printer.ts'
import type { AnswerPrinter } from '../presentations/presentation.ts'
import { type Select, selection } from '../presentations/selection.ts'
import { resolveConnection } from '../profiles/connection.ts'
import { jsonWriter } from '../schemas/answer-members.ts'
import { isPaged, listShapeOf, readPage } from '../schemas/list-shape.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import { type RecordingTransport, recordingTransport } from '../service/recording-transport.ts'
import { type ServiceClient, serviceClient } from '../service/service-client.ts'
import { type PagedContext, paged } from '../terminal/pager.ts'
import { countOf, Progress } from '../terminal/progress.ts'
import { write } from '../terminal/write.ts'
import { pagesOf } from './all-pages.ts'
import { printAwaiting } from './awaiting-approval.ts'
import {
  checkSortable,
  chosenItems,
  isRearranged,
  type ListChoice,
  listChoice,
} from './list-choice.ts'
import { organizationNames } from './organization-names.ts'
import { printRequest } from './signed-line.ts'

/** Calls an operation as the flags say. */
export async function callOperation(
  operation: Operation,
  input: OperationInput,
  context: CommandContext,
): Promise<ExitCode> {
  const { io, flags } = context
  const { idempotencyKey } = flags
  const connection = await resolveConnection(flags, io)
  if (flags.curl === true) {
    const call = (client: ServiceClient) => client.call(operation, input, idempotencyKey)
    return printRequest(call, connection, io)
  }
  const asked = await askedOf(operation, flags)
  const transport = recordingTransport(io.transport())
  const settings = { transport, quiet: flags.json === true, retries: true }
  const client = serviceClient(connection, settings, io)
  const progress = new Progress(io, { isQuiet: settings.quiet })
  try {
    return await paged(context, progress, (shown) =>
      printAnswer(operation, input, { client, transport, progress, asked }, shown),
    )
  } finally {
    await client.close()
  }
}

/** What the flags choose of an answer. */
export interface Asked {
  readonly choice: ListChoice
  /** Chooses a part of each answer. */
  readonly select: Select | undefined
}

/** @throws CommandError if the flags choose nothing that the answer can have. */
export async function askedOf(
  operation: Operation,
  flags: CommandContext['flags'],
): Promise<Asked> {
  const select = flags.query === undefined ? undefined : await selection(flags.query)
  return { choice: listChoice(operation, flags), select }
}

interface Means {
  readonly client: ServiceClient
  readonly transport: RecordingTransport
  readonly progress: Progress
  readonly asked: Asked
}

/** Calls an operation and prints what was asked for of the answer. */
export async function printAnswer(
  operation: Operation,
  input: OperationInput,
  { client, transport, progress, asked: { choice, select } }: Means,
  shown: PagedContext,
): Promise<ExitCode> {
  const { flags } = shown
  const names = () => organizationNames(client)
  const bodyOf = isRearranged(operation, choice)
    ? jsonWriter(operation)
    : () => transport.lastBody()
  const printer = answerPrinter(operation, bodyOf, shown, names, select)
  try {
    const answers = answersOf(operation, input, client, { flags, progress, choice })
    return await printAnswers(answers, printer, shown)
  } catch (error) {
    if (!(error instanceof ApprovalRequiredError)) throw error
    await noteReplay(error, shown.io)
    return await printAwaiting(error, transport.lastBody(), shown)
  }
}

interface Asking {
  readonly flags: CommandContext['flags']
  readonly progress: Progress
  readonly choice: ListChoice
}

/** The answer, or those of the pages that the flags choose. A sorted list is one answer. */
async function* answersOf(
  operation: Operation,
  input: OperationInput,
  client: ServiceClient,
  asking: Asking,
): AsyncGenerator<unknown, void, undefined> {
  const list = listShapeOf(operation)
  const { choice } = asking
  if (list === undefined || !isRearranged(operation, choice)) {
    yield* pagesAsAnswered(operation, input, client, asking)
    return
  }
  const items: unknown[] = []
  for await (const page of pagesAsAnswered(operation, input, client, asking)) {
    items.push(...readPage(list, page).items)
    checkSortable(items.length)
  }
  yield { [list.items]: chosenItems(items, choice) }
}

async function* pagesAsAnswered(
  operation: Operation,
  input: OperationInput,
  client: ServiceClient,
  { flags, progress, choice: { limit, order } }: Asking,
): AsyncGenerator<unknown, void, undefined> {
  const list = listShapeOf(operation)
  let count = 0
  progress.start(() => countOf(count, list?.items ?? ''))
  try {
    const isWhole = flags.all === true || order !== undefined || limit !== undefined
    if (!isWhole || !isPaged(operation)) {
      yield await client.call(operation, input, flags.idempotencyKey)
      return
    }
    const most = order === undefined ? limit : undefined
    for await (const page of pagesOf(operation, input, client, most)) {
      if (list !== undefined) count += readPage(list, page).items.length
      yield page
    }
  } finally {
    progress.stop()
  }
}

async function printAnswers(
  answers: AsyncIterable<unknown>,
  printer: AnswerPrinter,
  { io, isLeft }: PagedContext,
): Promise<ExitCode> {
  try {
    for await (const answer of answers) {
      await printer.print(answer)
      await noteReplay(answer, io)
      if (isLeft()) break
    }
  } catch (error) {
    // After the printed pages, the printer says how to continue.
    if (!(error instanceof ApprovalRequiredError)) await printer.end()
    throw error
  }
  return await printer.end()
}

/** Says so if an answer, or an error, is that of an earlier request. */
export async function noteReplay(answer: unknown, { stderr }: Effects): Promise<void> {
  if (!wasReplayed(answer)) return
  await write(
    stderr,
    'This is the answer of an earlier request with the same key. Nothing was done again.\n',
  )
}
