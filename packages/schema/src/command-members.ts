import type { TSchema } from '@sinclair/typebox'
import type { Operation } from './operation.ts'
import { shellWord } from './shell-lines.ts'

/** Where a member is sent: in the path, in the query, or in the JSON body. */
export type RequestPart = 'params' | 'query' | 'body'

/** One member of the input of an operation, and how it is written on the command line. */
export interface CommandMember {
  /** The name in the schema and on the wire. */
  readonly member: string
  readonly part: RequestPart
  readonly schema: TSchema
  readonly required: boolean
  /** A `switch` is on or not given; a `choice` is on, off or not given. */
  readonly kind: 'argument' | 'flag' | 'switch' | 'choice'
  /** The name on the command line: `<position>`, `--order-id`. */
  readonly label: string
}

// The order of more arguments is hard to remember.
const ARGUMENTS_MAX = 2

/** Members whose flag would be one of the program itself. */
const neverFlags: ReadonlySet<string> = new Set(['version'])

/**
 * The members of an operation, from its schema. Path parameters become arguments; if there are
 * none, one or two required values become arguments. All other members become flags, unless the
 * program has a flag of that name.
 */
export function commandMembers(operation: Operation): readonly CommandMember[] {
  const members = (['params', 'query', 'body'] as const).flatMap((part) => {
    const { properties = {}, required = [] } = operation[part] ?? {}
    return Object.entries(properties).map(([member, schema]) => ({
      part,
      member,
      schema,
      required: required.includes(member),
    }))
  })
  const needed = members.filter(({ required }) => required)
  const fewAndPlain = needed.length <= ARGUMENTS_MAX && needed.every((one) => isPlain(one.schema))
  const named = operation.params !== undefined || !fewAndPlain
  return members.map((one) =>
    isArgument(one, named)
      ? { ...one, kind: 'argument', label: `<${kebabCase(one.member.replace(/_id$|Id$/, ''))}>` }
      : { ...one, kind: flagKind(one), label: `--${kebabCase(one.member)}` },
  )
}

type Member = Pick<CommandMember, 'member' | 'part' | 'schema' | 'required'>

function isArgument({ member, part, required }: Member, isNamed: boolean): boolean {
  return part === 'params' || (required && (!isNamed || neverFlags.has(member)))
}

function flagKind({ schema, part, required }: Member): 'flag' | 'switch' | 'choice' {
  if (schema['type'] !== 'boolean' || required) return 'flag'
  return part === 'query' ? 'choice' : 'switch'
}

/**
 * The command line that reads what a request reads. A value that the operation does not know is
 * left out.
 */
export function commandLine(
  operation: Operation,
  values: Readonly<Record<string, string>>,
): string {
  const words = commandMembers(operation).flatMap(({ member, kind, label }) => {
    const value = values[member]
    if (value === undefined) return []
    if (kind === 'argument') return [value]
    if (kind === 'flag') return [label, value]
    return [value === 'false' ? label.replace('--', '--no-') : label]
  })
  return ['vadium', ...operation.command, ...words].map(shellWord).join(' ')
}

/**
 * The plain schema of a nullable plain value; undefined for other schemas. An empty text means
 * null.
 */
export function plainOrNull(schema: TSchema): TSchema | undefined {
  const [value, nothing, ...more] = (schema['anyOf'] ?? []) as TSchema[]
  if (value === undefined || nothing?.['type'] !== 'null' || more.length > 0) return undefined
  return isStructured(value) || value['type'] === 'array' ? undefined : value
}

/** Whether a value is an object, or a list of objects. */
export function isStructured(schema: TSchema): boolean {
  const { type, items } = (plainOrNull(schema) ?? schema) as { type?: unknown; items?: TSchema }
  if (type === 'array') return items === undefined || isStructured(items)
  return !['string', 'integer', 'number', 'boolean'].includes(String(type))
}

/** Whether the command line reads a value from a file, too: it is a structure, or a secret. */
export const mayBeInFile = (schema: TSchema): boolean =>
  isStructured(schema) || schema['x-secret'] === true

/** Whether a value is one word: no structure, and no list. */
export function isPlain(schema: TSchema): boolean {
  return !isStructured(schema) && schema['type'] !== 'array'
}

/** The name of a flag: `sender-custodian` for `senderCustodian`, `page-size` for `page_size`. */
function kebabCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}
