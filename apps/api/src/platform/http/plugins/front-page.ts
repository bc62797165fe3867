import { createHash } from 'node:crypto'
import type { FastifyPluginCallback } from 'fastify'
import type { Clock } from '../../clock.ts'
import { dayOf, instantText, startOfDay } from '../../instant.ts'
import { favicon } from '../documents/favicon.ts'
import { sameOrigin } from '../fixed-headers.ts'
import { servePublic } from '../public-route.ts'

interface Options {
  readonly basePath: string
  readonly clock: Clock
  /** Whom to write to about a weakness, a URI. */
  readonly securityContact: string | undefined
}

const style = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 40rem; margin: 4rem auto; padding: 0 1.5rem; }
dt { margin-top: 1rem; font-weight: 600; }
dd { margin: 0; }
`

const headers = {
  ...sameOrigin,
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

interface Entry {
  readonly path: string
  readonly name: string
  readonly text: string
}

/** Paths below the base path. */
const entries: readonly Entry[] = [
  { path: '/console/', name: 'Console', text: 'The page on which people work.' },
  { path: '/docs/', name: 'API', text: 'Every operation, with examples.' },
  { path: '/docs/guides/', name: 'Guides', text: 'How to start, to sign and to operate it.' },
  { path: '/openapi.json', name: 'OpenAPI document', text: 'The operations, for programs.' },
  { path: '/llms.txt', name: 'llms.txt', text: 'The guides, for programs that read Markdown.' },
]

const securityPath = '/.well-known/security.txt'

/** Paths that no base path changes. */
const ofTheProcess: readonly Entry[] = [
  { path: '/readyz', name: 'State', text: 'Whether the service can take requests now.' },
  { path: securityPath, name: 'security.txt', text: 'Whom to write to about a weakness.' },
]

const dayMs = 24 * 60 * 60 * 1000
/** How long a reader may rely on a copy of `security.txt`. RFC 9116 advises less than a year. */
const securityDays = 90

/**
 * `/`, for people who open the address of the service: a page of links to what this process serves.
 * With a base path, it is below that as well. `/favicon.ico` is the icon of all pages, and
 * `/.well-known/security.txt` (RFC 9116) has the contact of the operator, if there is one.
 */
export const frontPagePlugin: FastifyPluginCallback<Options> = (app, options, done) => {
  const { basePath, clock, securityContact } = options
  app.addHook('onSend', (_request, reply, payload, next) => {
    reply.headers(headers)
    next(null, payload)
  })
  if (securityContact !== undefined) {
    servePublic(app, securityPath, (_request, reply) => {
      const expires = startOfDay(dayOf(instantText(clock.now() + securityDays * dayMs)))
      return reply
        .type('text/plain; charset=utf-8')
        .send(`Contact: ${securityContact}\nExpires: ${expires}\n`)
    })
  }
  const below = entries.map((entry) => ({ ...entry, path: `${basePath}${entry.path}` }))
  const served = [...below, ...ofTheProcess].filter(({ path }) =>
    app.hasRoute({ method: 'GET', url: path.replace(/\/$/, '') }),
  )
  const text = page(served)
  const places = basePath === '' ? ['/'] : ['/', basePath, `${basePath}/`]
  for (const place of places) {
    servePublic(app, place, (_request, reply) => reply.type('text/html; charset=utf-8').send(text))
  }
  servePublic(app, '/favicon.ico', (_request, reply) =>
    reply.type('image/x-icon').header('Cache-Control', 'max-age=86400').send(favicon),
  )
  done()
}

function page(served: readonly Entry[]): string {
  const links = served.map(
    ({ path, name, text }) => `      <dt><a href="${path}">${name}</a></dt>
      <dd>${text}</dd>`,
  )
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Vadium</title>
    <link rel="icon" href="/favicon.ico">
    <style>${style}</style>
  </head>
  <body>
    <h1>Vadium</h1>
    <dl>
${links.join('\n')}
    </dl>
  </body>
</html>
`
}
