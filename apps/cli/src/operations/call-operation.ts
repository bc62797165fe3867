import { ApprovalRequiredError, wasReplayed } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import { CommandError } from '../command-error.ts'
import type { CommandContext } from '../command-runner.ts'
import type { ExitCode } from '../exit-codes.ts'
import { type Io, write } from '../io.ts'
import { answerPrinter } from '../presentations/answer-printer.ts'
import { resolveConnection } from '../profiles/connection.ts'
import { recordingTransport } from '../recording-transport.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'
import { printAwaiting } from './awaiting-approval.ts'
import { printRequest } from './kept-request.ts'
import { organizationNames } from './organization-names.ts'
import type { OperationInput } from './operation-input.ts'
import {
  endlessListing,
  isPaged,
  isSamePage,
  type ListShape,
  listShapeOf,
  pageQuery,
  readPage,
  wholeQuery,
} from './pages.ts'

/** Calls an operation as the flags say. */
export async function callOperation(
  operation: Operation,
  input: OperationInput,
  context: CommandContext,
): Promise<ExitCode> {
  const { io, flags } = context
  const { idempotencyKey } = flags
  checkKey(idempotencyKey)
  const connection = await resolveConnection(flags, io)
  if (flags.curl === true) {
    const call = (client: ServiceClient) => client.call(operation, input, idempotencyKey)
    return printRequest(call, connection, io)
  }
  const transport = recordingTransport()
  const settings = { transport, quiet: flags.json === true, retries: true }
  const client = serviceClient(connection, settings, io)
  const printer = answerPrinter(operation, transport, context, () => organizationNames(client))
  try {
    const list = flags.all === true && isPaged(operation) ? listShapeOf(operation) : undefined
    const all =
      list === undefined
        ? [await client.call(operation, input, idempotencyKey)]
        : pagesOf(operation, input, list, client)
    for await (const answer of all) {
      await printer.print(answer)
      await noteReplay(answer, io)
    }
    return await printer.end()
  } catch (error) {
    if (error instanceof ApprovalRequiredError) {
      await noteReplay(error, io)
      return await printAwaiting(error, transport.lastBody(), context)
    }
    // After the printed pages, the printer says how to continue.
    await printer.end()
    throw error
  } finally {
    await client.close()
  }
}

/** The answers of all pages of a list. */
async function* pagesOf(
  operation: Operation,
  input: OperationInput,
  list: ListShape,
  client: ServiceClient,
): AsyncGenerator<unknown, void, undefined> {
  let query = wholeQuery(operation, input.query ?? {})
  for (;;) {
    const answer = await client.call(operation, { ...input, query }, undefined)
    yield answer
    const { next } = readPage(list, answer)
    if (next === undefined) return
    if (isSamePage(query, next)) throw endlessListing()
    query = pageQuery(query, next)
  }
}

/** Says so if an answer, or an error, is that of an earlier request. */
export async function noteReplay(answer: unknown, { stderr }: Io): Promise<void> {
  if (!wasReplayed(answer)) return
  await write(
    stderr,
    'This is the answer of an earlier request with the same key. Nothing was done again.\n',
  )
}

export function checkKey(key: string | undefined): void {
  if (key === undefined || /^[!-~]{1,255}$/.test(key)) return
  throw new CommandError('Not sent: a value is invalid.', [
    { field: '--idempotency-key', issue: 'must be 1 to 255 visible ASCII characters' },
  ])
}
