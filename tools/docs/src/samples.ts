import { readFile } from 'node:fs/promises'
import { type Operation, type OperationExamples, operations, shellWord } from '@vadium/schema'
import { pythonCall } from './python/python-call.ts'
import { written } from './sdk/examples.ts'
import { kindOf, methodNameOf } from './sdk/methods.ts'

const folder = 'apps/api/src/platform/http/documents'

type Example = OperationExamples['operations'][string]

/**
 * How to send the request of each example: the texts that the document shows, and the calls of the
 * SDK as a file of its tests, so that the compiler and a test see every one of them.
 */
export async function sampleFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(`${root}${folder}/examples.json`, 'utf8')
  const examples = JSON.parse(text) as OperationExamples
  const samples = operations.flatMap((operation) => {
    const example = examples.operations[operation.id]
    if (example === undefined) return []
    const typescript = sdkCall(operation, example)
    const python = pythonCall(operation, example)
    return [{ id: operation.id, typescript, python, shell: shellLine(operation, example) }]
  })
  const shown = samples.map(({ id, ...sample }) => [id, sample] as const)
  const calls = samples.map(({ id, typescript }) => `${id}: async (client) => { ${typescript} },`)
  return new Map([
    [`${folder}/samples.json`, JSON.stringify(Object.fromEntries(shown))],
    [
      'packages/client/test/sdk-samples.ts',
      `// Generated from the examples of the OpenAPI document by "pnpm docs:write". Do not edit it.
/* oxlint-disable no-console -- These are the programs of users, who look at the answers. */
import type { VadiumClient } from '../src/index.ts'

export const sdkSamples: Readonly<Record<string, (client: VadiumClient) => Promise<void>>> = {
${calls.join('\n')}
}
`,
    ],
  ])
}

function sdkCall(operation: Operation, { params = {}, query, body }: Example): string {
  const given = [...Object.values(params), ...[body ?? query].filter((part) => part !== undefined)]
  const parameters = given.map((value) => written(value, '')).join(', ')
  const call = `client.${operation.group}.${methodNameOf(operation)}(${parameters})`
  switch (kindOf(operation)) {
    case 'export':
      return `for await (const row of ${call}) console.log(row)`
    case 'stream':
      return `for await (const event of ${call}) console.log(event)`
    default:
      return `console.log(await ${call})`
  }
}

function shellLine(
  { method, path }: Operation,
  { params = {}, query = {}, body }: Example,
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_found, name: string) => String(params[name]))
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const target = search === '' ? filled : `${filled}?${search}`
  const words = [method, target, ...(body === undefined ? [] : [JSON.stringify(body, null, 2)])]
  return `sh signed-request.sh ${words.map(shellWord).join(' ')}`
}
