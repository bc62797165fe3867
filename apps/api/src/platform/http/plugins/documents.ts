import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { openApiDocument } from '@vadium/schema'
import Fastify, { type FastifyPluginAsync } from 'fastify'
import { packageRoot } from '../../../package-root.ts'

const { version } = createRequire(packageRoot)('./package.json') as { version: string }

/**
 * The page loads nothing from other origins and contains no inline script, and the browser enforces
 * that. The one style sheet that the script creates carries the nonce of its answer.
 */
const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const page = (nonce: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta property="csp-nonce" content="${nonce}">
    <title>Vadium API</title>
  </head>
  <body>
    <div id="app"></div>
    <script src="js/scalar.js"></script>
    <script src="js/start.js"></script>
  </body>
</html>
`

const startScript = (basePath: string) =>
  `Scalar.createApiReference('#app', ${JSON.stringify({
    url: `${basePath}/openapi.json`,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    hideTestRequestButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    proxyUrl: '',
  })})\n`

/** `/openapi.json`, and `/docs` to read it. Both are public and load nothing from other servers. */
export const documentsPlugin: FastifyPluginAsync<{ basePath: string }> = (app, { basePath }) => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, open: true }
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const nonce = randomBytes(16).toString('base64url')
    reply.header('Content-Security-Policy', contentSecurityPolicy(nonce))
    return request.routeOptions.url === `${basePath}/docs/` ? page(nonce) : payload
  })
  // Made for the first reader: a start has no use for it, and it takes 60 ms.
  let document: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument({ version, basePath }))
    return reply.type('application/json').send(document)
  })
  const start = startScript(basePath)
  app.get('/docs/js/start.js', (_request, reply) =>
    reply.type('application/javascript; charset=utf-8').send(start),
  )
  app.get('/docs', (_request, reply) => reply.redirect(`${basePath}/docs/`, 301))
  app.get('/docs/', (_request, reply) => reply.type('text/html; charset=utf-8').send(''))
  // All answers share one copy of the script, however slowly it is read.
  let script: Promise<Buffer> | undefined
  app.get('/docs/js/scalar.js', async (_request, reply) => {
    script ??= scriptOfScalar()
    const text = await script
    return reply
      .type('application/javascript; charset=utf-8')
      .header('Cache-Control', 'max-age=3600')
      .send(text)
  })
  return Promise.resolve()
}

/**
 * The script that shows the document. The package has it only within a plugin of Fastify. It is
 * loaded for the first reader: a start has no use for it, and it takes a quarter of a second.
 */
async function scriptOfScalar(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const carrier = Fastify()
  await carrier.register(scalar, { routePrefix: '/docs', configuration: { url: '/' } })
  const { rawPayload } = await carrier.inject('/docs/js/scalar.js')
  await carrier.close()
  return rawPayload
}
