import type { Operation } from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import type { Effects } from '../context/effects.ts'
import type { ExitCode } from '../errors/exit-codes.ts'
import { writeWholeFile } from '../files/whole-file.ts'
import { ListPrinter } from '../presentations/list-printer.ts'
import { plainList } from '../presentations/plain-list.ts'
import { viewOf } from '../presentations/view.ts'
import { resolveConnection } from '../profiles/connection.ts'
import { listShapeOf } from '../schemas/list-shape.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import { type ServiceClient, serviceClient } from '../service/service-client.ts'
import { type PagedContext, paged } from '../terminal/pager.ts'
import { printableChunk, printableJsonChunk } from '../terminal/printable.ts'
import { countOf, Progress } from '../terminal/progress.ts'
import { write } from '../terminal/write.ts'
import { withProgress } from './export-progress.ts'
import { printRequest } from './signed-line.ts'

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
  if (flags.curl === true) {
    const begin = (client: ServiceClient) => client.exportText(operation, input).next()
    return printRequest(begin, connection, io)
  }
  const quiet = flags.json === true
  const client = serviceClient(connection, { transport: io.transport(), quiet, retries: true }, io)
  const progress = new Progress(io, { isQuiet: quiet })
  try {
    return await paged({ io, flags }, progress, (shown) =>
      printExport(operation, input, { client, progress }, shown),
    )
  } finally {
    await client.close()
  }
}

async function printExport(
  operation: Operation,
  input: OperationInput,
  { client, progress }: { client: ServiceClient; progress: Progress },
  { io, flags, isLeft }: PagedContext,
): Promise<ExitCode> {
  const quiet = flags.json === true
  const isUnasked = input.query?.['format'] === undefined && flags.output === undefined
  if (isUnasked && !quiet && io.columns !== undefined) {
    let count = 0
    progress.start(() => countOf(count, 'rows'))
    const counted = async function* () {
      for await (const item of client.exportItems(operation, input)) {
        count += 1
        yield item
      }
    }
    try {
      return await printTable(operation, counted(), io, isLeft)
    } finally {
      progress.stop()
    }
  }
  const format = input.query?.['format'] === 'csv' ? 'csv' : 'json'
  const isShown = flags.output === undefined && io.columns !== undefined
  const exported = client.exportText(operation, input)
  const text = withProgress(exported, format, io, { isQuiet: isShown || quiet })
  if (flags.output === undefined) {
    const shown = format === 'csv' ? shownCsv(io) : printableJsonChunk
    for await (const chunk of text) {
      await write(io.stdout, shown(chunk))
      if (isLeft()) break
    }
  } else {
    const bytes = await writeWholeFile(flags.output, text, io.files)
    if (!quiet) await write(io.stderr, `${flags.output}: ${bytes} bytes.\n`)
  }
  return 0
}

async function printTable(
  operation: Operation,
  items: AsyncIterable<unknown>,
  io: Effects,
  isLeft: () => boolean,
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
      if (isLeft()) break
    }
  } finally {
    // Also when the export is cut off: the error follows the rows that arrived.
    await printRows(rows)
  }
  return await printer.end()
}

/** CSV is printed unchanged, except on a terminal, where names could contain control characters. */
function shownCsv({ columns }: Effects): (chunk: string) => string {
  return columns === undefined ? (chunk) => chunk : printableChunk
}
