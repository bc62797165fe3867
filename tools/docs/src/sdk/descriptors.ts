import type { Operation } from '@vadium/schema'
import { hasExactNumber, isRequired, membersOf, type Schema } from './schema-of.ts'

type Json = { readonly [name: string]: Json } | readonly Json[] | string | boolean

/** What the SDK reads of an operation when it is called. */
export function descriptorOf(operation: Operation, answerName: string): string {
  const { id, method, path, safe, body, streams, reasons } = operation
  const usual = safe ? 'GET' : 'POST'
  const additional = {
    ...(method !== usual && { method }),
    ...(body !== undefined && { body: {} }),
    ...(streams === true && { streams }),
    // They matter to a write of which nobody knows whether it took effect.
    ...(!safe && reasons.length > 0 && { reasons }),
  }
  const given = [
    quoted(id),
    quoted(path),
    answerName,
    ...(Object.keys(additional).length > 0 ? [JSON.stringify(additional)] : []),
  ]
  return made(descriptorClassOf(operation), given)
}

/** The class of the SDK of which the descriptor of an operation is. */
export const descriptorClassOf = ({ safe }: Operation): string => (safe ? 'Read' : 'Write')

/**
 * What the SDK reads of the schema of an answer: its own members, which of them are lists and
 * objects, and where exact numbers are.
 */
export function answerSchemaOf(answer: Schema): string {
  if (!isPlain(answer)) return exactSchemaOf(answer)
  const members = membersOf(answer)
    .filter(([name]) => isRequired(answer, name))
    .map(([name, { type = '' }]) => `${name}${marks[type] ?? ''}`)
  return made('AnswerMembers', [lines(members).map(quoted).join(' + ')])
}

const MEMBERS_LENGTH_MAX = 80

/** The names of members, separated by spaces, as the parts of a text of several lines. */
function lines(members: readonly string[]): string[] {
  const parts: string[] = []
  for (const member of members) {
    const last = parts.at(-1)
    if (last === undefined) parts.push(member)
    else if (last.length + member.length < MEMBERS_LENGTH_MAX)
      parts.push(`${parts.pop() ?? ''} ${member}`)
    else parts.push(` ${member}`)
  }
  return parts
}

/** Whether the names of its members, and which are lists and objects, say all of an answer. */
export const isPlain = (answer: Schema): boolean => !hasExactNumber(answer)

const marks: Readonly<Record<string, string>> = { array: '[]', object: '{}' }

const quoted = (text: string): string => JSON.stringify(text)

const made = (className: string, given: readonly string[]): string =>
  `new ${className}(${given.join(', ')})`

function exactSchemaOf(answer: Schema): string {
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
