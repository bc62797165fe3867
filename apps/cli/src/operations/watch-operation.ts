import { VadiumConnectionError, VadiumServiceError } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import type { Effects } from '../context/effects.ts'
import { resolveConnection } from '../profiles/connection.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import { recordingTransport } from '../service/recording-transport.ts'
import { serviceClient } from '../service/service-client.ts'
import { type Captured, captured, screenful } from '../terminal/captured.ts'
import { printable } from '../terminal/printable.ts'
import { Progress } from '../terminal/progress.ts'
import { write } from '../terminal/write.ts'
import { askedOf, printAnswer } from './call-operation.ts'
import { Changes, follow, POLL_MS } from './changes.ts'

/** Nothing is read again sooner. */
const BETWEEN_MS = 1_000

const clearScreen = '\u001b[H\u001b[2J'

/**
 * Prints an answer, and prints it again whenever it has become another one, until the command is
 * interrupted. The stream of events says when something has changed, a price too. Where there is
 * none for the caller, the answer is read every few seconds.
 */
export async function watchOperation(
  operation: Operation,
  input: OperationInput,
  { io, flags }: CommandContext,
): Promise<never> {
  const connection = await resolveConnection(flags, io)
  const asked = await askedOf(operation, flags)
  const transport = recordingTransport(io.transport())
  const settings = { transport, quiet: true, retries: true }
  const client = serviceClient(connection, settings, io)
  // A client of its own, because the other one keeps the body of the last reply.
  const follower = serviceClient(connection, { ...settings, transport: io.transport() }, io)
  const ended = new AbortController()
  const signal = AbortSignal.any([ended.signal, ...(io.signal === undefined ? [] : [io.signal])])
  const changes = new Changes()
  const following = follow(follower, changes, { io, flags, signal })
  // It is awaited below, but may fail before that.
  following.catch(() => undefined)
  const progress = new Progress(io, { isQuiet: true })
  const means = { client, transport, progress, asked }
  let shown: string | undefined
  try {
    for (;;) {
      const raised = changes.next()
      const read = await readable(shown !== undefined, io, () =>
        captured(io, (silent) =>
          printAnswer(operation, input, means, { flags, io: silent, isLeft: () => false }),
        ),
      )
      if (read !== undefined && read.output !== shown) {
        await show(read, shown === undefined, { io, flags })
        shown = read.output
      }
      if (read === undefined) await io.wait(POLL_MS, signal)
      else {
        await Promise.race([raised, following])
        await io.wait(BETWEEN_MS, signal)
      }
    }
  } finally {
    ended.abort()
    await following.catch(() => undefined)
    await Promise.all([client.close(), follower.close()])
  }
}

/** What was read. Undefined if that failed for now, after it has succeeded before. */
async function readable<Read>(
  wasRead: boolean,
  io: Effects,
  read: () => Promise<Read>,
): Promise<Read | undefined> {
  try {
    return await read()
  } catch (error) {
    const isPassing =
      error instanceof VadiumConnectionError ||
      (error instanceof VadiumServiceError && (error.status >= 500 || error.status === 429))
    if (!wasRead || !isPassing) throw error
    const because = printable(error.summary)
    await write(io.stderr, `vadium: ${because} Reading again in ${POLL_MS / 1000} s.\n`)
    return undefined
  }
}

/** A terminal shows the newest answer alone. In a pipe, an empty line is between two of them. */
async function show(
  { output, notes }: Captured,
  isFirst: boolean,
  { io, flags }: CommandContext,
): Promise<void> {
  if (io.columns !== undefined) {
    await write(io.stdout, `${clearScreen}${screenful(output, io)}`)
    await write(io.stderr, notes)
    return
  }
  const isJson = flags.json === true || flags.query !== undefined
  await write(io.stdout, isFirst || isJson ? output : `\n${output}`)
  if (isFirst) await write(io.stderr, notes)
}
