import type { Operation } from '@vadium/schema'
import { isRequired, membersOf, type Schema } from './schema-of.ts'
import { inLines } from './words.ts'

/**
 * What the SDK reads of an operation when it is called.
 *
 * @param answer The code of what it reads of the answer.
 */
export function descriptorOf(operation: Operation, answer: string): string {
  const { id, method, path, safe, streams } = operation
  const body = operation.isBodyOptional === true ? undefined : operation.body
  const usual = safe ? 'GET' : 'POST'
  const additional = {
    ...(method !== usual && { method }),
    ...(body !== undefined && { body: {} }),
    ...(streams === true && { streams }),
  }
  const ofRead = Object.keys(additional).length > 0 ? [JSON.stringify(additional)] : []
  const ofWrite = body === undefined ? [] : ['{}']
  const given = [quoted(id), quoted(placeOf(id, path)), answer, ...(safe ? ofRead : ofWrite)]
  return `new ${descriptorClassOf(operation)}(${given.join(', ')})`
}

/** The path without what the id says as well: `/orders/{order_id}:` of `acceptOrder`. */
function placeOf(id: string, path: string): string {
  const [verb = ''] = /^[a-z]+/.exec(id) ?? []
  return path.endsWith(`:${verb}`) ? path.slice(0, -verb.length) : path
}

/** The class of the SDK of which the descriptor of an operation is. */
export const descriptorClassOf = ({ safe }: Operation): string => (safe ? 'Read' : 'Write')

/**
 * What the SDK reads of the schema of an answer: its own members, which of them are lists and
 * objects, and where exact numbers are.
 */
export function answerWordsOf(answer: Schema): string[] {
  const members = membersOf(answer)
    .filter(([name]) => isRequired(answer, name))
    .map(([name, { type = '' }]) => `${name}${marks[type] ?? ''}`)
  return [...members, ...[...exactNamesOf(answer)].map((name) => `${name}#`)]
}

/** The words of an answer as code. A file has none. */
export const answerMembersOf = (answer: Schema): string =>
  inLines(answerWordsOf(answer)) || quoted('')

const marks: Readonly<Record<string, string>> = { array: '[]', object: '{}' }

const quoted = (text: string): string => JSON.stringify(text)

/** The names of the exact numbers in an answer, at any depth. */
function exactNamesOf(node: Schema): ReadonlySet<string> {
  const nested = [...(node.items === undefined ? [] : [node.items]), ...(node.anyOf ?? [])]
  return new Set([
    ...membersOf(node).flatMap(([name, member]) =>
      member['x-exact-number'] === true ? [name] : [...exactNamesOf(member)],
    ),
    ...nested.flatMap((part) => [...exactNamesOf(part)]),
  ])
}
