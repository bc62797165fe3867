import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { packageRoot } from '../../../package-root.ts'
import { StartError } from '../../start-error.ts'
import { sameOrigin } from '../fixed-headers.ts'
import { publicMethods } from '../public-route.ts'

interface Options {
  readonly basePath: string
  /** Whether the page may take a private key from the fragment of its address. */
  readonly takesKeyFromAddress: boolean
  /** The folder of the built page, if not that of the package. */
  readonly folder?: string | undefined
}

const yearMs = 365 * 24 * 60 * 60 * 1000

/**
 * The page loads nothing from other origins, contains no inline script, and cannot turn text into
 * markup or script: the browser enforces that. The one style sheet that the library of its controls
 * creates carries the nonce of its answer.
 */
const contentSecurityPolicy = (nonce: string | undefined) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "worker-src 'self'",
    "require-trusted-types-for 'script'",
    // The one policy of the page: it makes addresses of workers, of its own assets only.
    'trusted-types vadium-worker',
  ].join('; ')

/** What the page never uses. Text is copied with the clipboard, which is therefore not listed. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
]

const headers = {
  ...sameOrigin,
  'Permissions-Policy': unusedFeatures.map((name) => `${name}=()`).join(', '),
}

/**
 * `/console/`, the page on which people work. It is public: what it shows is read by requests that
 * the browser signs. Each path below it is a view of the page, except the built assets.
 */
export const consolePlugin: FastifyPluginAsync<Options> = async (app, options) => {
  const { basePath, folder = builtFolder() } = options
  const page = pageTemplate(await readBuiltPage(folder), options)
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, open: true }
  })
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(headers)
    if (!reply.hasHeader(policyHeader)) reply.header(policyHeader, contentSecurityPolicy(undefined))
  })

  const answerPage = (_request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64url')
    reply.header(policyHeader, contentSecurityPolicy(nonce))
    return reply.type('text/html; charset=utf-8').send(page(nonce))
  }
  const method = publicMethods
  app.route({
    method,
    url: '/console',
    handler: (_request, reply) => reply.redirect(`${basePath}/console/`),
  })
  app.route({ method, url: '/console/*', handler: answerPage })
  // An asset of another version is missing: a page in its place would run into a stranger error.
  app.route({
    method,
    url: '/console/assets/*',
    handler: (_request, reply) => {
      reply.callNotFound()
    },
  })
  // Loaded only where the console is served.
  const { default: fastifyStatic } = await import('@fastify/static')
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/console/assets/',
    // One route for each file: no path is resolved in the file system.
    wildcard: false,
    index: false,
    globIgnore: ['**/*.br'],
    preCompressed: true,
    acceptRanges: false,
    decorateReply: false,
    // The names contain a hash of the content.
    maxAge: yearMs,
    immutable: true,
    setHeaders: (response) => {
      response.setHeader('Vary', 'Accept-Encoding')
    },
  })
}

const policyHeader = 'Content-Security-Policy'

function builtFolder(): string {
  const manifest = createRequire(packageRoot).resolve('@vadium/console/package.json')
  return join(dirname(manifest), 'dist')
}

async function readBuiltPage(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8')
  } catch {
    throw new StartError('The console is not built: run pnpm build, or set CONSOLE=false.')
  }
}

/** The page for a nonce. Its references become absolute, since a view may have any depth. */
function pageTemplate(built: string, { basePath, takesKeyFromAddress }: Options) {
  const [before = '', ...after] = built
    .replaceAll('="./', `="${basePath}/console/`)
    .split(/(?<=<head>)/)
  const settings = [
    `<meta name="vadium-base-path" content="${basePath}" />`,
    `<meta name="vadium-key-in-address" content="${takesKeyFromAddress}" />`,
  ].join('\n    ')
  return (nonce: string) =>
    `${before}\n    <meta property="csp-nonce" nonce="${nonce}" />\n    ${settings}${after.join('')}`
}
