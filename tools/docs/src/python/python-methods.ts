import { mayNeedApproval, type Operation } from '@vadium/schema'
import { fieldDescription, formOf } from '../sdk/fields.ts'
import { kindOf, methodNameOf } from '../sdk/methods.ts'
import { isRequired, membersOf, type Schema } from '../sdk/schema-of.ts'
import { docstring, enclosed, pythonName, quoted } from './python-text.ts'

/** A member of the path, the query or the body of an operation. */
interface Member {
  /** As the API writes it. */
  readonly member: string
  readonly name: string
  readonly schema: Schema
  readonly required: boolean
}

const indent = '    '
const inMethod = `${indent}${indent}`

/** A method of a resource of the client, for one operation. */
export function pythonMethod(operation: Operation): string {
  const { params = {}, query, body } = operation
  const inPath = partOf(params)
  const given = partOf(body ?? query ?? {})
  const kind = kindOf(operation)
  const own = settingsOf(operation)
  const names = [...inPath, ...given, ...own].map(({ name }) => name)
  if (new Set(names).size < names.length) {
    throw new Error(`Two parameters of ${operation.id} have one name in Python.`)
  }
  const named = [
    ...given.filter(({ required }) => required).map(declared),
    ...given.filter(({ required }) => !required).map(declared),
    ...own.map(({ text }) => text),
  ]
  const parameters = ['self', ...inPath.map(declared), '*', ...named]
  const open = `def ${pythonName(methodNameOf(operation))}(`
  const head = indent + enclosed(open, parameters, `) -> ${answers[kind]}:`, indent)
  return [
    head,
    docstring(aboutOf(operation, [...inPath, ...given]), inMethod),
    code(operation),
  ].join('\n')
}

function partOf(schema: Schema): Member[] {
  return membersOf(schema).map(([member, memberSchema]) => ({
    member,
    name: pythonName(member),
    schema: memberSchema,
    required: isRequired(schema, member),
  }))
}

const answers = {
  one: 'Answer',
  pages: 'Pages',
  file: 'bytes',
  export: 'Iterator[Any]',
  stream: 'EventStream',
} as const

const setting = (name: string, type: string, value = 'None') => ({
  name,
  text: `${name}: ${type} = ${value}`,
})

/** What the client itself takes for a call. */
function settingsOf(operation: Operation): { name: string; text: string }[] {
  if (kindOf(operation) === 'stream') {
    return [
      setting('on_reset', 'Optional[Callable[[str], Any]]'),
      ...(operation.frames === undefined
        ? []
        : [setting('on_moved', 'Optional[Callable[[Dict[str, Any]], Any]]')]),
      setting('on_interruption', 'Optional[Callable[[Interruption], Any]]'),
      setting('unconnected_max', 'float', 'float("inf")'),
      setting('silence_max', 'float', '_SILENCE_MAX'),
    ]
  }
  const key = operation.safe ? [] : [setting('idempotency_key', 'Optional[str]')]
  return [...key, setting('timeout', 'Optional[float]')]
}

function declared({ name, schema, required }: Member): string {
  return `${name}: ${typeOf(schema)}${required ? '' : ' = OMIT'}`
}

function typeOf(schema: Schema): string {
  const variants = schema.anyOf
  if (variants !== undefined) {
    const types = [...new Set(variants.map(typeOf))]
    const values = types.filter((type) => type !== 'None')
    const [only = 'Any', ...more] = values
    const value = more.length === 0 ? only : `Union[${values.join(', ')}]`
    return types.length === values.length ? value : `Optional[${value}]`
  }
  const form = formOf(schema)
  if (form !== undefined) return form.python
  switch (schema.type) {
    case 'null':
      return 'None'
    case 'boolean':
      return 'bool'
    case 'integer':
      return 'int'
    case 'array':
      return `Sequence[${typeOf(schema.items ?? {})}]`
    case 'object':
      return 'Mapping[str, Any]'
    case 'string':
      return 'str'
    default:
      throw new Error(`A parameter has the type ${String(schema.type)}, which Python cannot send.`)
  }
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

function code(operation: Operation): string {
  const { id, params, query, body, safe, frames } = operation
  const kind = kindOf(operation)
  const of = `_OPERATIONS[${quoted(id)}]`
  if (kind === 'stream') {
    return statement('return EventStream(', [
      'self._connection',
      of,
      ...membersIn('', query ?? {}),
      'on_reset=on_reset',
      ...(frames === undefined ? [] : ['on_moved=on_moved']),
      'on_interruption=on_interruption',
      'unconnected_max=unconnected_max',
      'silence_max=silence_max',
    ])
  }
  const inPath = membersIn('params=', params)
  if (kind === 'pages') {
    const parts = ['self._connection', of, ...membersIn('', query), ...inPath, 'timeout=timeout']
    return statement('return Pages(', parts)
  }
  const parts = [
    ...inPath,
    ...membersIn('query=', query),
    ...membersIn('body=', body),
    ...(safe ? [] : ['idempotency_key=idempotency_key']),
    'timeout=timeout',
    ...accepted[kind],
  ]
  return `${statement('call = self._connection._call(', [of, ...parts])}\n${endings[kind]}`
}

const statement = (open: string, parts: readonly string[]): string =>
  inMethod + enclosed(open, parts, ')', inMethod)

/** The members of a part of the request, by their names in the API. */
function membersIn(open: string, schema: Schema | undefined): string[] {
  if (schema === undefined) return []
  const members = partOf(schema).map(({ member, name }) => `${quoted(member)}: ${name}`)
  return [enclosed(`${open}{`, members, '}', inMethod + indent)]
}

const accepted = {
  one: [],
  export: ['accept=f"{_CSV}, {_JSON}" if format == "csv" else _JSON'],
  file: ['accept=f"{_PDF}, {_JSON}"'],
} as const

const endings = {
  one: `${inMethod}return self._connection._answer(call)`,
  file: `${inMethod}return self._connection._file(call)`,
  export: `${inMethod}if format == "csv":
${inMethod}    return _export_text(self._connection, call)
${inMethod}return _export_items(self._connection, call)`,
} as const
