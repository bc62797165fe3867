import type { StreamInterruption } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import type { Effects } from '../context/effects.ts'
import type { ExitCode } from '../errors/exit-codes.ts'
import { chosenPrinter } from '../presentations/answer-printer.ts'
import { eventLine, movedLine } from '../presentations/event-line.ts'
import { selection } from '../presentations/selection.ts'
import { timesOf } from '../presentations/view.ts'
import { resolveConnection } from '../profiles/connection.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import { serviceClient } from '../service/service-client.ts'
import { printable, printableJson } from '../terminal/printable.ts'
import { write } from '../terminal/write.ts'
import { printRequest } from './signed-line.ts'

/** After so many failed first attempts, the address is probably wrong. */
const FIRST_ATTEMPTS_MAX = 4

/**
 * Prints each event of a stream when it arrives, and what has moved if that is asked for, until the
 * command is interrupted: a line for people on a terminal, otherwise a line of JSON, or what the flags
 * choose of it.
 */
export async function streamOperation(
  operation: Operation,
  input: OperationInput,
  context: CommandContext,
): Promise<ExitCode> {
  const { io, flags } = context
  const connection = await resolveConnection(flags, io)
  if (flags.curl === true) {
    return printRequest((client) => client.stream(operation, input, {}).next(), connection, io)
  }
  const select = flags.query === undefined ? undefined : await selection(flags.query)
  const transport = io.transport()
  const client = serviceClient(connection, { transport, quiet: true, retries: true }, io)
  const isForPeople = flags.json !== true && io.columns !== undefined
  const chosen = chosenPrinter(operation, context, select)
  const times = timesOf(context)
  const print = async (item: unknown, line: () => string) => {
    if (chosen !== undefined) await chosen.print(item)
    else {
      const text = isForPeople ? line() : printableJson(JSON.stringify(item))
      await write(io.stdout, `${text}\n`)
    }
  }
  const namesMoves = input.query?.['moved'] === true
  try {
    const events = client.stream(operation, input, {
      ...(namesMoves && {
        onMoved: (moved) => print({ type: 'moved', data: moved }, () => movedLine(moved)),
      }),
      onInterruption: async (interruption) => {
        if (isHopeless(interruption)) throw interruption.error
        if (flags.json !== true) await reportInterruption(interruption, io)
      },
    })
    for await (const event of events) await print(event, () => eventLine(event, times))
    return 0
  } finally {
    await client.close()
  }
}

/** Whether a stream could not be opened for so long that it probably never can. */
export function isHopeless({ wasConnected, failures }: StreamInterruption): boolean {
  return !wasConnected && failures >= FIRST_ATTEMPTS_MAX
}

/** Says on stderr that the stream was interrupted, and when it is opened again. */
export async function reportInterruption(
  { error, waitMs }: StreamInterruption,
  io: Effects,
): Promise<void> {
  const seconds = (waitMs / 1000).toFixed(1)
  await write(io.stderr, `vadium: ${printable(error.summary)} Reconnecting in ${seconds} s.\n`)
}
