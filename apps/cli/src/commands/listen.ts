import { eventTypeNames, streamEvents } from '@vadium/schema'
import { type Command, Option } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import type { Effects } from '../context/effects.ts'
import { CommandError } from '../errors/command-error.ts'
import { type ExitCode, exitCodes } from '../errors/exit-codes.ts'
import { reportInterruption } from '../operations/stream-operation.ts'
import { eventLine } from '../presentations/event-line.ts'
import { timesOf } from '../presentations/view.ts'
import { resolveConnection } from '../profiles/connection.ts'
import { serviceClient } from '../service/service-client.ts'
import { printable } from '../terminal/printable.ts'
import { write } from '../terminal/write.ts'

/** As long as the service waits for a receiver. */
const ANSWER_WAIT_MS = 15_000

/** Adds the command that sends events to a receiver under development, as webhooks. */
export function addListenCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command('listen')
    .summary('Send events to a receiver on this machine')
    .description(
      'Follows the events of your organization and sends each to a receiver under development, as ' +
        'the service sends webhooks: the same headers, the same body, signed. Nothing is ' +
        'registered at the service, and a failed delivery is not repeated.',
    )
    .requiredOption('--forward-to <url>', 'The address of the receiver.')
    .addOption(
      new Option('--type <text...>', 'Only events of these types.').choices(eventTypeNames),
    )
    .addHelpText(
      'after',
      `
VADIUM_WEBHOOK_SECRET is the secret (whsec_…) to sign with. Without it, the command makes one and
prints that.

Examples:
  vadium listen --forward-to http://127.0.0.1:4000/webhooks
  vadium listen --forward-to http://127.0.0.1:4000/webhooks --type transfer.updated`,
    )
    .action(async () => {
      const { forwardTo, type } = command.opts<{ forwardTo: string; type?: string[] }>()
      await runner.run(command, (context) => listen(forwardTo, type, context))
    })
}

async function listen(
  receiver: string,
  types: readonly string[] | undefined,
  context: CommandContext,
): Promise<ExitCode> {
  const { io, flags } = context
  checkReceiver(receiver)
  const { signWebhook, webhookSecret } = await import('@vadium/client/testing')
  const given = io.env['VADIUM_WEBHOOK_SECRET']
  const secret = given ?? webhookSecret()
  checkSecret(secret)
  const connection = await resolveConnection(flags, io)
  const settings = { transport: io.transport(), quiet: true, retries: true }
  const client = serviceClient(connection, settings, io)
  const signed = given === undefined ? secret : 'VADIUM_WEBHOOK_SECRET'
  await write(io.stderr, `Sending events to ${printable(receiver)}, signed with ${signed}\n`)
  // The service takes one type. Of several, the others are left out here.
  const query = types?.length === 1 ? { type: types[0] } : {}
  try {
    const events = client.stream(
      streamEvents,
      { query },
      {
        onInterruption: (interruption) => reportInterruption(interruption, io),
      },
    )
    for await (const event of events) {
      const { id, type, time, data } = event as Record<'id' | 'time' | 'data', unknown> & {
        readonly type: string
      }
      if (types?.includes(type) === false) continue
      const body = JSON.stringify({ id, type, timestamp: time, data })
      const outcome = await deliver(receiver, signWebhook(body, secret), io)
      await write(io.stdout, `${eventLine(event, timesOf(context))}  → ${outcome}\n`)
    }
    return exitCodes.done.code
  } finally {
    await client.close()
  }
}

function checkReceiver(receiver: string): void {
  const protocol = URL.canParse(receiver) ? new URL(receiver).protocol : undefined
  if (protocol === 'http:' || protocol === 'https:') return
  throw new CommandError('Not sent: a value is invalid.', [
    { field: '--forward-to', issue: 'must be an http or https address' },
  ])
}

function checkSecret(secret: string): void {
  if (/^whsec_[A-Za-z0-9+/]{22,}={0,2}$/.test(secret)) return
  throw new CommandError('Not sent: a value is invalid.', [
    { field: 'VADIUM_WEBHOOK_SECRET', issue: 'must be whsec_ and at least 16 bytes in base64' },
  ])
}

/** What the receiver answered, or why it did not. */
async function deliver(
  receiver: string,
  { headers, body }: { readonly headers: Record<string, string>; readonly body: string },
  { signal: interrupted, elapsedMs, fetch }: Effects,
): Promise<string> {
  const signals = [AbortSignal.timeout(ANSWER_WAIT_MS), ...(interrupted ? [interrupted] : [])]
  const begunMs = elapsedMs()
  try {
    const answer = await fetch(receiver, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any(signals),
    })
    await answer.body?.cancel()
    return `${answer.status} in ${Math.round(elapsedMs() - begunMs)} ms`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return `failed: ${printable(cause instanceof Error ? cause.message : String(cause))}`
  }
}
