import { createRequire } from 'node:module'
import scalar from '@scalar/fastify-api-reference'
import { openApiDocument } from '@vadium/schema'
import type { FastifyPluginAsync } from 'fastify'
import { packageRoot } from '../package-root.ts'

const { version } = createRequire(packageRoot)('./package.json') as { version: string }

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
  // Of the script there is one copy, whoever reads it however slowly.
  let script: Buffer | undefined
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('Content-Security-Policy', contentSecurityPolicy)
    if (request.routeOptions.url?.endsWith('.js') !== true || typeof payload !== 'string') {
      return payload
    }
    reply.header('Cache-Control', 'max-age=3600')
    script ??= Buffer.from(payload)
    return script
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
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      proxyUrl: '',
    },
  })
}
