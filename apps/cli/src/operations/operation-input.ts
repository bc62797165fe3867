import { isStructured, type RequestPart } from '@vadium/schema'
import { CommandError, type CommandIssue } from '../command-error.ts'
import type { Io } from '../io.ts'
import { readTextFile } from '../text-input.ts'
import type { Parameter } from './operation-parameters.ts'
import { readValue } from './parameter-value.ts'

/** The given texts of each parameter, or whether a switch is on. */
export type WrittenValues = ReadonlyMap<Parameter, readonly string[] | boolean>

export type Values = Readonly<Record<string, unknown>>

/** The input to send. Members that were not given are absent. */
export type OperationInput = Partial<Readonly<Record<RequestPart, Values>>>

const SHOWN_LENGTH_MAX = 60

/**
 * Converts the given texts into the input to send, checked against the schema.
 *
 * @throws CommandError that lists every invalid value.
 */
export async function readInput(
  parameters: readonly Parameter[],
  written: WrittenValues,
  io: Io,
): Promise<OperationInput> {
  const input: Partial<Record<RequestPart, Record<string, unknown>>> = {}
  const issues: CommandIssue[] = []
  for (const parameter of parameters) {
    const { part, member, label, required } = parameter
    const values = (input[part] ??= {})
    const texts = written.get(parameter)
    if (texts === undefined) {
      if (required) issues.push({ field: label, issue: 'is missing' })
      continue
    }
    const read =
      typeof texts === 'boolean' ? { value: texts } : await readTexts(parameter, texts, io)
    if ('issue' in read) issues.push({ field: label, issue: read.issue })
    else values[member] = read.value
  }
  if (issues.length > 0) throw new CommandError('Not sent: a value is invalid.', issues)
  return input
}

type Read = { value: unknown } | { issue: string }

async function readTexts(parameter: Parameter, texts: readonly string[], io: Io): Promise<Read> {
  if (parameter.repeatable) return readList(parameter, texts)
  const [text = '', ...more] = texts
  if (more.length > 0) return { issue: 'is given more than once' }
  return readOne(parameter, isStructured(parameter.schema) ? await contentOf(text, io) : text)
}

/** The given text, or the content of the file that it names. */
async function contentOf(text: string, io: Io): Promise<string> {
  if (text === '-') return readTextFile('-', io)
  return text.startsWith('@') ? readTextFile(text.slice(1), io) : text
}

function readOne({ schema }: Parameter, text: string): Read {
  const read = readValue(schema, text)
  return 'value' in read ? read : { issue: unexpected(read.expected, text) }
}

function readList({ schema }: Parameter, texts: readonly string[]): Read {
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
