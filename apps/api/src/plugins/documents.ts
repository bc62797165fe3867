import { createRequire } from 'node:module'
import scalar from '@scalar/fastify-api-reference'
import { openApiDocument } from '@vadium/schema'
import type { FastifyPluginAsync } from 'fastify'

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string }

/** Nothing of the page comes from elsewhere, and the browser is told so. */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
].join('; ')

/** `/openapi.json`, and `/docs` to read it: open to anyone, and served from this process alone. */
export const documentsPlugin: FastifyPluginAsync<{ basePath: string }> = async (
  app,
  { basePath },
) => {
  const document = JSON.stringify(openApiDocument({ version, basePath }))

  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, open: true }
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('Content-Security-Policy', contentSecurityPolicy)
    if (request.routeOptions.url?.endsWith('.js')) reply.header('Cache-Control', 'max-age=3600')
  })
  app.get('/openapi.json', (_request, reply) => reply.type('application/json').send(document))
  await app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: `${basePath}/openapi.json`,
      pageTitle: 'Vadium API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      hideTestRequestButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      proxyUrl: '',
    },
  })
}
