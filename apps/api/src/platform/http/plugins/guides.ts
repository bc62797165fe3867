import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { packageRoot } from '../../../package-root.ts'
import { sameOrigin } from '../fixed-headers.ts'
import { publicMethods } from '../public-route.ts'

interface Options {
  readonly basePath: string
  /** The folder of the built guides, if not that of the package. */
  readonly folder?: string | undefined
  /** The package that has the guides, if not that of the repository. */
  readonly packageName?: string
}

/**
 * The pages load only their style sheet, their pictures, and the script of the search with its
 * index. That script cannot make elements out of text.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  ...sameOrigin,
  Vary: 'Accept-Encoding',
}

/** The endings of examples, which a browser should show and neither save nor play. */
const texts: ReadonlySet<string> = new Set(['.py', '.sh', '.sql', '.ts'])

const folderPath = '/docs/guides/'

/** The files whose address is not their name in the folder. */
const filesElsewhere = { [folderPath]: 'index.html', '/llms.txt': 'llms.txt' }

/**
 * `/docs/guides/`, the guides of the documentation: each as a page, and as Markdown under its name
 * with `.md`, and the examples that they link to. `/llms.txt` lists the pages for programs. All are
 * public, like `/docs`. A name is looked up among the built files: no path is resolved in the file
 * system.
 */
export const guidesPlugin: FastifyPluginAsync<Options> = async (app, options) => {
  const { basePath, packageName = '@vadium/guides', folder = builtFolder(packageName) } = options
  const files = await builtFiles(folder)
  if (folder === undefined || files.length === 0) {
    app.log.warn({ folder }, 'the guides are not built, so they are not served: run pnpm build')
    return
  }
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, open: true }
  })
  // Loaded only where the guides are served.
  const { default: fastifyStatic } = await import('@fastify/static')
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    acceptRanges: false,
    // A browser asks each time whether its copy is current: the names have no hash.
    maxAge: 0,
  })
  const method = publicMethods
  app.route({
    method,
    url: folderPath.slice(0, -1),
    handler: (_request, reply) => reply.headers(headers).redirect(`${basePath}${folderPath}`, 301),
  })
  const send = (reply: FastifyReply, file: string) => {
    void reply.headers(headers).sendFile(file)
  }
  for (const [url, file] of Object.entries(filesElsewhere)) {
    app.route({ method, url, handler: (_request, reply) => send(reply, file) })
  }
  const elsewhere = new Set(Object.values(filesElsewhere))
  const byName = new Map(
    files.filter((file) => !elsewhere.has(file)).map((file) => [file.replace(/\.html$/, ''), file]),
  )
  app.route<{ Params: { name: string } }>({
    method,
    url: `${folderPath}:name`,
    // Here and not in the handler, because the library sets the type after it.
    onSend: ({ params: { name } }, reply, _payload, done) => {
      if (byName.has(name) && texts.has(extname(name))) reply.type('text/plain; charset=utf-8')
      done()
    },
    handler: (request, reply) => {
      const file = byName.get(request.params.name)
      if (file === undefined) reply.callNotFound()
      else send(reply, file)
    },
  })
}

/** Undefined if the package is not installed. */
function builtFolder(packageName: string): string | undefined {
  try {
    const manifest = createRequire(packageRoot).resolve(`${packageName}/package.json`)
    return join(dirname(manifest), 'dist')
  } catch {
    return undefined
  }
}

async function builtFiles(folder: string | undefined): Promise<readonly string[]> {
  if (folder === undefined) return []
  try {
    return (await readdir(folder)).filter((name) => !name.endsWith('.br'))
  } catch {
    return []
  }
}
