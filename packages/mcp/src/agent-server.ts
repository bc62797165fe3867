import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import type { JsonSchemaType } from '@modelcontextprotocol/sdk/validation'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import type { VadiumClient } from '@vadium/client'
import { type Operation, operations } from '@vadium/schema'
import manifest from '../package.json' with { type: 'json' }
import { AcceptedActs } from './accepted-acts.ts'
import { AnswerParts, continueAnswer } from './answer-text.ts'
import { errorText } from './error-text.ts'
import { sizeFaultOf } from './argument-size.ts'
import { markedPart, markNote, noted } from './marked-text.ts'
import { Names } from './names.ts'
import { type Explain, readText } from './read-tool.ts'
import { inputOf, isReading, toolOf, withoutMarks } from './tools.ts'
import { NotWritten, writeText } from './write-tool.ts'
import { isWriting } from './writing-tools.ts'

/** The parts of a server that do not depend on how it is connected. */
export interface AgentServerSettings {
  readonly client: VadiumClient
  /** The role of the key. */
  readonly role: string
  readonly explain: Explain
  /** Whether there are tools that write. */
  readonly allowWrites?: boolean | undefined
  /** Receives the reason why there are no tools that write although they are allowed. */
  readonly warn?: ((sentence: string) => void) | undefined
  /** The time in Unix milliseconds. Default: this machine's clock. */
  readonly now?: (() => number) | undefined
}

const instructions =
  'Vadium is a service for collateralized lending. The tools read the book of one firm. A tool ' +
  'that writes, if there is one, asks the person first, and sends only what they accept. Figures ' +
  'are exact decimals: quote them digit for digit, and compute no figure that a preview or a ' +
  `report has. ${markNote} Arguments may be copied from an answer with or without these marks.`

const continuation: Tool = {
  name: continueAnswer,
  title: 'Continue an answer',
  description: 'Returns the next part of an answer that was cut. The last ones are kept.',
  inputSchema: {
    type: 'object',
    properties: {
      answer: { type: 'string', description: 'The answer, as the note at its end names it.' },
      from: { type: 'integer', minimum: 0, description: 'The character to go on from.' },
    },
    required: ['answer', 'from'],
    additionalProperties: false,
  },
  annotations: { title: 'Continue an answer', readOnlyHint: true, destructiveHint: false },
}

/** A server whose tools are the operations that a viewer may read with, and if allowed, writes. */
export function agentServer(settings: AgentServerSettings): McpServer {
  const { client, role, explain, allowWrites = false, now = Date.now, warn } = settings
  const agents = new McpServer(
    { name: 'vadium', version: manifest.version },
    { capabilities: { tools: {} }, instructions },
  )
  // Tools are added one by one with schemas of zod; ours are JSON Schema.
  const { server } = agents
  const permitted = operations.filter((one) => mayCall(role, one))
  const reading = toolsOf(permitted.filter(isReading))
  const writing = toolsOf(allowWrites ? permitted.filter(isWriting) : [])
  const names = new Names(client, role)
  const parts = new AnswerParts()
  const acts = new AcceptedActs(now)
  const inTurn = turns()
  const canAsk = () => server.getClientCapabilities()?.elicitation?.form !== undefined
  /** Nobody can be asked where the client cannot show a question. */
  const tools = () => (canAsk() ? new Map([...reading, ...writing]) : reading)
  server.oninitialized = () => {
    if (!allowWrites) return
    if (writing.size === 0) warn?.(`There are no tools that write: the role ${role} has none.`)
    else if (!canAsk()) warn?.(cannotAsk)
  }

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...[...tools().values()].map(({ definition }) => definition), continuation],
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const { name, arguments: written = {} } = params
    const tool = tools().get(name)
    const definition = name === continueAnswer ? continuation : tool?.definition
    if (definition === undefined) {
      return refused(`There is no tool ${JSON.stringify(name.slice(0, 100))}.`)
    }
    try {
      const tooLarge = sizeFaultOf(written)
      if (tooLarge !== undefined) return refused(`Not sent: ${tooLarge}`)
      const given = withoutMarks(written)
      const fault = faultOf(definition, given)
      if (fault !== undefined) return refused(`Not sent: ${fault}`)
      if (tool === undefined) return nextPart(given, parts)
      const { operation } = tool
      const input = inputOf(operation, given)
      const nameOf = await names.read(operation, signal)
      const text = operation.safe
        ? await readText(operation, input, { client, explain }, nameOf, signal)
        : await inTurn(() =>
            writeText(operation, input, { client, explain, acts, person: server }, nameOf, signal),
          )
      return said(parts.first(text))
    } catch (error) {
      return refused(error instanceof NotWritten ? error.message : errorText(error))
    }
  })
  return agents
}

const cannotAsk =
  'There are no tools that write: the program of the agent cannot ask a person, because it does ' +
  'not have the elicitation of the Model Context Protocol.'

interface NamedTool {
  readonly operation: Operation
  readonly definition: Tool
}

const toolsOf = (served: readonly Operation[]): ReadonlyMap<string, NamedTool> =>
  new Map(served.map((operation) => [operation.id, { operation, definition: toolOf(operation) }]))

/** Runs one after another: a person is asked one question at a time, and twins know of each other. */
function turns(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const next = last.then(act, act)
    last = next
    return next
  }
}

/** A newer service may have other roles. */
function mayCall(role: string, { roles }: Operation): boolean {
  return roles.some((permitted) => permitted === role)
}

const validator = new AjvJsonSchemaValidator()

/** What the schema of a tool refuses in its arguments. It does not say which one it does not know. */
function faultOf({ inputSchema }: Tool, given: object): string | undefined {
  const { errorMessage } = validator.getValidator(inputSchema as JsonSchemaType)(given)
  if (errorMessage === undefined) return undefined
  const known = Object.keys(inputSchema.properties ?? {})
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown === undefined) return errorMessage
  const shown = JSON.stringify(unknown.slice(0, 100))
  return `there is no argument ${shown}. Allowed: ${known.join(', ')}. ${errorMessage}`
}

function nextPart(
  { answer, from }: Readonly<Record<string, unknown>>,
  parts: AnswerParts,
): CallToolResult {
  const text = parts.next(String(answer), Number(from))
  return text === undefined
    ? refused('That part is not kept. Call the first tool again.')
    : said(text)
}

const said = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })

/** The longest text of a call that failed, in characters. */
const refusalCharactersMax = 8_000

function refused(text: string): CallToolResult {
  const isCut = text.length > refusalCharactersMax
  const shown = isCut ? `${markedPart(text, 0, refusalCharactersMax)}\n\nCut.` : text
  return { ...said(noted(shown)), isError: true }
}
