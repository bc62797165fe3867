import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  ApprovalRequiredError,
  isSettled,
  type VadiumClient,
  VadiumError,
  wasReplayed,
} from '@vadium/client'
import type { Operation } from '@vadium/schema'
import type { AcceptedAct, AcceptedActs, ActsBefore } from './accepted-acts.ts'
import { awaitingText, errorText } from './error-text.ts'
import type { NameOf } from './marked-answer.ts'
import { marked } from './marked-text.ts'
import { changesOf } from './fixed-facts.ts'
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
  const sender = { client, acts, names, signal }
  const open = acts.open(operation, given)
  if (open !== undefined) {
    const text = await send(operation, given, open, { ...sender, isRepeat: true })
    return `This repeats the request that was accepted before. It takes effect once.\n\n${text}`
  }
  const planner = { client, explain, names, signal }
  const plan = await planned(operation, given, planner)
  await askPerson(message(operation, plan, acts.before(operation, given)), person, signal)
  if (plan.fixed !== undefined) {
    const changes = changesOf(plan.fixed, (await planned(operation, plan.input, planner)).fixed)
    if (changes.length > 0) throw new NotWritten(changedText(changes))
  }
  if (signal.aborted) throw new NotWritten('Not sent: the call was cancelled.')
  const act = acts.accept(operation, given, plan.input)
  return send(operation, given, act, { ...sender, isRepeat: false })
}

function changedText(changes: readonly string[]): string {
  return [
    'Not sent: something changed while the person read the question.',
    ...changes.map(marked),
    'Call this tool again: the person is asked about what it would do now.',
  ].join('\n')
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
  before: ActsBefore,
): string {
  const warnings = warningsOf(before)
  return [
    ...warnings,
    ...(warnings.length === 0 ? [] : ['']),
    'An agent asks to send this request:',
    ...sentences,
    '',
    ...requestLines(operation, input),
    ...(details.length === 0 ? [] : ['', ...details]),
  ].join('\n')
}

function warningsOf({ same, open }: ActsBefore): string[] {
  const again = same.map(
    ({ acceptedMs }) =>
      `You accepted the same request at ${timeOf(acceptedMs)}, and it was sent. This would send it ` +
      'once more.',
  )
  const unknown = open.map(
    ({ acceptedMs, operationId }) =>
      `You accepted ${operationId} at ${timeOf(acceptedMs)}, and the agent does not know its ` +
      'outcome: it may have taken effect. This would be another request.',
  )
  return [...again, ...unknown]
}

const timeOf = (ms: number): string => new Date(ms).toISOString()

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
    isRepeat,
  }: Pick<Writer, 'client' | 'acts'> & {
    names: NameOf
    signal: AbortSignal
    isRepeat: boolean
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
    if (hadNoEffect(error, operation, isRepeat)) {
      acts.forget(operation, given)
      throw new NotWritten(errorText(error))
    }
    const attempt = isRepeat ? 'The first attempt' : 'The request'
    throw new NotWritten(
      `${errorText(error)}\n${attempt} may have taken effect. Call this tool again with the same ` +
        'arguments: the person is not asked again, and it takes effect once.',
    )
  }
}

/** A repeat may be refused although the first attempt took effect. */
function hadNoEffect(error: unknown, operation: Operation, isRepeat: boolean): boolean {
  if (!(error instanceof VadiumError)) return !isRepeat
  return error.idempotencyKey === undefined && isSettled(error, operation, isRepeat)
}
