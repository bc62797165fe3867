import { execFileSync } from 'node:child_process'
import { posix } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import MiniSearch, { type Options } from 'minisearch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guidesPlugin } from '../../../src/platform/http/plugins/guides.ts'
import { call } from '../../harness/call.ts'
import { exampleOf } from '../../harness/close-out-programs.ts'
import { sendRaw } from '../../harness/raw.ts'
import { type RunningService, startService } from '../../harness/service.ts'

let service: RunningService
beforeAll(async () => {
  service = await startService({ settings: { BASE_PATH: '/v1' } })
  const { status } = await call(service, { target: '/docs/guides/' })
  if (status === 404) throw new Error('the guides are not built: run pnpm build')
})
afterAll(() => service.close())

const textOf = async (target: string) => (await call(service, { target })).text
const linksIn = (text: string) =>
  [...text.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, link = '']) => link)
const markdownLinksIn = (text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
const isElsewhere = (link: string) => /^https?:/.test(link)

/** The names of all guides, as the list of them links to them. */
async function names(): Promise<string[]> {
  const links = linksIn(await textOf('/docs/guides/'))
  return [...new Set(links.filter((link) => /^[a-z-]+$/.test(link)))]
}

/** The addresses that a text in a folder links to, with the anchors of each. */
function leadsTo(links: readonly string[], folder: string) {
  return links
    .filter((link) => !isElsewhere(link))
    .map((link) => {
      const [path = '', anchor] = link.split('#')
      return { target: posix.join(folder, path), anchor }
    })
}

describe('the guides', () => {
  it('lead to pages, pictures and sections that exist', async () => {
    const known = new Map<string, string>()
    for (const name of ['', ...(await names())]) {
      const page = `/docs/guides/${name}`
      const text = await textOf(page)
      const links = linksIn(text).map((link) => (link.startsWith('#') ? name + link : link))
      for (const { target, anchor } of leadsTo(links, '/docs/guides/')) {
        if (target === '/docs/') continue
        if (!known.has(target)) {
          const reply = await call(service, { target })
          expect(reply.status, `${page} leads to ${target}`).toBe(200)
          known.set(target, reply.text)
        }
        if (anchor === undefined || anchor === 'main') continue
        expect(known.get(target), `${page} leads to ${target}#${anchor}`).toContain(
          ` id="${anchor}"`,
        )
      }
    }
    expect(known.size).toBeGreaterThan(40)
  })

  it('are Markdown too, whose links lead to Markdown', async () => {
    for (const name of await names()) {
      const reply = await call(service, { target: `/docs/guides/${name}.md` })
      expect(reply.headers['content-type']).toBe('text/markdown; charset=utf-8')
      expect(reply.text).toMatch(/^# /)
      expect(reply.text).not.toContain('<!-- generated')
      for (const { target } of leadsTo(markdownLinksIn(reply.text), '/docs/guides/')) {
        expect(target).toMatch(/^\/docs\/guides\/(?:[a-z-]+\.(?:md|png|json|py|sh|sql|ts))?$/)
      }
    }
  })

  it('have the examples that they link to, as text', async () => {
    for (const [name, type] of [
      ['verify-close-out.py', 'text/plain'],
      ['verify-close-out.sql', 'text/plain'],
      ['close-outs.json', 'application/json'],
    ] as const) {
      const { headers, text } = await call(service, { target: `/docs/guides/${name}` })
      expect(headers['content-type']).toBe(`${type}; charset=utf-8`)
      expect(text).toBe(exampleOf(name))
    }
    const missing = await call(service, { target: '/docs/guides/none.py' })
    expect(missing.headers['content-type']).toMatch(/^application\/json/)
  })

  it('are all in llms.txt, whose links lead to Markdown and to the OpenAPI document', async () => {
    const reply = await call(service, { target: '/llms.txt' })
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
    const targets = leadsTo(markdownLinksIn(reply.text), '/').map(({ target }) => target)
    expect(targets).toEqual(
      expect.arrayContaining([
        '/openapi.json',
        ...(await names()).map((name) => `/docs/guides/${name}.md`),
      ]),
    )
    expect(await textOf('/docs/')).toContain('href="guides/"')
  })

  it('have no script but the search, and the browser would run no other', async () => {
    for (const target of ['/docs/guides/', '/docs/guides/api', '/docs/guides/api.md']) {
      const { headers, text } = await call(service, { target })
      const others = text.replace('<script type="module" src="search.js"></script>', '')
      expect(others).not.toMatch(/<script|<style|<[^>]*\s(?:style|on\w+)=/i)
      const policy = String(headers['content-security-policy'])
      expect(policy.split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
        ]),
      )
      expect(policy).not.toMatch(/unsafe|http|nonce|\*/)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
    }
  })

  it('have a feed of the changes, with an entry for each day, the newest first', async () => {
    const { headers, text } = await call(service, { target: '/docs/guides/changes.atom' })
    expect(headers['content-type']).toMatch(/^application\/atom\+xml/)
    const days = [...text.matchAll(/<title>(\d{4}-\d\d-\d\d)<\/title>/g)].map(([, day]) => day)
    expect(days).not.toEqual([])
    expect(days).toEqual([...new Set(days)].toSorted().toReversed())
    const page = await textOf('/docs/guides/changes')
    for (const day of days) {
      expect(text).toContain(`<link href="changes#${day}"/>`)
      expect(page).toContain(`<h2 id="${day}">`)
    }
    expect(text).toContain(`<updated>${days[0]}T00:00:00Z</updated>`)
    const ids = [...text.matchAll(/<id>(urn:uuid:[0-9a-f-]{36})<\/id>/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(days.length + 1)
  })

  it('have an index of their sections for the search', async () => {
    const { options } = (await import(
      new URL('../../../../guides/src/search-options.js', import.meta.url).href
    )) as { options: Options }
    const index = MiniSearch.loadJSON(await textOf('/docs/guides/search.json'), options)
    const found = (words: string) => index.search(words).map(({ id }) => String(id))
    expect(found('idempotency key').slice(0, 12)).toContain('api#writes')
    expect(found('rotate secret')).not.toEqual([])
    expect(found('idempotncy')).toContain('api#writes')
    expect(found('xylophone')).toEqual([])
    for (const script of ['search.js', 'search-options.js', 'minisearch.js']) {
      const { headers } = await call(service, { target: `/docs/guides/${script}` })
      expect(headers['content-type']).toMatch(/^(?:text|application)\/javascript/)
    }
  })

  it('are compressed, and not sent again to a browser that has them', async () => {
    const target = '/docs/guides/api'
    const plain = await call(service, { target })
    expect(plain.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=0',
      vary: 'Accept-Encoding',
    })
    const etag = String(plain.headers['etag'])
    const again = await call(service, { target, headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    const compressed = await sendRaw(
      service,
      `GET /v1${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept-Encoding: br\r\n\r\n`,
    )
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept-Encoding',
    })
    const content = brotliDecompressSync(Buffer.from(compressed.text, 'latin1'))
    expect(content.toString()).toBe(plain.text)
  })

  it('are found without the last slash, and nothing else is', async () => {
    const answer = await call(service, { target: '/docs/guides' })
    expect([answer.status, answer.headers['location']]).toEqual([301, '/v1/docs/guides/'])
    for (const name of [
      'none',
      'api.html',
      'api.html.br',
      '..%2f..%2fpackage.json',
      'index.html',
      'index',
      'llms.txt',
    ]) {
      const { status } = await call(service, { target: `/docs/guides/${name}` })
      expect([400, 404], name).toContain(status)
    }
  })
})

describe('a guide', () => {
  it('keeps the links to other sites as they are', () => {
    const module = new URL('../../../../guides/guide.mjs', import.meta.url).href
    const source = '# A\n\n[Elsewhere](https://example.com/a.html), [b](b.md#c).'
    const names = [
      ['a.md', 'a'],
      ['b.md', 'b'],
    ]
    const program = `
      const { Guide } = await import(${JSON.stringify(module)})
      const names = new Map(${JSON.stringify(names)})
      const { html, markdown } = new Guide('a.md', ${JSON.stringify(source)}, names)
      console.log(html, markdown)`
    const written = execFileSync(process.execPath, ['--input-type=module', '--eval', program])
    for (const link of ['"https://example.com/a.html"', '"b#c"', '(https://example.com/a.html)']) {
      expect(written.toString()).toContain(link)
    }
    expect(written.toString()).toContain('(b.md#c)')
  })
})

describe('a service without built guides', () => {
  it.each([
    ['the folder is missing', { folder: '/nonexistent' }],
    ['the package is not installed', { packageName: '@vadium/nonexistent' }],
  ])('starts with a warning when %s, and has none of their paths', async (_why, where) => {
    const lines: string[] = []
    const app = Fastify({ logger: { stream: { write: (line) => void lines.push(line) } } })
    await app.register(guidesPlugin, { basePath: '', ...where })
    expect(lines.join('')).toContain('the guides are not built, so they are not served')
    for (const url of ['/docs/guides', '/docs/guides/', '/docs/guides/api', '/llms.txt']) {
      expect((await app.inject(url)).statusCode).toBe(404)
    }
    await app.close()
  })
})
