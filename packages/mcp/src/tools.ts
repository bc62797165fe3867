import type { TSchema } from '@sinclair/typebox'
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { Operation, RequestPart } from '@vadium/schema'
import { unmarked } from './marked-text.ts'

const parts = ['params', 'query', 'body'] as const satisfies readonly RequestPart[]

/** The input of an operation, by where it is sent. */
export type OperationInput = Partial<Record<RequestPart, Record<string, unknown>>>

/** Members that the server sets by itself: an agent reads JSON, each preview is explained, and a
 * request is that of the preview which the person has seen. */
const setHere: ReadonlySet<string> = new Set(['format', 'explain', 'calculation_id'])

/**
 * Whether an operation is a tool that reads: a viewer may call it, it changes nothing, and answers
 * JSON that ends.
 */
export function isReading({ safe, roles, streams, file }: Operation): boolean {
  return safe && roles.includes('viewer') && streams !== true && file === undefined
}

/** Whether an operation only shows what would be. All previews have a body, and no other reads do. */
export function isPreview({ safe, body }: Operation): boolean {
  return safe && body !== undefined
}

/** The tool of an operation. Its arguments are the members of the path, the query and the body. */
export function toolOf(operation: Operation): Tool {
  const { id, summary, description, safe } = operation
  const members = parts.flatMap((part) => Object.entries(membersOf(operation, part)))
  const required = parts
    .flatMap((part) => operation[part]?.required ?? [])
    .filter((name) => !setHere.has(name))
  return {
    name: id,
    title: summary,
    description,
    inputSchema: plainJson({
      type: 'object',
      properties: Object.fromEntries(members),
      required,
      additionalProperties: false,
    }),
    annotations: { title: summary, readOnlyHint: safe, destructiveHint: !safe },
  }
}

/** The arguments of a call, each where the operation takes it. */
export function inputOf(
  operation: Operation,
  given: Readonly<Record<string, unknown>>,
): OperationInput {
  const input: OperationInput = {}
  for (const part of parts) {
    const names = Object.keys(membersOf(operation, part)).filter((name) => name in given)
    if (names.length > 0) input[part] = Object.fromEntries(names.map((name) => [name, given[name]]))
  }
  if (operation.body?.properties['explain'] !== undefined) {
    input.body = { ...input.body, explain: true }
  }
  return input
}

function membersOf(operation: Operation, part: RequestPart): Record<string, TSchema> {
  const members = Object.entries(operation[part]?.properties ?? {})
  return Object.fromEntries(members.filter(([name]) => !setHere.has(name)))
}

/** The arguments without the marks of texts that were copied from an answer. */
export function withoutMarks(
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, withoutMark(value)]),
  )
}

function withoutMark(value: unknown): unknown {
  if (typeof value === 'string') return unmarked(value)
  if (Array.isArray(value)) return value.map(withoutMark)
  if (typeof value !== 'object' || value === null) return value
  return withoutMarks(value as Readonly<Record<string, unknown>>)
}

/** The schema as the protocol carries it: without what only this house knows. */
function plainJson(schema: object): Tool['inputSchema'] {
  const text = JSON.stringify(schema, (name, value: unknown) =>
    name.startsWith('x-') ? undefined : value,
  )
  return JSON.parse(text) as Tool['inputSchema']
}
