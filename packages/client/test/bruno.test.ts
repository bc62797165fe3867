import { verify, createPublicKey } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { operations, signingInput } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { keys } from './scripted-server.ts'

const folder = fileURLToPath(new URL('../../../docs/bruno/', import.meta.url))
const [, script = ''] =
  /^script:pre-request \{\n([^]*?)\n\}/m.exec(readFileSync(`${folder}collection.bru`, 'utf8')) ?? []

/** What the script makes of a request, where Bruno would send it. */
function sent(method: string, url: string, body?: unknown) {
  const headers: Record<string, string> = {}
  const made = { url, body, headers }
  runInNewContext(script, {
    Buffer,
    URL,
    require: createRequire(import.meta.url),
    bru: {
      interpolate: (text: string) =>
        text.replace('{{private_key}}', keys.privateKey).replace('{{url}}', 'http://localhost/v1'),
    },
    req: {
      getMethod: () => method,
      getUrl: () => url,
      getBody: () => body,
      setUrl: (text: string) => (made.url = text),
      setBody: (text: unknown) => (made.body = text),
      setHeader: (name: string, value: string) => (headers[name] = value),
    },
  })
  return made
}

describe('the collection for Bruno', () => {
  it.each([
    ['GET', '{{url}}/orders?a=é', undefined],
    ['POST', '{{url}}/orders', { text: 'é' }],
    ['POST', '{{url}}/orders/1:cancel', undefined],
  ])('signs a request %s %s', (method, given, content) => {
    const { url, body, headers } = sent(method, given, content)
    const { pathname, search } = new URL(url)
    const timestamp = headers['X-Timestamp-Ms'] ?? ''
    const text = typeof body === 'string' ? body : ''
    expect(text === '' ? undefined : JSON.parse(text)).toEqual(content)
    const bytes = new TextEncoder().encode(text)
    const input = signingInput({ method, target: pathname + search, body: bytes, timestamp })
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: keys.publicKey }
    const signature = Buffer.from(headers['X-Signature'] ?? '', 'base64url')
    expect(verify(null, input, createPublicKey({ key: jwk, format: 'jwk' }), signature)).toBe(true)
    expect(headers['Idempotency-Key'] !== undefined).toBe(method !== 'GET')
  })

  it('has every operation', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const texts = files
      .filter((name) => /\/.*\.bru$/.test(name))
      .map((name) => readFileSync(folder + name, 'utf8'))
    const calls = texts.map((text) => {
      const [, method = '', path = ''] =
        /^(\w+) \{\n {2}url: \{\{url\}\}([^?\n]*)/m.exec(text) ?? []
      return `${method.toUpperCase()} ${path.replaceAll(/\{\{(\w+)\}\}/g, '{$1}')}`
    })
    expect(calls.sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort())
  })
})
