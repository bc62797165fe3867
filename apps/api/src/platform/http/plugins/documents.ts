import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { openApiDocument } from '@vadium/schema'
import Fastify, { type FastifyPluginAsync } from 'fastify'
import { packageRoot } from '../../../package-root.ts'
import { sameOrigin } from '../fixed-headers.ts'
import { servePublic } from '../public-route.ts'

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
    <link rel="stylesheet" href="css/page.css">
    <link rel="alternate" type="application/json" href="../openapi.json">
    <link rel="alternate" type="text/markdown" href="guides/api.md">
  </head>
  <body>
    <header class="bar">
      <a class="name" href="./">Vadium</a>
      <nav aria-label="Documents">
        <a href="./" aria-current="true">API</a>
        <a href="guides/">Guides</a>
      </nav>
    </header>
    <div id="app"></div>
    <script src="js/policy.js"></script>
    <script src="js/scalar.js"></script>
    <script src="js/start.js"></script>
  </body>
</html>
`

/**
 * The bar is that of the guides, in the colours of the page. Programs in the introduction need its
 * whole width, and a section that an address leads to needs no frame.
 */
const pageStyle = `:root {
  --scalar-custom-header-height: 52px;
}

.bar {
  position: sticky;
  top: 0;
  z-index: 100;
  display: flex;
  align-items: center;
  gap: 24px;
  height: 52px;
  box-sizing: border-box;
  padding: 0 24px;
  background: var(--scalar-background-1);
  border-bottom: 1px solid var(--scalar-border-color);
  font: 15px/1.6 var(--scalar-font);
}

.bar a {
  color: var(--scalar-color-2);
  text-decoration: none;
}

.bar a:hover {
  text-decoration: underline;
}

.bar .name,
.bar a[aria-current] {
  color: var(--scalar-color-1);
  font-weight: 600;
}

.bar nav {
  display: flex;
  gap: 20px;
}

.introduction-section .section-columns {
  flex-direction: column;
}

.introduction-section .section-column {
  width: 100%;
  max-width: 820px;
}

section.section:focus {
  outline: none;
}
`

/**
 * The script of Scalar makes style sheets without the nonce, and sets styles as attributes, both of
 * which the policy of the page forbids. Styles that are set as properties are allowed.
 */
const policyScript = `const { content } = document.querySelector('meta[property=csp-nonce]')
const { createElement } = document
document.createElement = (...words) => {
  const element = createElement.apply(document, words)
  if (element instanceof HTMLStyleElement) element.nonce = content
  return element
}
const { setAttribute } = Element.prototype
Element.prototype.setAttribute = function (name, value) {
  if (name === 'style') this.style.cssText = value
  else setAttribute.call(this, name, value)
}
`

const startScript = (basePath: string) =>
  `Scalar.createApiReference('#app', ${JSON.stringify({
    url: `${basePath}/openapi.json`,
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    hideTestRequestButton: true,
    // Its snippets do not sign. The document has programs that do.
    hiddenClients: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    proxyUrl: '',
  })})\n`

/** `/openapi.json`, and `/docs` to read it. Both are public and load nothing from other servers. */
export const documentsPlugin: FastifyPluginAsync<{ basePath: string }> = (app, { basePath }) => {
  app.addHook('onSend', async (request, reply, payload) => {
    const nonce = randomBytes(16).toString('base64url')
    reply.headers(sameOrigin)
    reply.header('Content-Security-Policy', contentSecurityPolicy(nonce))
    return request.routeOptions.url === `${basePath}/docs/` ? page(nonce) : payload
  })
  // Made for the first reader: a start has no use for it, and it takes 60 ms.
  let document: Promise<string> | undefined
  servePublic(app, '/openapi.json', async (_request, reply) => {
    document ??= documentText(basePath)
    return reply.type('application/json').send(await document)
  })
  const start = startScript(basePath)
  servePublic(app, '/docs/js/policy.js', (_request, reply) =>
    reply.type('application/javascript; charset=utf-8').send(policyScript),
  )
  servePublic(app, '/docs/js/start.js', (_request, reply) =>
    reply.type('application/javascript; charset=utf-8').send(start),
  )
  servePublic(app, '/docs/css/page.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(pageStyle),
  )
  servePublic(app, '/docs', (_request, reply) => reply.redirect(`${basePath}/docs/`, 301))
  servePublic(app, '/docs/', (_request, reply) => reply.type('text/html; charset=utf-8').send(''))
  // All answers share one copy of the script, however slowly it is read.
  let script: Promise<Buffer> | undefined
  servePublic(app, '/docs/js/scalar.js', async (_request, reply) => {
    script ??= scriptOfScalar()
    const text = await script
    return reply
      .type('application/javascript; charset=utf-8')
      .header('Cache-Control', 'max-age=3600')
      .send(text)
  })
  return Promise.resolve()
}

async function documentText(basePath: string): Promise<string> {
  const { examples, introduction, samples } = await import('../documents/documents.ts')
  return JSON.stringify(openApiDocument({ version, basePath, ...introduction, examples, samples }))
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
