import { undiciTransport } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import type { CommandContext } from '../command-runner.ts'
import type { ExitCode } from '../exit-codes.ts'
import { type Io, write } from '../io.ts'
import { ListPrinter } from '../presentations/list-printer.ts'
import { plainList } from '../presentations/plain-list.ts'
import { viewOf } from '../presentations/view.ts'
import { printableChunk, printableJsonChunk } from '../printable.ts'
import { resolveConnection } from '../profiles/connection.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'
import { writeWholeFile } from '../whole-file.ts'
import { withProgress } from './export-progress.ts'
import { printRequest } from './kept-request.ts'
import type { OperationInput } from './operation-input.ts'
import { listShapeOf } from './pages.ts'

/** The rows of a table that are laid out together: the first ones decide its widths. */
const ROWS_TOGETHER = 100

/**
 * Writes an export to a file or the standard output while it arrives, one chunk at a time. A person
 * at a terminal who asks for no format gets a table.
 */
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
  const isUnasked = input.query?.['format'] === undefined && flags.output === undefined
  try {
    if (isUnasked && !quiet && io.columns !== undefined) {
      return await printTable(operation, client.exportItems(operation, input), io)
    }
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

async function printTable(
  operation: Operation,
  items: AsyncIterable<unknown>,
  io: Io,
): Promise<ExitCode> {
  const listing = listShapeOf(operation)
  if (listing === undefined) throw new TypeError(`${operation.id} exports no list`)
  const view = viewOf(io, { rest: '--format csv has all' })
  const list = plainList(listing.itemSchema)
  const printer = new ListPrinter(listing, list, view, io, () => Promise.resolve(() => undefined))
  const printRows = (rows: readonly unknown[]) => printer.print({ [listing.items]: rows })
  let rows: unknown[] = []
  try {
    for await (const item of items) {
      rows.push(item)
      if (rows.length < ROWS_TOGETHER) continue
      await printRows(rows)
      rows = []
    }
  } finally {
    // Also when the export is cut off: the error follows the rows that arrived.
    await printRows(rows)
  }
  return await printer.end()
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
