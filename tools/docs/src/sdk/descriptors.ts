import type { Operation } from '@vadium/schema'
import { hasExactNumber, membersOf, type Schema } from './schema-of.ts'

type Json = { readonly [name: string]: Json } | readonly Json[] | string | boolean

/** What the SDK reads of an operation when it is called. */
export function descriptorOf(operation: Operation, answerName: string): string {
  const { id, method, path, safe, body, streams, reasons } = operation
  const facts = {
    id,
    method,
    path,
    safe,
    ...(body !== undefined && { body: {} }),
    ...(streams === true && { streams }),
    // They matter to a write of which nobody knows whether it took effect.
    ...(!safe && { reasons }),
  }
  return `{ ${JSON.stringify(facts).slice(1, -1)}, response: ${answerName} }`
}

/**
 * What the SDK reads of the schema of an answer: its own members, which of them are lists and
 * objects, and where exact numbers are.
 */
export function answerSchemaOf(answer: Schema): string {
  const properties = membersOf(answer).flatMap(([name, member]) => {
    const isStructured = member.type === 'array' || member.type === 'object'
    if (!isStructured && !hasExactNumber(member)) return []
    return [[name, { ...(isStructured && { type: member.type }), ...exactParts(member) }] as const]
  })
  return JSON.stringify({
    required: answer.required ?? [],
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  })
}

function exactParts(node: Schema): Record<string, Json> {
  if (!hasExactNumber(node)) return {}
  if (node['x-exact-number'] === true) return { 'x-exact-number': true }
  const properties = membersOf(node).filter(([, member]) => hasExactNumber(member))
  return {
    ...(properties.length > 0 && {
      properties: Object.fromEntries(
        properties.map(([name, member]) => [name, exactParts(member)]),
      ),
    }),
    ...(node.items !== undefined && { items: exactParts(node.items) }),
    ...(node.anyOf !== undefined && { anyOf: node.anyOf.map(exactParts) }),
  }
}
