import { mayNeedApproval, type Operation } from '@vadium/schema'
import { fieldDescription } from '../sdk/fields.ts'
import { kindOf, methodNameOf } from '../sdk/methods.ts'
import { isRequired, listOf, membersOf, type Schema } from '../sdk/schema-of.ts'
import type { Types } from '../sdk/types.ts'
import { upperFirst } from '../sdk/words.ts'
import { docstring, enclosed, pythonName, quoted } from './python-text.ts'

/** A member of the path, the query or the body of an operation. */
interface Member {
  /** As the API writes it. */
  readonly member: string
  readonly name: string
  readonly type: string
  readonly schema: Schema
  readonly required: boolean
}

const indent = '    '
const inMethod = `${indent}${indent}`

/** A method of a resource of the client, for one operation. */
export function pythonMethod(operation: Operation, types: Types): string {
  const { params = {}, query, body } = operation
  const kind = kindOf(operation)
  const answers = answersOf(operation, types)
  const inPath = partOf(params, operation, types)
  const given = partOf(body ?? query ?? {}, operation, types)
  const own = settingsOf(operation, types)
  const names = [...inPath, ...given, ...own].map(({ name }) => name)
  if (new Set(names).size < names.length) {
    throw new Error(`Two parameters of ${operation.id} have one name in Python.`)
  }
  const head = (given: readonly Member[], answer: string) => {
    const named = [
      ...given.filter(({ required }) => required).map(declared),
      ...given.filter(({ required }) => !required).map(declared),
      ...own.map(({ text }) => text),
    ]
    const parameters = ['self', ...inPath.map(declared), '*', ...named]
    const open = `def ${pythonName(methodNameOf(operation))}(`
    return indent + enclosed(open, parameters, `) -> ${answer}:`, indent)
  }
  const forms = kind === 'export' ? formsOfExport(given, answers.item) : []
  return [
    ...forms.map((form) => `${indent}@overload\n${head(form.given, form.answer)} ...\n`),
    head(given, answers.all),
    docstring(aboutOf(operation, [...inPath, ...given]), inMethod),
    code(operation, given, inPath, answers.all),
  ].join('\n')
}

function partOf(schema: Schema, { id, group }: Operation, types: Types): Member[] {
  return membersOf(schema).map(([member, memberSchema]) => ({
    member,
    name: pythonName(member),
    type: types.parameter(schema, group, upperFirst(id), member),
    schema: memberSchema,
    required: isRequired(schema, member),
  }))
}

/** What a method returns, and what an iteration over that gives. */
function answersOf(operation: Operation, types: Types): { all: string; item: string } {
  const { group, response } = operation
  const kind = kindOf(operation)
  if (kind === 'file') return { all: 'bytes', item: '' }
  const answer = types.answer(response, group)
  const list = kind === 'pages' || kind === 'export' ? listOf(response) : undefined
  const item = list === undefined ? answer : types.answer(list.item, group)
  const all = {
    one: answer,
    pages: `Pages[${answer}, ${item}]`,
    export: `Union[Iterator[${item}], Iterator[str]]`,
    stream: `EventStream[${answer}]`,
  }
  return { all: all[kind], item }
}

/** An export is of text or of items, as its format says. */
function formsOfExport(given: readonly Member[], item: string) {
  const of = (type: string, required: boolean, answer: string) => ({
    given: given.map((member) =>
      member.name === 'format' ? { ...member, type, required } : member,
    ),
    answer: `Iterator[${answer}]`,
  })
  return [of('Literal["csv"]', true, 'str'), of('Literal["json"]', false, item)]
}

const setting = (name: string, type: string, value = 'None') => ({
  name,
  text: `${name}: ${type} = ${value}`,
})

/** What the client itself takes for a call. */
function settingsOf(operation: Operation, types: Types): { name: string; text: string }[] {
  if (kindOf(operation) === 'stream') {
    return [
      setting('on_reset', 'Optional[Callable[[str], Any]]'),
      ...Object.entries(operation.frames ?? {}).map(([name, frame]) => {
        const taken = types.answer(frame, operation.group)
        return setting(`on_${name}`, `Optional[Callable[[${taken}], Any]]`)
      }),
      setting('on_interruption', 'Optional[Callable[[Interruption], Any]]'),
      setting('unconnected_max', 'float', 'float("inf")'),
      setting('silence_max', 'float', '_SILENCE_MAX'),
    ]
  }
  const key = operation.safe ? [] : [setting('idempotency_key', 'Optional[str]')]
  return [...key, setting('timeout', 'Optional[float]')]
}

function declared({ name, type, required }: Member): string {
  return `${name}: ${type}${required ? '' : ' = OMIT'}`
}

function aboutOf(operation: Operation, members: readonly Member[]): string[] {
  const { summary, description, roles, reasons, sandboxOnly, safe } = operation
  const stays = sandboxOnly === true ? ['Only a sandbox has it.'] : []
  const approval = mayNeedApproval(operation)
    ? ['It raises an ApprovalRequiredError if other accounts must approve it first.']
    : []
  const about = [`${summary}.`, '', [description, ...stays, ...approval].join(' ')]
  const keyed = safe ? [] : [idempotencyAbout]
  const items = [...members.map(memberAbout), ...keyed]
  return [
    ...about,
    ...(items.length === 0 ? [] : ['', ...items]),
    '',
    `Roles: ${roles.join(', ')}.`,
    ...(reasons.length === 0 ? [] : [`Reasons of its own: ${reasons.join(', ')}.`]),
  ]
}

const idempotencyAbout =
  'idempotency_key (optional): the key under which it takes effect once, for a day. Default: another one for each call.'

function memberAbout({ member, name, schema, required }: Member): string {
  const optional = required ? '' : ' (optional)'
  const parts = [fieldDescription(schema, member, 'caller'), valuesOf(schema), membersText(schema)]
  return `${name}${optional}: ${parts.filter((part) => part !== '').join(' ')}`
}

function valuesOf(schema: Schema): string {
  const values = enumOf(schema)
  return values === undefined ? '' : `One of ${values.map(quoted).join(', ')}.`
}

function enumOf({ enum: values, anyOf = [], items }: Schema): readonly string[] | undefined {
  const parts = [...anyOf, ...(items === undefined ? [] : [items])]
  return values ?? parts.map(enumOf).find((found) => found !== undefined)
}

/** The members of a structure, in one sentence. */
function membersText(schema: Schema): string {
  const own = objectOf(schema)
  if (own === undefined) return ''
  const names = membersOf(own).map(
    ([name]) => `"${name}"${isRequired(own, name) ? '' : ' (optional)'}`,
  )
  return names.length === 0 ? '' : `Members: ${names.join(', ')}.`
}

function objectOf(schema: Schema): Schema | undefined {
  if (schema.properties !== undefined) return schema
  const parts = [...(schema.anyOf ?? []), ...(schema.items === undefined ? [] : [schema.items])]
  return parts.map(objectOf).find((found) => found !== undefined)
}

function code(
  operation: Operation,
  given: readonly Member[],
  path: readonly Member[],
  answer: string,
): string {
  const { id, params, query, body, safe, frames } = operation
  const kind = kindOf(operation)
  const of = `_OPERATIONS[${quoted(id)}]`
  if (kind === 'stream') {
    return statement('return EventStream(', [
      'self._connection',
      of,
      membersIn('', given),
      'on_reset=on_reset',
      ...(frames === undefined ? [] : ['on_moved=on_moved']),
      'on_interruption=on_interruption',
      'unconnected_max=unconnected_max',
      'silence_max=silence_max',
    ])
  }
  const inPath = params === undefined ? [] : [membersIn('params=', path)]
  if (kind === 'pages') {
    const parts = ['self._connection', of, membersIn('', given), ...inPath, 'timeout=timeout']
    return statement('return Pages(', parts)
  }
  const parts = [
    ...inPath,
    ...(body === undefined && query !== undefined ? [membersIn('query=', given)] : []),
    ...(body === undefined ? [] : [membersIn('body=', given)]),
    ...(safe ? [] : ['idempotency_key=idempotency_key']),
    'timeout=timeout',
    ...accepted[kind],
  ]
  const call = statement('call = self._connection._call(', [of, ...parts])
  return `${call}\n${kind === 'one' ? returned(answer) : endings[kind]}`
}

const returned = (answer: string): string =>
  inMethod +
  enclosed('return cast(', [quoted(answer), 'self._connection._answer(call)'], ')', inMethod)

const statement = (open: string, parts: readonly string[]): string =>
  inMethod + enclosed(open, parts, ')', inMethod)

/** The members of a part of the request, by their names in the API. */
function membersIn(open: string, given: readonly Member[]): string {
  const members = given.map(({ member, name }) => `${quoted(member)}: ${name}`)
  return enclosed(`${open}{`, members, '}', inMethod + indent)
}

const accepted = {
  one: [],
  export: ['accept=f"{_CSV}, {_JSON}" if format == "csv" else _JSON'],
  file: ['accept=f"{_PDF}, {_JSON}"'],
} as const

const endings = {
  file: `${inMethod}return self._connection._file(call)`,
  export: `${inMethod}if format == "csv":
${inMethod}    return _export_text(self._connection, call)
${inMethod}return _export_items(self._connection, call)`,
} as const
