import { execFileSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { operations } from '@vadium/schema'
import { describe, expect, it, vi } from 'vitest'
import recorded from '../../../apps/api/src/platform/http/documents/examples.json' with { type: 'json' }
import shown from '../../../apps/api/src/platform/http/documents/samples.json' with { type: 'json' }
import {
  generateKeyPair,
  type Transport,
  type TransportReply,
  type TransportRequest,
  VadiumClient,
} from '../src/index.ts'
import { shownInPython } from '../../../apps/api/test/harness/python-client.ts'
import { pythonProgram } from '../../../apps/api/test/harness/wanted-programs.ts'
import { refusal as refused, scriptedServer } from './scripted-server.ts'
import { sdkSamples } from './sdk-samples.ts'

interface Example {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly answer: unknown
}
const examples: Readonly<Record<string, Example>> = recorded.operations
const samples: Readonly<Record<string, Readonly<Record<Language, string>>>> = shown
type Language = 'typescript' | 'python' | 'shell'

/** What a request has in it, wherever its order does not matter. */
interface Content {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

function contentOf(method: string, target: string, body: string | undefined): Content {
  const { pathname: path, searchParams } = new URL(target, 'http://localhost')
  const query = Object.fromEntries(searchParams)
  return { method, path, query, body: body === undefined ? undefined : JSON.parse(body) }
}

function exampleContent(id: string): Content {
  const { params = {}, query = {}, body } = examples[id] ?? {}
  const { method = '', path = '' } = operations.find((operation) => operation.id === id) ?? {}
  return {
    method,
    path: path.replaceAll(/\{(\w+)\}/g, (_found, name: string) => params[name] ?? ''),
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    body,
  }
}

const refusal = {
  error: {
    code: 'PERMISSION_DENIED',
    message: 'No.',
    reason: 'ROLE_NOT_PERMITTED',
    request_id: '',
  },
}

/** Keeps what it was to send, and refuses it. */
class Recorder implements Transport {
  sent: Content | undefined

  send({ method, target, body }: TransportRequest): Promise<TransportReply> {
    this.sent ??= contentOf(method, target, body && new TextDecoder().decode(body))
    const type = { 'content-type': 'application/json' }
    return Promise.resolve({
      status: 403,
      headers: new Headers(type),
      body: Readable.from([new TextEncoder().encode(JSON.stringify(refusal))]),
    })
  }
}

const { privateKey } = generateKeyPair()

describe('the snippets of the API document', () => {
  it.each(Object.entries(sdkSamples))(
    '%s: the SDK sends the request of the example',
    async (id, run) => {
      vi.spyOn(console, 'log').mockImplementation(() => undefined)
      const transport = new Recorder()
      const client = new VadiumClient({ baseUrl: 'http://localhost', privateKey, transport })
      await expect(run(client)).rejects.toThrow()
      expect(transport.sent).toEqual(exampleContent(id))
      vi.restoreAllMocks()
    },
  )

  it('have the request of the example on each line for a shell', () => {
    const lines = Object.values(samples).map(({ shell }) => shell)
    const program = `sh() { printf '%s\\0' "$@" "END"; }\n${lines.join('\n')}`
    const words = execFileSync('sh', ['-c', program], { encoding: 'utf8' }).split('END\0')
    for (const [i, id] of Object.keys(samples).entries()) {
      const [file, method = '', target = '', body] = words[i]?.split('\0').slice(0, -1) ?? []
      expect(file).toBe('signed-request.sh')
      expect(contentOf(method, target, body)).toEqual(exampleContent(id))
    }
  })

  it.runIf(pythonProgram !== undefined)('send the request of the example in Python', async () => {
    await using server = await scriptedServer()
    server.answer(refused('ROLE_NOT_PERMITTED'))
    const texts = JSON.stringify(Object.values(samples).map(({ python }) => python))
    const reasons = await shownInPython(
      `for text in json.loads(${JSON.stringify(texts)}):
    show(failure(lambda: exec(text))["reason"])`,
      { url: server.url, privateKey },
    )
    expect(new Set(reasons)).toEqual(new Set(['ROLE_NOT_PERMITTED']))
    for (const [i, id] of Object.keys(samples).entries()) {
      const { method = '', target = '', body } = server.arrived[i] ?? {}
      const text = body?.length === 0 ? undefined : new TextDecoder().decode(body)
      expect(contentOf(method, target, text)).toEqual(exampleContent(id))
    }
  })

  it('are there for every operation', () => {
    const ids = operations.map(({ id }) => id)
    expect(Object.keys(samples).sort()).toEqual(ids.toSorted())
    expect(Object.keys(sdkSamples).sort()).toEqual(ids.toSorted())
  })
})
