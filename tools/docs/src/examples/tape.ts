import { randomUUID } from 'node:crypto'
import { signRequest } from '@vadium/client'
import type { Operation, OperationResponse } from '@vadium/schema'
import { headerNames } from '@vadium/schema/protocol'
import type { Caller } from './caller.ts'

export interface Parts {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: object
}

/** One request that was answered, as the document shows it. */
export interface Recorded extends Parts {
  readonly caller: string
  readonly answer: unknown
  /** The same answer as CSV, where the operation writes it. */
  readonly csv?: string
  /** When it was sent, by the clock of the machine and by that of the book. */
  readonly sentMs: number
  readonly bookTime: string
}

interface Answer {
  readonly status: number
  readonly text: string
}

/** Sends signed requests to a service, and keeps one request and answer of each operation. */
export class Tape {
  readonly #origin: string
  /** By the id of the operation. */
  readonly recorded = new Map<string, Recorded>()
  /** What was answered 202. */
  awaitsApproval: Recorded | undefined
  bookTime: string

  constructor(origin: string, bookTime: string) {
    this.#origin = origin
    this.bookTime = bookTime
  }

  /** Sends a request that the document does not show. */
  async play<O extends Operation>(
    operation: O,
    caller: Caller,
    parts: Parts = {},
  ): Promise<OperationResponse<O>> {
    const { status, text } = await this.#send(operation, caller, parts)
    if (status !== 200) throw new Error(`${operation.id} was answered ${status}: ${text}`)
    // A document is text, so it shows how a file begins.
    return (operation.file === undefined ? JSON.parse(text) : text) as OperationResponse<O>
  }

  /** Sends a request and keeps it as the example of its operation. */
  async show<O extends Operation>(
    operation: O,
    caller: Caller,
    parts: Parts = {},
  ): Promise<OperationResponse<O>> {
    return this.#keep(operation, caller, parts, () => this.play(operation, caller, parts))
  }

  /** The same of a request that awaits approval, answered once that is given. */
  async showApproved<O extends Operation>(
    operation: O,
    caller: Caller,
    parts: Parts,
    approve: (approvalId: string) => Promise<OperationResponse<O>>,
  ): Promise<OperationResponse<O>> {
    return this.#keep(operation, caller, parts, async () => {
      const { approval } = await this.#awaitApproval(operation, caller, parts)
      return approve(approval.id)
    })
  }

  async #keep<O extends Operation>(
    operation: O,
    caller: Caller,
    parts: Parts,
    send: () => Promise<OperationResponse<O>>,
  ): Promise<OperationResponse<O>> {
    const { bookTime } = this
    const sentMs = Date.now()
    const answer = await send()
    if (this.recorded.has(operation.id)) throw new Error(`${operation.id} has an example already`)
    const written = operation.csv && (await this.#send(operation, caller, asCsv(parts)))
    this.recorded.set(operation.id, {
      caller: caller.name,
      ...parts,
      answer,
      ...(written && { csv: written.text }),
      sentMs,
      bookTime,
    })
    return answer
  }

  /** Sends a request that awaits approval. */
  async demand(operation: Operation, caller: Caller, parts: Parts): Promise<string> {
    const answer = await this.#awaitApproval(operation, caller, parts)
    const { bookTime } = this
    this.awaitsApproval ??= { caller: caller.name, answer, sentMs: Date.now(), bookTime }
    return answer.approval.id
  }

  async #awaitApproval(
    operation: Operation,
    caller: Caller,
    parts: Parts,
  ): Promise<{ approval: { id: string } }> {
    const { status, text } = await this.#send(operation, caller, parts)
    if (status !== 202) throw new Error(`${operation.id} was answered ${status}: ${text}`)
    return JSON.parse(text) as { approval: { id: string } }
  }

  async #send(operation: Operation, caller: Caller, parts: Parts): Promise<Answer> {
    const target = targetOf(operation, parts)
    const body = parts.body && JSON.stringify(parts.body)
    const reply = await fetch(this.#origin + target, {
      method: operation.method,
      headers: {
        ...signRequest(
          { method: operation.method, target, ...(body !== undefined && { body }) },
          caller.privateKey,
        ),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(!operation.safe && { [headerNames.idempotencyKey]: randomUUID() }),
      },
      ...(body !== undefined && { body }),
    })
    const text = await textOf(operation, reply)
    return { status: reply.status, text }
  }
}

const fileBeginning = 8

async function textOf({ file, streams }: Operation, reply: Response): Promise<string> {
  if (streams === true) return firstEvent(reply)
  const text = await reply.text()
  return file !== undefined && reply.status === 200 ? text.slice(0, fileBeginning) : text
}

const asCsv = (parts: Parts): Parts => ({ ...parts, query: { ...parts.query, format: 'csv' } })

function targetOf({ path }: Operation, { params = {}, query = {} }: Parts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_found, name: string) => params[name] ?? '')
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return search === '' ? filled : `${filled}?${search}`
}

/** The first event of a stream, as the lists have it. The stream is then left. */
async function firstEvent(reply: Response): Promise<string> {
  if (reply.body === null || reply.status !== 200) return reply.text()
  let text = ''
  for await (const chunk of reply.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const frames = text.split('\n\n').slice(0, -1).map(frameOf)
    const event = frames.find(({ type }) => type.includes('.'))
    if (event !== undefined) return JSON.stringify(event)
  }
  throw new Error('a stream ended without an event')
}

function frameOf(frame: string) {
  const line = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1] ?? ''
  const { time, ...data } = JSON.parse(line('data')) as { time?: string }
  return { id: line('id'), type: line('event'), time, data }
}
