import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ApprovalRequiredError, type VadiumClient, VadiumError, wasReplayed } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import type { AcceptedAct, AcceptedActs } from './accepted-acts.ts'
import { awaitingText, errorText } from './error-text.ts'
import type { NameOf } from './marked-answer.ts'
import { marked } from './marked-text.ts'
import { NotNow, type PlannedWrite, planWrite } from './planned-write.ts'
import { answerText, type Explain } from './read-tool.ts'
import { requestLines } from './request-text.ts'
import type { OperationInput } from './tools.ts'

/** A person reads figures before accepting. */
const ANSWER_WAIT_MS = 600_000

/** What writing needs. */
export interface Writer {
  readonly client: VadiumClient
  readonly explain: Explain
  readonly acts: AcceptedActs
  readonly person: McpServer['server']
}

/** A write that was not sent, or had no effect. */
export class NotWritten extends Error {}

/**
 * Asks the person whether to send a request, and sends it after they accept.
 *
 * @returns The answer as text.
 * @throws NotWritten if it had no effect, or its outcome is unknown.
 */
export async function writeText(
  operation: Operation,
  given: OperationInput,
  { client, explain, acts, person }: Writer,
  names: NameOf,
  signal: AbortSignal,
): Promise<string> {
  const open = acts.open(operation, given)
  if (open !== undefined) {
    const text = await send(operation, given, open, { client, acts, names, signal })
    return `This repeats the request that was accepted before. It takes effect once.\n\n${text}`
  }
  const plan = await planned(operation, given, { client, explain, names, signal })
  await askPerson(message(operation, plan, acts.last(operation, given)), person, signal)
  const act = acts.accept(operation, given, plan.input)
  return send(operation, given, act, { client, acts, names, signal })
}

async function planned(
  operation: Operation,
  input: OperationInput,
  planner: Parameters<typeof planWrite>[2],
): Promise<PlannedWrite> {
  try {
    return await planWrite(operation, input, planner)
  } catch (error) {
    if (error instanceof NotNow) throw new NotWritten(`Not sent: ${marked(error.message)}`)
    throw error
  }
}

/** What the person reads. */
function message(
  operation: Operation,
  { sentences, details, input }: PlannedWrite,
  before: AcceptedAct | undefined,
): string {
  return [
    ...(before === undefined
      ? []
      : [
          `You accepted the same request at ${new Date(before.acceptedMs).toISOString()}, and it was ` +
            'sent. This would send it once more.',
          '',
        ]),
    'An agent asks to send this request:',
    ...sentences,
    '',
    ...requestLines(operation, input),
    ...(details.length === 0 ? [] : ['', ...details]),
  ].join('\n')
}

/** @throws NotWritten unless the person accepts. */
async function askPerson(
  text: string,
  person: McpServer['server'],
  signal: AbortSignal,
): Promise<void> {
  const question = {
    message: text,
    requestedSchema: { type: 'object' as const, properties: {} },
  }
  let action: string
  try {
    ;({ action } = await person.elicitInput(question, { signal, timeout: ANSWER_WAIT_MS }))
  } catch {
    throw new NotWritten('Not sent: the person did not answer.')
  }
  if (action === 'decline') throw new NotWritten('Not sent: the person declined.')
  if (action !== 'accept') throw new NotWritten('Not sent: the person closed the question.')
  if (signal.aborted) throw new NotWritten('Not sent: the call was cancelled.')
}

/** Sends to the end, also when the agent has cancelled its call: the outcome is to be known. */
async function send(
  operation: Operation,
  given: OperationInput,
  act: AcceptedAct,
  {
    client,
    acts,
    names,
    signal,
  }: Pick<Writer, 'client' | 'acts'> & {
    names: NameOf
    signal: AbortSignal
  },
): Promise<string> {
  const { idempotencyKey, input } = act
  try {
    const answer: unknown = await client.request(operation, input, { idempotencyKey })
    act.isAnswered = !signal.aborted
    const replay = wasReplayed(answer) ? 'It was carried out before, and not again.\n\n' : ''
    return `Done: ${operation.summary}.\n\n${replay}${answerText(answer, operation, names)}`
  } catch (error) {
    if (error instanceof ApprovalRequiredError) {
      act.isAnswered = !signal.aborted
      return awaitingText(error)
    }
    const isUnknown = error instanceof VadiumError && error.idempotencyKey !== undefined
    if (!isUnknown) acts.forget(operation, given)
    const advice =
      'The request may have taken effect. Call this tool again with the same arguments: the person ' +
      'is not asked again, and it takes effect once.'
    throw new NotWritten(isUnknown ? `${errorText(error)}\n${advice}` : errorText(error))
  }
}
