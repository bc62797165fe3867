import { undiciTransport } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import type { CommandContext } from '../command-runner.ts'
import type { ExitCode } from '../exit-codes.ts'
import { type Io, write } from '../io.ts'
import { printableChunk, printableJsonChunk } from '../printable.ts'
import { resolveConnection } from '../profiles/connection.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'
import { writeWholeFile } from '../whole-file.ts'
import { withProgress } from './export-progress.ts'
import { printRequest } from './kept-request.ts'
import type { OperationInput } from './operation-input.ts'

/** Writes an export to a file or the standard output while it arrives, one chunk at a time. */
export async function exportOperation(
  operation: Operation,
  input: OperationInput,
  { io, flags }: CommandContext,
): Promise<ExitCode> {
  const connection = await resolveConnection(flags, io)
  const begin = (client: ServiceClient) => client.exportText(operation, input)
  if (flags.curl === true) return printRequest((client) => begin(client).next(), connection, io)
  const quiet = flags.json === true
  const client = serviceClient(
    connection,
    { transport: undiciTransport(), quiet, retries: true },
    io,
  )
  try {
    const format = input.query?.['format'] === 'csv' ? 'csv' : 'json'
    const isShown = flags.output === undefined && io.columns !== undefined
    const text = withProgress(begin(client), format, io, { isQuiet: isShown || quiet })
    if (flags.output === undefined) {
      await print(text, format === 'csv' ? shownCsv(io) : printableJsonChunk, io)
    } else {
      const bytes = await writeWholeFile(flags.output, text)
      if (!quiet) await write(io.stderr, `${flags.output}: ${bytes} bytes.\n`)
    }
    return 0
  } finally {
    await client.close()
  }
}

/** CSV is printed unchanged, except on a terminal, where names could contain control characters. */
function shownCsv({ columns }: Io): (chunk: string) => string {
  return columns === undefined ? (chunk) => chunk : printableChunk
}

async function print(
  text: AsyncIterable<string>,
  shown: (chunk: string) => string,
  { stdout }: Io,
): Promise<void> {
  for await (const chunk of text) await write(stdout, shown(chunk))
}
