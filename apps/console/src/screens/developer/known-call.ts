import { type Operation, operations } from '@vadium/schema'

type Values = Readonly<Record<string, string>>

/** A call as its operation sees it. */
export interface KnownCall {
  readonly operation: Operation
  readonly params: Values
  readonly query: Values
}

/** The operation of a call, and the values that it was given. Undefined if it is none. */
export function knownCall(
  { method, target }: { readonly method: string; readonly target: string },
  serviceUrl: string,
): KnownCall | undefined {
  const { origin, pathname: base } = new URL(serviceUrl)
  const { pathname, searchParams } = new URL(target, origin)
  const path = pathname.slice(base.replace(/\/$/, '').length)
  for (const operation of operations) {
    const params = operation.method === method ? paramsOf(operation.path, path) : undefined
    if (params !== undefined) return { operation, params, query: Object.fromEntries(searchParams) }
  }
  return undefined
}

/** The values of the parameters of a path. Undefined if the path is another one. */
function paramsOf(template: string, path: string): Values | undefined {
  const [names, segments] = [template.split('/'), path.split('/')]
  if (names.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, name] of names.entries()) {
    const segment = segments[at] ?? ''
    const [, member, verb = ''] = /^\{(\w+)\}(:\w+)?$/.exec(name) ?? []
    if (member === undefined) {
      if (segment !== name) return undefined
    } else {
      const value = segment.endsWith(verb) ? segment.slice(0, segment.length - verb.length) : ''
      if (value === '' || value.includes(':')) return undefined
      params[member] = decodeURIComponent(value)
    }
  }
  return params
}

/** A program that makes the call with the SDK. Its key comes from the environment. */
export function sdkSnippet({ operation, params, query }: KnownCall, serviceUrl: string): string {
  const input = [
    ...part('params', literals(operation.params, params)),
    ...part('query', literals(operation.query, query)),
  ]
  const given = input.length === 0 ? '{}' : `{ ${input.join(', ')} }`
  return [
    `import { VadiumClient } from '@vadium/client'`,
    `import { ${operation.id} } from '@vadium/schema'`,
    '',
    'const client = new VadiumClient({',
    `  baseUrl: ${JSON.stringify(serviceUrl)},`,
    `  privateKey: process.env.VADIUM_PRIVATE_KEY ?? '',`,
    '})',
    ...body(operation, given),
  ].join('\n')
}

function body({ id, csv, streams }: Operation, given: string): string[] {
  if (streams === true) {
    return [`for await (const event of client.stream(${id}, ${given})) console.log(event)`]
  }
  if (csv === true) {
    return [
      `for await (const text of client.exportText(${id}, ${given})) process.stdout.write(text)`,
    ]
  }
  return [`const answer = await client.request(${id}, ${given})`]
}

const part = (name: string, members: readonly string[]) =>
  members.length === 0 ? [] : [`${name}: { ${members.join(', ')} }`]

/** The members as a program writes them: numbers and flags without quotes. */
function literals(schema: Operation['query'], values: Values): string[] {
  return Object.entries(values).map(([name, value]) => {
    const type: unknown = schema?.properties[name]?.['type']
    const isPlain = type === 'integer' || type === 'number' || type === 'boolean'
    return `${name}: ${isPlain ? value : JSON.stringify(value)}`
  })
}
