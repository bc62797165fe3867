import { CommandError, type CommandIssue } from '../command-error.ts'
import type { Parameter } from './operation-parameters.ts'
import { readValue } from './parameter-value.ts'

/** What was written for each parameter, by its member: texts, or true for a switch. */
export type WrittenValues = ReadonlyMap<string, readonly string[] | true>

export type Values = Readonly<Record<string, unknown>>

/** What is sent: members that were not written are absent. */
export interface OperationInput {
  readonly query?: Values
  readonly body?: Values
}

const SHOWN_LENGTH_MAX = 60

/**
 * Turns what was written into what is sent, all of it checked by schema.
 *
 * @throws CommandError naming everything that is not as expected, so that one look mends it all.
 */
export function readInput(
  parameters: readonly Parameter[],
  written: WrittenValues,
): OperationInput {
  const input = { query: {} as Record<string, unknown>, body: {} as Record<string, unknown> }
  const issues: CommandIssue[] = []
  for (const parameter of parameters) {
    const texts = written.get(parameter.member)
    if (texts === undefined) continue
    const read = texts === true ? { value: true } : readTexts(parameter, texts)
    if ('issue' in read) issues.push({ field: parameter.label, issue: read.issue })
    else input[parameter.part][parameter.member] = read.value
  }
  if (issues.length > 0) throw new CommandError('Not sent: a value is not as expected.', issues)
  const has = (part: Parameter['part']) => parameters.some((parameter) => parameter.part === part)
  return { ...(has('query') && { query: input.query }), ...(has('body') && { body: input.body }) }
}

function readTexts(
  parameter: Parameter,
  texts: readonly string[],
): { value: unknown } | { issue: string } {
  if (parameter.repeatable) return readList(parameter, texts)
  const [text = '', ...more] = texts
  if (more.length > 0) return { issue: 'is given more than once' }
  const read = readValue(parameter.schema, text)
  return 'value' in read ? read : { issue: unexpected(read.expected, text) }
}

function readList(
  { schema }: Parameter,
  texts: readonly string[],
): { value: unknown[] } | { issue: string } {
  const value: unknown[] = []
  for (const text of texts) {
    const read = readValue(schema['items'] as Parameter['schema'], text)
    if (!('value' in read)) return { issue: unexpected(read.expected, text) }
    value.push(read.value)
  }
  return { value }
}

function unexpected(expected: string, text: string): string {
  const shown = text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}…` : text
  return `must be ${expected}, but is ${JSON.stringify(shown)}`
}
