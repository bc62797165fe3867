import type { Operation } from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import type { Effects } from '../context/effects.ts'
import type { ExitCode } from '../errors/exit-codes.ts'
import { writeWholeFile } from '../files/whole-file.ts'
import { chosenMembers } from '../presentations/chosen-members.ts'
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
import { exportedJson, exportedTsv, rowGroups } from './exported-members.ts'
import { printRequest } from './signed-line.ts'

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
  context: PagedContext,
): Promise<ExitCode> {
  const { io, flags } = context
  const quiet = flags.json === true
  const isShown = flags.output === undefined && io.columns !== undefined
  const members = chosenMembers(operation, flags)
  const isChosen = flags.tsv === true || members !== undefined
  if (isChosen || (isShown && input.query?.['format'] === undefined && !quiet)) {
    const items = counted(client.exportItems(operation, input), progress, isShown)
    if (!isChosen) return printTable(operation, items, context)
    const text =
      members === undefined || flags.tsv === true
        ? exportedTsv(operation, members, items)
        : exportedJson(operation, members, items)
    return writeText(text, (chunk) => chunk, context)
  }
  const format = input.query?.['format'] === 'csv' ? 'csv' : 'json'
  const exported = client.exportText(operation, input)
  const text = withProgress(exported, format, io, { isQuiet: isShown || quiet })
  return writeText(text, format === 'csv' ? shownCsv(io) : printableJsonChunk, context)
}

/** Writes a text to the file that a flag names, or as it is shown on the standard output. */
async function writeText(
  text: AsyncIterable<string>,
  shown: (chunk: string) => string,
  { io, flags, isLeft }: PagedContext,
): Promise<ExitCode> {
  if (flags.output === undefined) {
    for await (const chunk of text) {
      await write(io.stdout, shown(chunk))
      if (isLeft()) break
    }
  } else {
    const bytes = await writeWholeFile(flags.output, text, io.files)
    if (flags.json !== true) await write(io.stderr, `${flags.output}: ${bytes} bytes.\n`)
  }
  return 0
}

/** Passes on the items of an export, and shows how many have arrived. */
async function* counted(
  items: AsyncIterable<unknown>,
  progress: Progress,
  isShown: boolean,
): AsyncGenerator<unknown, void, undefined> {
  let count = 0
  progress.start(() => countOf(count, 'rows'), isShown ? {} : { afterMs: 0 })
  try {
    for await (const item of items) {
      count += 1
      yield item
    }
  } finally {
    progress.stop()
  }
}

async function printTable(
  operation: Operation,
  items: AsyncIterable<unknown>,
  context: PagedContext,
): Promise<ExitCode> {
  const { io, isLeft } = context
  const listing = listShapeOf(operation)
  if (listing === undefined) throw new TypeError(`${operation.id} exports no list`)
  const view = viewOf(context, '--format csv has all')
  const list = plainList(listing.itemSchema)
  const printer = new ListPrinter(listing, list, view, io, () => Promise.resolve(() => undefined))
  for await (const rows of rowGroups(items)) {
    await printer.print({ [listing.items]: rows })
    if (isLeft()) break
  }
  return await printer.end()
}

/** CSV is printed unchanged, except on a terminal, where names could contain control characters. */
function shownCsv({ columns }: Effects): (chunk: string) => string {
  return columns === undefined ? (chunk) => chunk : printableChunk
}
