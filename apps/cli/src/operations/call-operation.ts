import { ApprovalRequiredError, wasReplayed } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import type { Effects } from '../context/effects.ts'
import type { ExitCode } from '../errors/exit-codes.ts'
import { answerPrinter } from '../presentations/answer-printer.ts'
import type { AnswerPrinter } from '../presentations/presentation.ts'
import { selection } from '../presentations/selection.ts'
import { resolveConnection } from '../profiles/connection.ts'
import { isPaged, listShapeOf, readPage } from '../schemas/list-shape.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import { recordingTransport } from '../service/recording-transport.ts'
import { type ServiceClient, serviceClient } from '../service/service-client.ts'
import { type PagedContext, paged } from '../terminal/pager.ts'
import { countOf, Progress } from '../terminal/progress.ts'
import { write } from '../terminal/write.ts'
import { pagesOf } from './all-pages.ts'
import { printAwaiting } from './awaiting-approval.ts'
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
  const select = flags.query === undefined ? undefined : await selection(flags.query)
  const transport = recordingTransport(io.transport())
  const settings = { transport, quiet: flags.json === true, retries: true }
  const client = serviceClient(connection, settings, io)
  const progress = new Progress(io, { isQuiet: settings.quiet })
  try {
    return await paged(context, progress, async (shown) => {
      const names = () => organizationNames(client)
      const printer = answerPrinter(operation, transport, shown, names, select)
      try {
        const answers = answersOf(operation, input, client, { flags, progress })
        return await printAnswers(answers, printer, shown)
      } catch (error) {
        if (!(error instanceof ApprovalRequiredError)) throw error
        await noteReplay(error, shown.io)
        return await printAwaiting(error, transport.lastBody(), shown)
      }
    })
  } finally {
    await client.close()
  }
}

/** The answer, or with --all the answers of all pages. */
async function* answersOf(
  operation: Operation,
  input: OperationInput,
  client: ServiceClient,
  { flags, progress }: { flags: CommandContext['flags']; progress: Progress },
): AsyncGenerator<unknown, void, undefined> {
  const list = listShapeOf(operation)
  let count = 0
  progress.start(() => countOf(count, list?.items ?? ''))
  try {
    if (flags.all !== true || !isPaged(operation)) {
      yield await client.call(operation, input, flags.idempotencyKey)
      return
    }
    for await (const page of pagesOf(operation, input, client)) {
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
