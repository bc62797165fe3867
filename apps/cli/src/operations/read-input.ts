import { isStructured, mayBeInFile, type Operation, type RequestPart } from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import type { Effects } from '../context/effects.ts'
import { CommandError, type CommandIssue } from '../errors/command-error.ts'
import { readTextFile } from '../files/text-input.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import { schemaFaults } from '../schemas/schema-faults.ts'
import type { Parameter } from './operation-parameters.ts'
import { type ReadValue, readValue } from './parameter-value.ts'

/** The given texts of each parameter, or whether a switch is on. */
export type WrittenValues = ReadonlyMap<Parameter, readonly string[] | boolean>

/**
 * Converts the given texts into the input to send, checked against the schema of the operation.
 *
 * @throws CommandError that lists every invalid value, and every invalid member of JSON.
 */
export async function readInput(
  operation: Operation,
  parameters: readonly Parameter[],
  written: WrittenValues,
  { io, flags }: CommandContext,
): Promise<OperationInput> {
  const input: Partial<Record<RequestPart, Record<string, unknown>>> = {}
  const unread = new Map<Parameter, string>()
  for (const parameter of parameters) {
    const values = (input[parameter.part] ??= {})
    const texts = written.get(parameter)
    if (texts === undefined) continue
    const read = await readTexts(parameter, texts, io)
    if ('issue' in read) unread.set(parameter, read.issue)
    else values[parameter.member] = read.value
  }
  const issues = parameters.flatMap((parameter) => {
    const issue = unread.get(parameter)
    if (issue !== undefined) return [{ field: parameter.label, issue }]
    return memberFaults(operation, parameter, input)
  })
  issues.push(...keyFaults(flags.idempotencyKey))
  if (issues.length > 0) throw new CommandError('Not sent: a value is invalid.', issues)
  return input
}

/** What the schema of the operation refuses in a member of the request. */
function memberFaults(
  operation: Operation,
  { part, member, label, required }: Parameter,
  { [part]: values = {} }: OperationInput,
): CommandIssue[] {
  const schema = operation[part]?.properties[member]
  const { [member]: value } = values
  if (value === undefined || schema === undefined) {
    return required ? [{ field: label, issue: 'is missing' }] : []
  }
  return schemaFaults(schema, value).map(({ path, issue }) => ({
    field: memberOf(label, path),
    issue,
  }))
}

function keyFaults(key: string | undefined): CommandIssue[] {
  if (key === undefined || /^[!-~]{1,255}$/.test(key)) return []
  return [{ field: '--idempotency-key', issue: 'must be 1 to 255 visible ASCII characters' }]
}

/** A member of the JSON of a flag: `--terms.haircut`, `--rules[0].operation`. */
function memberOf(label: string, path: string): string {
  return path === '' || path.startsWith('[') ? `${label}${path}` : `${label}.${path}`
}

async function readTexts(
  parameter: Parameter,
  texts: readonly string[] | boolean,
  io: Effects,
): Promise<ReadValue> {
  const { repeatable, schema } = parameter
  if (typeof texts === 'boolean') return { value: texts }
  if (repeatable) return readList(parameter, texts)
  const [text = '', ...more] = texts
  if (more.length > 0) return { issue: 'is given more than once' }
  if (!mayBeInFile(schema)) return readValue(schema, text)
  try {
    const content = await contentOf(text, io)
    return readValue(schema, isStructured(schema) ? content : content.trim())
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { issue: error.details.map(({ field, issue }) => `${field} ${issue}`).join(', ') }
  }
}

/** The given text, or the content of the file that it names. */
async function contentOf(text: string, io: Effects): Promise<string> {
  if (text === '-') return readTextFile('-', io)
  return text.startsWith('@') ? readTextFile(text.slice(1), io) : text
}

function readList({ schema }: Parameter, texts: readonly string[]): ReadValue {
  const items = texts.map((text) => readValue(schema['items'] as Parameter['schema'], text))
  const issues = items.flatMap((item) => ('issue' in item ? [item.issue] : []))
  if (issues.length > 0) return { issue: issues.join('; ') }
  return { value: items.map((item) => ('value' in item ? item.value : undefined)) }
}
