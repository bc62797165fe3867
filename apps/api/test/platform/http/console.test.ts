import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { consolePlugin } from '../../../src/platform/http/plugins/console.ts'
import { StartError } from '../../../src/platform/start-error.ts'
import { call } from '../../harness/call.ts'
import { sendRaw } from '../../harness/raw.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const dist = fileURLToPath(new URL('../../../../console/dist', import.meta.url))
if (!existsSync(dist)) throw new Error('the console is not built: run pnpm build')
const files = readdirSync(`${dist}/assets`)
// Beside it, the folder may have files of an earlier build.
const [name = ''] = /index-[^"]*\.js/.exec(readFileSync(`${dist}/index.html`, 'utf8')) ?? []
const script = `/console/assets/${name}`

let service: RunningService
/** The same service for people who sign in, as it is by default. */
let plain: RunningService
beforeAll(async () => {
  service = await startService({
    settings: { CONSOLE: 'true', CONSOLE_KEY_IN_ADDRESS: 'true', BASE_PATH: '/v1' },
  })
  plain = await startService({ settings: { CONSOLE: 'true' } })
})
afterAll(async () => {
  await service.close()
  await plain.close()
})

const metaIn = (text: string, name: string) =>
  new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(text)?.[1]
const sourcesIn = (text: string) =>
  [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, source = '']) => source)

describe('the page of the console', () => {
  it('is below the base path, and so are its assets and what it calls', async () => {
    const page = await call(service, { target: '/console/' })
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(metaIn(page.text, 'vadium-base-path')).toBe('/v1')
    expect(sourcesIn(page.text)).toContain(`/v1${script}`)
    const plainPage = await call(plain, { target: '/console/' })
    expect(metaIn(plainPage.text, 'vadium-base-path')).toBe('')
    expect(sourcesIn(plainPage.text)).toContain(script)
  })

  it('is where its address without a slash leads', async () => {
    const reply = await call(service, { target: '/console' })
    expect([reply.status, reply.headers['location']]).toEqual([302, '/v1/console/'])
  })

  it.each([
    '/console/positions/00000000-0000-4000-8000-00000000000a',
    '/console/transfers?status=IN_PROGRESS&token=BTC',
    `/console/${'a'.repeat(200)}`,
    '/console/not-an-asset.js',
  ])('answers every view of it: %s', async (target) => {
    const reply = await call(service, { target })
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('<div id="page">')
  })

  it('takes a key from its address only where the service says so', async () => {
    const given = async (from: RunningService) =>
      metaIn((await call(from, { target: '/console/' })).text, 'vadium-key-in-address')
    expect([await given(service), await given(plain)]).toEqual(['true', 'false'])
  })

  it('is stored nowhere, and has a new nonce in each answer', async () => {
    const nonces = []
    for (const target of ['/console/', '/console/']) {
      const { headers, text } = await call(service, { target })
      expect(headers['cache-control']).toBe('no-store')
      const nonce = /<meta property="csp-nonce" nonce="([^"]+)"/.exec(text)?.[1] ?? ''
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}';`)
      nonces.push(nonce)
    }
    expect(new Set(nonces).size).toBe(2)
  })

  it('contains no inline script or style, and refers to no other origin', async () => {
    const { text } = await call(service, { target: '/console/' })
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>|<style|\sstyle=|\son\w+=/i)
    expect(sourcesIn(text).filter((source) => !source.startsWith('/v1/console/'))).toEqual([])
  })

  it('is not answered to a POST', async () => {
    const reply = await call(service, { method: 'POST', target: '/console/', body: '{}' })
    expect(reply.status).toBe(404)
  })
})

describe('every answer of the console', () => {
  it.each(['/console/', '/console', script])('restricts the browser: %s', async (target) => {
    const { headers } = await call(service, { target })
    const policy = String(headers['content-security-policy'])
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "worker-src 'self'",
      // One policy, which may be made once.
      'trusted-types vadium-worker',
    ]) {
      expect(policy.split('; ')).toContain(part)
    }
    expect(policy).not.toMatch(/unsafe|http|\*/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
  })
})

describe('an asset of the console', () => {
  it('is kept by browsers for good', async () => {
    const { status, headers } = await call(service, { target: script })
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toContain('javascript')
    const etag = String(headers['etag'])
    const again = await call(service, { target: script, headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('is sent as brotli to who accepts it, with the same content', async () => {
    const [reply, compressed] = await Promise.all([
      fetch(service.url + script, { headers: { 'accept-encoding': 'identity' } }),
      sendRaw(
        service,
        `GET /v1${script} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept-Encoding: gzip, br\r\n\r\n`,
      ),
    ])
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'Accept-Encoding',
      'content-type': reply.headers.get('content-type'),
    })
    expect([reply.headers.get('content-encoding'), reply.headers.get('vary')]).toEqual([
      null,
      'Accept-Encoding',
    ])
    expect(compressed.headers['etag']).not.toBe(reply.headers.get('etag'))
    const content = brotliDecompressSync(Buffer.from(compressed.text, 'latin1'))
    expect(content.toString()).toBe(await reply.text())
  })

  it('has a compressed copy wherever that is worth it', () => {
    const text = files.filter((name) => /\.(?:js|css|svg)$/.test(name))
    expect(text.filter((name) => !files.includes(`${name}.br`))).toEqual([])
  })

  it('answers HEAD without a body', async () => {
    const reply = await fetch(service.url + script, { method: 'HEAD' })
    expect([reply.status, await reply.text()]).toEqual([200, ''])
    expect(Number(reply.headers.get('content-length'))).toBeGreaterThan(0)
  })

  it('is sent whole to a request for a range', async () => {
    const reply = await fetch(service.url + script, { headers: { range: 'bytes=0-9' } })
    expect(reply.status).toBe(200)
    expect((await reply.text()).length).toBeGreaterThan(10)
  })

  it.each([
    ['of another version', '/console/assets/index-00000000.js', 404],
    ['that is a compressed copy', `${script}.br`, 404],
    ['that is the folder', '/console/assets/', 404],
    ['outside its folder', '/console/assets/../index.html', 400],
    ['outside its folder, encoded', '/console/assets/%2e%2e/index.html', 400],
    ['outside its folder, encoded whole', '/console/assets/..%2Findex.html', 400],
    ['outside its folder, encoded twice', '/console/assets/%252e%252e%252findex.html', 404],
    ['with a NUL', `${script}%00`, 404],
    ['with a backslash', '/console/assets/..\\index.html', 400],
  ])('%s is refused like any unknown path', async (_name, path, status) => {
    const reply = await sendRaw(
      service,
      `GET /v1${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect([reply.status, reply.headers['content-type']]).toEqual([
      status,
      'application/json; charset=utf-8',
    ])
    expect(reply.text).toContain(status === 404 ? 'ROUTE_NOT_FOUND' : 'REQUEST_MALFORMED')
  })
})

describe('a service without the console', () => {
  it('has none of its paths', async () => {
    const without = await startService({ settings: { CONSOLE: 'false' } })
    for (const target of ['/console', '/console/', script]) {
      const reply = await call(without, { target })
      expect(reply.status).toBe(404)
      expect(reply.text).toContain('ROUTE_NOT_FOUND')
    }
    await without.close()
  })

  it('says what to do when it is not built', async () => {
    const app = Fastify()
    const starting = app.register(consolePlugin, {
      basePath: '',
      takesKeyFromAddress: false,
      folder: '/nonexistent',
    })
    await expect(Promise.resolve(starting)).rejects.toThrow(StartError)
    await expect(Promise.resolve(starting)).rejects.toThrow(/pnpm build, or set CONSOLE=false/)
  })
})
