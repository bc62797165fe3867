import type { Operation } from '@vadium/schema'
import { errorReason, mayNeedApproval } from '@vadium/schema'
import { docComment } from './comments.ts'
import { exampleOf } from './examples.ts'
import { fieldDescription } from './fields.ts'
import { notes } from './notes.ts'
import { hasOnlyOptionalMembers, isRequired, listOf, membersOf, type Schema } from './schema-of.ts'
import type { Types } from './types.ts'
import { camelCase, lowerFirst, upperFirst } from './words.ts'

/** How a method answers. */
type Kind = 'one' | 'pages' | 'export' | 'stream' | 'file'

/** A method of a resource, and the types that it names. */
export interface Method {
  readonly name: string
  readonly operation: Operation
  readonly kind: Kind
  readonly text: string
  readonly answer: string
  /** The types of its calls, as `OperationOf` takes them. */
  readonly callTypes: string
  readonly names: readonly string[]
}

interface Parameter {
  readonly name: string
  readonly type: string
  readonly isOptional: boolean
  readonly about: readonly string[]
  readonly example: string | undefined
}

/**
 * What stands in a path, as a parameter, where its whole name would repeat that of the resource.
 */
const pathNames: Readonly<Record<string, string>> = {
  mail_address_id: 'addressId',
  webhook_endpoint_id: 'endpointId',
  webhook_delivery_id: 'deliveryId',
}

/** The queries that have had another name. */
const queryNames: Readonly<Record<string, string>> = { listTransfers: 'TransferFilter' }

/**
 * The method of the SDK, named for the verb of the command: what a shell tails, a program streams.
 */
export function methodNameOf({ command: [, verb], streams }: Operation): string {
  return camelCase(streams === true ? 'stream' : verb)
}

export function kindOf({ csv, file, streams, query }: Operation): Kind {
  if (file !== undefined) return 'file'
  if (csv === true) return 'export'
  if (streams === true) return 'stream'
  return query?.properties['page_token'] === undefined ? 'one' : 'pages'
}

/** The method of an operation, with all that is said of it. */
export function methodOf(operation: Operation, types: Types): Method {
  const name = methodNameOf(operation)
  const kind = kindOf(operation)
  const isFile = kind === 'file'
  const answer = isFile ? 'Uint8Array' : types.answer(operation.response, operation.group)
  for (const frame of Object.values(operation.frames ?? {})) types.answer(frame, operation.group)
  const list = listOf(operation.response)
  const hasItems = list !== undefined && (kind === 'pages' || kind === 'export')
  const item = hasItems ? types.answer(list.item, operation.group) : answer
  const path = pathParameters(operation)
  const input = inputParameter(operation, kind, types)
  const parameters = [...path, ...(input === undefined ? [] : [input])]
  const comment = commentOf(operation, kind, parameters, exampleCall(operation, kind, parameters))
  const code = codeOf({ name, operation, kind, answer, item, path, input })
  return {
    name,
    operation,
    kind,
    text: `${comment}\n${code}`,
    answer,
    callTypes: callTypesOf(operation, input, answer),
    names: [...(isFile ? [] : [answer, item]), ...(input === undefined ? [] : [input.type])],
  }
}

function pathParameters({ params }: Operation): Parameter[] {
  if (params === undefined) return []
  return membersOf(params).map(([name, member]) => ({
    name: pathNames[name] ?? camelCase(name),
    type: 'string',
    isOptional: false,
    about: [fieldDescription(member, name)],
    example: exampleOf(member, name),
  }))
}

function inputParameter(operation: Operation, kind: Kind, types: Types): Parameter | undefined {
  const { id, body, query, group } = operation
  const method = `client.${group}.${methodNameOf(operation)}`
  if (body !== undefined) {
    // A change of nothing is a mistake.
    const isChange = operation.command[1] === 'update' || body.minProperties !== undefined
    const isOptional = hasOnlyOptionalMembers(body) && !isChange
    return {
      name: 'body',
      type: types.input(body, group, upperFirst(id), `What \`${method}\` takes.`),
      isOptional,
      about: membersAbout(body),
      example: isOptional ? undefined : exampleOf(body, id),
    }
  }
  if (query === undefined) return undefined
  const queryName = queryNames[id] ?? `${upperFirst(id)}Query`
  const isOptional = hasOnlyOptionalMembers(query)
  return {
    name: kind === 'export' ? 'query' : 'filter',
    type: types.input(query, group, queryName, `What \`${method}\` can be asked for.`),
    isOptional,
    about: membersAbout(query),
    example: isOptional ? undefined : exampleOf(query, id),
  }
}

function membersAbout(input: Schema): string[] {
  return membersOf(input).map(([name, member]) => {
    const optional = isRequired(input, name) ? '' : ' (optional)'
    return `  - \`${name}\`${optional}: ${fieldDescription(member, name)}`
  })
}

function callTypesOf({ params }: Operation, input: Parameter | undefined, answer: string): string {
  const inPath = Object.keys(params?.properties ?? {}).map((name) => `${name}: string`)
  const parts = [
    ...(inPath.length > 0 ? [`params: { ${inPath.join('; ')} }`] : []),
    ...(input === undefined ? [] : [`${partOf(input)}: ${input.type}`]),
    `answer: ${answer}`,
  ]
  return `{ ${parts.join('; ')} }`
}

const partOf = ({ name }: Parameter): 'body' | 'query' => (name === 'body' ? 'body' : 'query')

/** What a method is written of. */
interface MethodParts {
  readonly name: string
  readonly operation: Operation
  readonly kind: Kind
  readonly answer: string
  readonly item: string
  readonly path: readonly Parameter[]
  readonly input: Parameter | undefined
}

function codeOf(parts: MethodParts): string {
  const { name, operation, kind, answer, item, input } = parts
  const request = `this.#requests`
  const given = `${operation.id}, ${givenOf(parts)}, options`
  const signature = (options = 'RequestOptions') =>
    `${name}(${declared(parts, options).join(', ')})`
  switch (kind) {
    case 'one':
      return `${signature()}: Call<${answer}> { return ${request}.request(${given}) }`
    case 'pages':
      return `${signature()}: PageList<${answer}, ${item}> { return ${request}.list(${given}) }`
    case 'file':
      return `${signature()}: Call<Uint8Array> { return ${request}.file(${given}) }`
    case 'stream':
      return `${signature('StreamOptions')}: EventStream<${answer}> { return ${request}.stream(${given}) }`
    case 'export': {
      const query = input?.type ?? ''
      const text = 'Export<string>'
      const items = `Export<${item}>`
      return [
        `${name}(query: ${query} & { format: 'csv' }, options?: RequestOptions): ${text}`,
        `${name}(query?: ${query} & { format?: 'json' | undefined }, options?: RequestOptions): ${items}`,
        `${signature()}: ${text} | ${items} { return requestExport(${request}, ${given}) }`,
      ].join('\n')
    }
  }
}

function declared({ path, input }: MethodParts, options: string): string[] {
  return [
    ...path.map(({ name, type }) => `${name}: ${type}`),
    ...(input === undefined
      ? []
      : [`${input.name}: ${input.type}${input.isOptional ? ' = {}' : ''}`]),
    `options: ${options} = {}`,
  ]
}

function givenOf({ operation, path, input }: MethodParts): string {
  const names = Object.keys(operation.params?.properties ?? {})
  const inPath = names.map((name, index) => `${name}: ${path[index]?.name ?? ''}`)
  const given = [
    ...(inPath.length > 0 ? [`params: { ${inPath.join(', ')} }`] : []),
    ...(input === undefined
      ? []
      : [input.name === partOf(input) ? input.name : `query: ${input.name}`]),
  ]
  return `{ ${given.join(', ')} }`
}

const ofKind: Readonly<Record<Kind, string | undefined>> = {
  one: undefined,
  file: 'The answer has the bytes of the file.',
  pages: 'Await it for one page, or iterate over it for every item of every page.',
  export:
    "Iterate over it: with `format: 'csv'` it comes as chunks of its text, otherwise as its items. All of it has come when the iteration ends without an error. Nothing is sent before the iteration begins.",
  stream:
    'Iterate over it: each event comes once, in order. It connects again by itself, and continues after the last event that it gave.',
}

function commentOf(
  operation: Operation,
  kind: Kind,
  parameters: readonly Parameter[],
  example: string,
): string {
  const { id, summary, description, roles, safe, sandboxOnly } = operation
  const more = [
    ofKind[kind],
    notes[id],
    sandboxOnly === true ? 'Only a sandbox has it.' : undefined,
    `Roles: ${roles.map((role) => `\`${role}\``).join(', ')}.`,
  ].filter((paragraph) => paragraph !== undefined)
  return docComment(
    [
      `${summary}. ${description}`,
      ...more.flatMap((paragraph) => ['', paragraph]),
      '',
      ...parameters.flatMap(parameterComment),
      `@param options ${optionsAbout(kind, safe)}`,
      ...thrown(operation, kind),
      `@example\n${fenced(example)}`,
    ],
    '  ',
  )
}

function parameterComment({ name, about }: Parameter): string[] {
  const [only = '', ...more] = about
  if (more.length === 0 && !only.startsWith(' ')) return [`@param ${name} ${only}`]
  return [`@param ${name}`, ...about]
}

function optionsAbout(kind: Kind, safe: boolean): string {
  if (kind === 'stream')
    return 'What ends the stream, and what is called at a reset or an interruption.'
  return safe
    ? 'What ends the call, and how long an attempt may take, in milliseconds.'
    : 'What ends the call, how long an attempt may take, in milliseconds, and the key under which it takes effect once.'
}

function thrown(operation: Operation, kind: Kind): string[] {
  const { reasons, sandboxOnly } = operation
  const all = [...reasons, ...(sandboxOnly === true ? (['ROUTE_NOT_FOUND'] as const) : [])]
  const others =
    kind === 'stream'
      ? '{@link VadiumStreamResetError}, unless there is an `onReset`; and whatever every call may throw, see {@link VadiumError}, where it will not pass with time.'
      : 'Whatever every call may throw, see {@link VadiumError}.'
  const own = all.map((reason) => `  - \`${reason}\`: ${errorReason(reason).message}`)
  return [
    ...(own.length === 0 ? [] : ['@throws {@link VadiumServiceError} with the reason', ...own]),
    ...(mayNeedApproval(operation)
      ? ['@throws {@link ApprovalRequiredError} if other accounts must approve it first.']
      : []),
    `@throws ${others}`,
  ]
}

const fenced = (code: string): string => `\`\`\`ts\n${code}\n\`\`\``

/** A call, as a program makes it. */
function exampleCall(operation: Operation, kind: Kind, parameters: readonly Parameter[]): string {
  const given = parameters.flatMap(({ example }) => (example === undefined ? [] : [example]))
  const call = `client.${operation.group}.${methodNameOf(operation)}(${given.join(', ')})`
  if (kind === 'file') return `const bytes = await ${call}`
  if (kind === 'one') {
    const { title = 'answer' }: Schema = operation.response
    return `const ${lowerFirst(title)} = await ${call}`
  }
  const list = kind === 'stream' ? undefined : listOf(operation.response)
  const item: Schema = list?.item ?? operation.response
  const name = lowerFirst(item.title ?? 'item')
  const first = Object.keys(item.properties ?? {})[0] ?? ''
  return `for await (const ${name} of ${call}) console.log(${name}.${first})`
}
