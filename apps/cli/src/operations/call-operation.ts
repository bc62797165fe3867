import type { Transport, TransportRequest } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import type { CommandContext } from '../command-runner.ts'
import { curlLine, printCurlLine } from '../curl-line.ts'
import type { ExitCode } from '../exit-codes.ts'
import { answerPrinter } from '../presentations/answer-printer.ts'
import { resolveConnection } from '../profiles/connection.ts'
import type { Profile } from '../profiles/profile-file.ts'
import { recordingTransport } from '../recording-transport.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'
import type { OperationInput } from './operation-input.ts'
import {
  endlessListing,
  isSamePage,
  type Listing,
  listingOf,
  pageQuery,
  readPage,
  wholeQuery,
} from './pages.ts'

/** Carries out an operation in the way the flags ask for. */
export async function callOperation(
  operation: Operation,
  input: OperationInput,
  context: CommandContext,
): Promise<ExitCode> {
  const { io, flags } = context
  const connection = await resolveConnection(flags, io)
  if (flags.curl === true) {
    const line = curlLine(await requestOf(operation, input, connection, context))
    await printCurlLine(line, io)
    return 0
  }
  const transport = recordingTransport()
  const printer = answerPrinter(operation, transport, context)
  const manner = { transport, quiet: flags.json === true, retries: true }
  const client = serviceClient(connection, manner, io)
  try {
    const listing = flags.all === true ? listingOf(operation) : undefined
    for await (const answer of answers(operation, input, listing, client)) {
      await printer.print(answer)
    }
    return await printer.end()
  } catch (error) {
    // What has been printed stays printed: this says how to go on from there.
    await printer.end()
    throw error
  } finally {
    await client.close()
  }
}

/** The answer of an operation; of a listing to be read to its end, the answer of every page. */
async function* answers(
  operation: Operation,
  input: OperationInput,
  listing: Listing | undefined,
  client: ServiceClient,
): AsyncGenerator<unknown, void, undefined> {
  if (listing === undefined) {
    yield await client.call(operation, input)
    return
  }
  let query = wholeQuery(listing, input.query ?? {})
  for (;;) {
    const answer = await client.call(operation, { ...input, query })
    yield answer
    const { next } = readPage(listing, answer)
    if (next === undefined) return
    if (isSamePage(query, next)) throw endlessListing()
    query = pageQuery(query, next)
  }
}

/** What the SDK would send: it makes and signs the request, and hands it to a transport that keeps it. */
async function requestOf(
  operation: Operation,
  input: OperationInput,
  connection: Profile,
  { io }: CommandContext,
): Promise<TransportRequest> {
  let kept: TransportRequest | undefined
  const transport: Transport = {
    send: (request) => {
      kept = request
      return Promise.reject(new Error('Kept, not sent.'))
    },
  }
  const client = serviceClient(connection, { transport, quiet: true, retries: false }, io)
  const failed = await client.call(operation, input).catch((error: unknown) => error)
  if (kept === undefined) throw failed
  return kept
}
