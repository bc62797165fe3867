import { type StreamInterruption, undiciTransport } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import type { CommandContext } from '../command-runner.ts'
import type { ExitCode } from '../exit-codes.ts'
import { type Io, write } from '../io.ts'
import { eventLine } from '../presentations/event-line.ts'
import { printable, printableJson } from '../printable.ts'
import { resolveConnection } from '../profiles/connection.ts'
import { serviceClient } from '../service-client.ts'
import { printRequest } from './kept-request.ts'
import type { OperationInput } from './operation-input.ts'

/** An address that never answered after so many attempts is most likely not the right one. */
const FIRST_ATTEMPTS_MAX = 4

/**
 * Prints what an operation streams, each event as it comes, until it is interrupted: lines for people on a
 * terminal, a line of JSON each for programs.
 */
export async function streamOperation(
  operation: Operation,
  input: OperationInput,
  { io, flags }: CommandContext,
): Promise<ExitCode> {
  const connection = await resolveConnection(flags, io)
  if (flags.curl === true) {
    return printRequest((client) => client.stream(operation, input, {}).next(), connection, io)
  }
  const transport = undiciTransport()
  const client = serviceClient(connection, { transport, quiet: true, retries: true }, io)
  const isForPeople = flags.json !== true && io.columns !== undefined
  try {
    const events = client.stream(operation, input, {
      onInterruption: async (interruption) => {
        if (isHopeless(interruption)) throw interruption.error
        if (flags.json !== true) await tellInterruption(interruption, io)
      },
    })
    for await (const event of events) {
      const line = isForPeople ? eventLine(event) : printableJson(JSON.stringify(event))
      await write(io.stdout, `${line}\n`)
    }
    return 0
  } finally {
    await client.close()
  }
}

function isHopeless({ wasConnected, failures }: StreamInterruption): boolean {
  return !wasConnected && failures >= FIRST_ATTEMPTS_MAX
}

async function tellInterruption({ error, waitMs }: StreamInterruption, io: Io): Promise<void> {
  const seconds = (waitMs / 1000).toFixed(1)
  await write(io.stderr, `vadium: ${printable(error.message)} Connecting again in ${seconds} s.\n`)
}
