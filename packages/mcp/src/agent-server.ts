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
import { AnswerParts, continueAnswer } from './answer-text.ts'
import { errorText } from './error-text.ts'
import { markNote } from './marked-text.ts'
import { OrganizationNames } from './organization-names.ts'
import { type Explain, readText } from './read-tool.ts'
import { inputOf, isReading, toolOf, withoutMarks } from './tools.ts'

/** The parts of a server that do not depend on how it is connected. */
export interface AgentServerSettings {
  readonly client: VadiumClient
  /** The role of the key. */
  readonly role: string
  readonly explain: Explain
}

const instructions =
  'Vadium is a service for collateralized lending. The tools read the book of one firm. Figures ' +
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

/** A server whose tools are the operations that a viewer may read with. */
export function agentServer({ client, role, explain }: AgentServerSettings): McpServer {
  const agents = new McpServer(
    { name: 'vadium', version: manifest.version },
    { capabilities: { tools: {} }, instructions },
  )
  const read = operations.filter((one) => isReading(one) && mayCall(role, one))
  const tools = new Map(read.map((operation) => [operation.id, operation]))
  const definitions = [...read.map(toolOf), continuation]
  const names = new OrganizationNames(client)
  const parts = new AnswerParts()

  // Tools are added one by one with schemas of zod; ours are JSON Schema.
  const { server } = agents
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: definitions }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const { name, arguments: written = {} } = params
    const given = withoutMarks(written)
    const tool = definitions.find((one) => one.name === name)
    if (tool === undefined) return refused(`There is no tool ${JSON.stringify(name)}.`)
    const fault = faultOf(tool, given)
    if (fault !== undefined) return refused(`Not sent: ${fault}`)
    const operation = tools.get(name)
    if (operation === undefined) return nextPart(given, parts)
    try {
      const nameOf = await names.read(signal)
      const input = inputOf(operation, given)
      const text = await readText(operation, input, { client, explain }, nameOf, signal)
      return said(parts.first(text))
    } catch (error) {
      return refused(errorText(error))
    }
  })
  return agents
}

/** A newer service may have other roles. */
function mayCall(role: string, { roles }: Operation): boolean {
  return roles.some((permitted) => permitted === role)
}

const validator = new AjvJsonSchemaValidator()

/** What the schema of a tool refuses in its arguments. */
function faultOf({ inputSchema }: Tool, given: unknown): string | undefined {
  return validator.getValidator(inputSchema as JsonSchemaType)(given).errorMessage
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

const refused = (text: string): CallToolResult => ({ ...said(text), isError: true })
