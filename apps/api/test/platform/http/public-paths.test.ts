import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { call, refused } from '../../harness/call.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const key = book.party('harbor').credential('viewer')

let service: RunningService
let origin: string
const publicMax = 80
beforeAll(async () => {
  const settings = {
    BASE_PATH: '/v1',
    RATE_LIMIT_ADDRESS: '3',
    RATE_LIMIT_PUBLIC: String(publicMax),
    SECURITY_CONTACT: 'mailto:security@vadium.example',
  }
  service = await startService({ scenario: book.scenario, settings })
  origin = new URL(service.url).origin
})
afterAll(() => service.close())

const paths = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/v1/openapi.json',
  '/v1/docs',
  '/v1/docs/',
  '/v1/docs/js/start.js',
  '/v1/docs/js/scalar.js',
  '/v1/docs/css/page.css',
  '/v1/docs/guides',
  '/v1/docs/guides/',
  '/v1/llms.txt',
  '/v1/installation',
  '/',
  '/v1',
  '/v1/',
  '/favicon.ico',
  '/.well-known/security.txt',
]

const answerTo = async (method: string, path: string) => {
  const answer = await fetch(`${origin}${path}`, { method, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

describe('a public path', () => {
  it.each(paths)('answers HEAD of %s as GET, without the body', async (path) => {
    const [got, head] = [await answerTo('GET', path), await answerTo('HEAD', path)]
    expect(got.status).toBeLessThan(400)
    expect(head.status).toBe(got.status)
    expect(head.text).toBe('')
    for (const name of ['content-type', 'location', 'cache-control', 'content-encoding']) {
      expect(head.headers.get(name), name).toBe(got.headers.get(name))
    }
  })

  it.each(paths.filter((path) => path.startsWith('/v1/docs') || path.endsWith('.json')))(
    'is closed to other origins at %s',
    async (path) => {
      const { headers } = await answerTo('GET', path)
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    },
  )

  it('has a budget of its own, which no signed or unsigned call needs, and which is spent', async () => {
    expect((await call(service, { target: '/transfers', key })).status).toBe(200)
    const shown = await answerTo('HEAD', '/healthz')
    expect(shown.headers.get('x-ratelimit-limit')).toBe(String(publicMax))
    const left = Number(shown.headers.get('x-ratelimit-remaining'))
    for (let i = 0; i < left; i += 1) expect((await answerTo('GET', '/healthz')).status).toBe(200)
    const spent = await answerTo('GET', '/v1/docs/')
    expect(spent.status).toBe(429)
    expect(spent.headers.get('retry-after')).not.toBeNull()
    expect((await call(service, { target: '/transfers', key })).status).toBe(200)
    // HEAD of a signed path is unknown, and counts as an attempt without a signature.
    for (const status of [404, 404, 404, 429]) {
      expect((await answerTo('HEAD', '/v1/transfers')).status).toBe(status)
    }
    await refused(service, 429, { target: '/transfers', key })
  })
})

describe('the front page', () => {
  it('leads to what the process serves, and runs and loads nothing else', async () => {
    const contact = { SECURITY_CONTACT: 'https://vadium.example/report' }
    const world = await startService({
      settings: { CONSOLE: 'true', BASE_PATH: '/v1', ...contact },
    })
    try {
      for (const target of ['', '/']) {
        const reply = await call(world, { target })
        const links = [...reply.text.matchAll(/<a href="([^"]*)"/g)].map(([, link = '']) => link)
        expect(links).toEqual([
          '/v1/console/',
          '/v1/docs/',
          '/v1/docs/guides/',
          '/v1/openapi.json',
          '/v1/llms.txt',
          '/readyz',
          '/.well-known/security.txt',
        ])
        for (const link of links) {
          expect((await fetch(new URL(link, world.url))).status, link).toBe(200)
        }
        const policy = String(reply.headers['content-security-policy'])
        expect(policy).toContain("default-src 'none'")
        expect(policy).not.toMatch(/unsafe|script/)
      }
    } finally {
      await world.close()
    }
  })

  it('says with security.txt whom to write to, and until when that holds', async () => {
    const world = await startService({
      settings: { SECURITY_CONTACT: 'mailto:security@vadium.example' },
    })
    const answer = await fetch(new URL('/.well-known/security.txt', world.url))
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const [, expires = ''] =
      /^Contact: mailto:security@vadium\.example\nExpires: (.+)\n$/.exec(await answer.text()) ?? []
    const days = (Date.parse(expires) - world.clock.now()) / 86_400_000
    expect(days).toBeGreaterThan(89)
    expect(days).toBeLessThanOrEqual(90)
    await world.close()
  })

  it('has an icon, and no link to a console that is not served', async () => {
    const world = await startService()
    expect((await call(world, { target: '/' })).text).not.toMatch(/\/console\/|security\.txt/)
    expect((await fetch(new URL('/.well-known/security.txt', world.url))).status).not.toBe(200)
    const icon = await fetch(`${world.url}/favicon.ico`)
    expect(icon.headers.get('content-type')).toBe('image/x-icon')
    expect([...new Uint8Array(await icon.arrayBuffer(), 0, 4)]).toEqual([0, 0, 1, 0])
    await world.close()
  })
})
