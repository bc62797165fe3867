import { getInstallation, operations } from '@vadium/schema'
import { docComment } from './comments.ts'
import { answerMembersOf, descriptorClassOf, descriptorOf } from './descriptors.ts'
import { errorTypes } from './error-types.ts'
import { classNames, descriptionOf } from './groups.ts'
import { type Method, methodOf } from './methods.ts'
import { type OwnMethod, ownMethods } from './own-methods.ts'
import { typeScript } from './type-language.ts'
import { Types } from './types.ts'
import { kebabCase, lowerFirst } from './words.ts'

const notice =
  '// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.\n'

/** Where everything is generated, and nothing else is. */
export const generatedFolders = ['packages/client/src/resources', 'packages/client/src/types']

/**
 * The files of the SDK that follow from the operations, by their paths. Their text is yet to be
 * formatted.
 */
export function sdkFiles(): Map<string, string> {
  // Which installation a service is, is asked without a signature, and so is none of the
  // operations. Invitations are accepted by people, on a page and in a command line that call
  // these operations by their definitions.
  const all = [...operations, getInstallation]
  const unknown = all.find(({ group }) => !(group in classNames))
  if (unknown !== undefined) throw new Error(`The resource ${unknown.group} has no class.`)
  const types = new Types(
    all.map(({ response }) => response),
    typeScript,
  )
  const groups = Object.keys(classNames)
  const methods = all.map((operation) => methodOf(operation, types))
  const files = new Map<string, string>()
  const put = (path: string, text: string) =>
    files.set(`packages/client/src/${path}`, notice + text)
  for (const group of groups) {
    const own = methods.filter(({ operation }) => operation.group === group)
    put(`resources/${kebabCase(group)}.ts`, resourceFile(group, own, types))
    const written = typesFile(group, types)
    if (written !== '') put(`types/${kebabCase(group)}.ts`, written)
  }
  put('types/errors.ts', errorTypes())
  const typed = groups.filter((group) =>
    files.has(`packages/client/src/types/${kebabCase(group)}.ts`),
  )
  put(
    'types/index.ts',
    listOf(
      ['errors', ...typed.map(kebabCase)].sort(),
      (file) => `export type * from './${file}.ts'`,
    ),
  )
  put(
    'resources/index.ts',
    listOf(
      groups.toSorted(),
      (group) => `export { ${classOf(group)} } from './${kebabCase(group)}.ts'`,
    ),
  )
  put('client.ts', clientFile(groups))
  return files
}

const listOf = (names: readonly string[], line: (name: string) => string): string =>
  `${names.map(line).join('\n')}\n`

function classOf(group: string): string {
  return classNames[group] ?? ''
}

function resourceFile(group: string, methods: readonly Method[], types: Types): string {
  const used = (kind: Method['kind']) => methods.some((method) => method.kind === kind)
  const options = [
    ...(methods.some(({ kind }) => kind !== 'stream') ? ['RequestOptions'] : []),
    'Requests',
  ]
  const calls = [...(used('one') ? ['Call'] : []), ...(used('export') ? ['Export'] : [])]
  const own = ownMethods[group]
  const imports = [
    ...(own === undefined ? [] : [own.imports]),
    ...(calls.length > 0 ? [`import type { ${calls.join(', ')} } from '../core/call.ts'`] : []),
    ...(used('stream')
      ? ["import type { EventStream, StreamOptions } from '../core/event-stream.ts'"]
      : []),
    ...(used('export') ? ["import { requestExport } from '../core/export.ts'"] : []),
    ...descriptorImports(methods),
    `import type { ${options.join(', ')} } from '../core/operation-call.ts'`,
    ...(used('pages') ? ["import type { PageList } from '../core/pages.ts'"] : []),
    ...typeImports(new Set(methods.flatMap(({ names }) => names)), types, '../types'),
  ]
  const shared = sharedAnswers(methods)
  return `${imports.join('\n')}

${docComment([descriptionOf(group)])}
export class ${classOf(group)} {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

${[...methods.map(({ text }) => text), ...(own === undefined ? [] : [ownText(own)])].join('\n\n')}
}

${[
  ...[...shared].map(([members, name]) => `const ${name} = ${members}`),
  ...methods.map((method) => operationText(method, shared)),
].join('\n\n')}
`
}

/** The classes and types of the descriptors below the class of a resource. */
function descriptorImports(methods: readonly Method[]): string[] {
  const all = methods.map(({ operation }) => operation)
  const classes = new Set(all.map(descriptorClassOf))
  return [
    `import { ${[...classes].sort().join(', ')} } from '../core/descriptor.ts'`,
    `import type { OperationOf } from '../core/operation.ts'`,
  ]
}

const ownText = ({ comment, code }: OwnMethod): string => `${docComment(comment, '  ')}\n${code}`

/** The names of the members of answers that several operations have. A page loads them once. */
function sharedAnswers(methods: readonly Method[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const shared = new Map<string, string>()
  for (const { operation, answer } of methods) {
    const members = answerMembersOf(operation.response)
    const name = names.get(members)
    if (name === undefined) names.set(members, `${lowerFirst(answer)}Members`)
    else shared.set(members, name)
  }
  return shared
}

function operationText({ operation, callTypes }: Method, shared: ReadonlyMap<string, string>) {
  const { id, response } = operation
  const members = answerMembersOf(response)
  const text = descriptorOf(operation, shared.get(members) ?? members)
  return `export const ${id}: OperationOf<${callTypes}> = ${text}`
}

function typesFile(group: string, types: Types): string {
  const written = types.file(group)
  if (written.length === 0) return ''
  const own = new Set(written.map(({ name }) => name))
  const names = new Set(written.flatMap((type) => [...type.names]).filter((name) => !own.has(name)))
  const imports = typeImports(names, types, '.')
  const texts = written.map(({ text }) => text)
  return `${[...imports, ...(imports.length > 0 ? [''] : []), texts.join('\n\n')].join('\n')}\n`
}

/** The imports of types, a file each. */
function typeImports(names: ReadonlySet<string>, types: Types, folder: string): string[] {
  const files = new Map<string, string[]>()
  for (const name of [...names].sort()) {
    const file = kebabCase(types.groupOf(name))
    files.set(file, [...(files.get(file) ?? []), name])
  }
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, own]) => `import type { ${own.join(', ')} } from '${folder}/${file}.ts'`)
}

function clientFile(groups: readonly string[]): string {
  const imports = groups
    .toSorted()
    .map((group) => `import { ${classOf(group)} } from './resources/${kebabCase(group)}.ts'`)
  const members = groups.map((group) => {
    const comment = docComment([descriptionOf(group)], '  ')
    return `${comment}\n  readonly ${group} = new ${classOf(group)}(this)`
  })
  return `import { PlatformConnection } from './core/connection.ts'
${imports.join('\n')}

/** A connection with every operation of the service as a method, by its resource. */
export abstract class PlatformClient extends PlatformConnection {
${members.join('\n')}
}
`
}
