import { readFile } from 'node:fs/promises'
import {
  type Operation,
  type OperationExamples,
  operations,
  groupDescriptions,
} from '@vadium/schema'

const folder = 'docs/bruno'

type Example = OperationExamples['operations'][string]

const groups = [...new Set(operations.map(({ group }) => group))]

/** It runs before each request, with the modules of Node. */
const script = `const { createPrivateKey, randomUUID, sign } = require('crypto')

const method = req.getMethod()
const { href, pathname, search } = new URL(bru.interpolate(req.getUrl()))
const given = req.getBody()
const body = typeof given === 'object' && given !== null ? JSON.stringify(given) : (given ?? '')
const pair = Buffer.from(bru.interpolate('{{private_key}}'), 'base64url') // seed, public key
const [d, x] = [pair.toString('base64url', 0, 32), pair.toString('base64url', 32)]
const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' })
const timestamp = String(Date.now())
const text = [method, pathname, method === 'GET' ? search.slice(1) : body, timestamp].join('|')
req.setUrl(href)
if (body !== '') req.setBody(body)
req.setHeader('X-API-Key', x)
req.setHeader('X-Timestamp-Ms', timestamp)
req.setHeader('X-Signature', sign(null, Buffer.from(text), key).toString('base64url'))
if (method !== 'GET') req.setHeader('Idempotency-Key', randomUUID())`

/** The folders of the collection in which everything is generated. */
export const brunoFolders = groups.map((group) => `${folder}/${titleOf(group)}`)

/** A collection of requests for Bruno: each operation with its example, and a script that signs. */
export async function brunoFiles(root: string): Promise<ReadonlyMap<string, string>> {
  const recorded = `${root}apps/api/src/platform/http/documents/examples.json`
  const text = await readFile(recorded, 'utf8')
  const examples = JSON.parse(text) as OperationExamples
  const files = new Map([
    [`${folder}/bruno.json`, JSON.stringify({ version: '1', name: 'Vadium', type: 'collection' })],
    [`${folder}/collection.bru`, collection()],
  ])
  for (const group of groups) {
    const own = operations.filter((operation) => operation.group === group)
    for (const [at, operation] of own.entries()) {
      const example = examples.operations[operation.id] ?? { caller: '', answer: undefined }
      const path = `${folder}/${titleOf(group)}/${operation.summary}.bru`
      files.set(path, requestText(operation, example, at + 1))
    }
  }
  return files
}

function titleOf(group: string): string {
  return groupDescriptions[group]?.title ?? group
}

const block = (name: string, lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : `${name} {\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n}\n`

type Values = Readonly<Record<string, unknown>>

const linesOf = (values: Values, needed = Object.keys(values)): string[] =>
  Object.entries(values).map(
    ([name, value]) => `${needed.includes(name) ? '' : '~'}${name}: ${String(value)}`,
  )

/** The query of what must be given. Bruno keeps it in the address as well. */
function searchOf(values: Values, needed: readonly string[]): string {
  const given = needed.map((name): [string, string] => [name, String(values[name])])
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

/** The address of the service and the key are variables of the process, so no file has a key. */
function collection(): string {
  return [
    block('vars:pre-request', [
      'url: {{process.env.VADIUM_URL}}',
      'private_key: {{process.env.VADIUM_PRIVATE_KEY}}',
    ]),
    block('script:pre-request', script.split('\n')),
    block('docs', [
      'Every operation of Vadium, with an example. The script signs each request.',
      '',
      'It needs the developer mode of scripts, and VADIUM_URL and VADIUM_PRIVATE_KEY in a file `.env`',
      'of this folder. Switch on the parameters of a list that you want.',
    ]),
  ].join('\n')
}

function requestText(operation: Operation, example: Example, at: number): string {
  const { summary, description, method, path, roles, body: takesBody } = operation
  const { params = {}, query = {}, body } = example
  const place = path.replaceAll(/\{(\w+)\}/g, (_found, name: string) => `{{${name}}}`)
  const needed = operation.query?.required ?? []
  const content = body ?? (takesBody === undefined ? undefined : {})
  return [
    block('meta', [`name: ${summary}`, 'type: http', `seq: ${at}`]),
    block(method.toLowerCase(), [
      `url: {{url}}${place}${searchOf(query, needed)}`,
      `body: ${content === undefined ? 'none' : 'json'}`,
      'auth: none',
    ]),
    block('params:query', linesOf(query, needed)),
    block('body:json', content === undefined ? [] : JSON.stringify(content, null, 2).split('\n')),
    block('vars:pre-request', linesOf(params)),
    block('docs', [description, '', `Roles: ${roles.join(', ')}.`]),
  ]
    .filter((text) => text !== '')
    .join('\n')
}
