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
import { pagesOf } from './all-pages.ts'
import { printAwaiting } from './awaiting-approval.ts'
import { printRequest } from './kept-request.ts'
import { organizationNames } from './organization-names.ts'
import type { OperationInput } from './operation-input.ts'
import { isPaged } from './pages.ts'

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
    const all =
      flags.all === true && isPaged(operation)
        ? pagesOf(operation, input, client)
        : [await client.call(operation, input, idempotencyKey)]
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
