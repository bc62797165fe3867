import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'vite'

export interface ConsoleServer {
  /** Where the page is, without its path. */
  readonly origin: string
  close(): Promise<void>
}

interface Options {
  /** Where the service answers, without its base path. */
  readonly service: string
  readonly basePath: string
  readonly port: number
}

/**
 * Serves the console from its sources, and replaces what has changed in the open page. All other
 * addresses are those of the service, so that the page and the service have one origin.
 */
export async function serveConsole(
  folder: string,
  { service, basePath, port }: Options,
): Promise<ConsoleServer> {
  const path = `${basePath}/console/`
  const http = createHttpServer()
  const vite = await createServer({
    root: folder,
    base: path,
    clearScreen: false,
    server: {
      // A server of its own would end this process when its input or a signal ends it.
      middlewareMode: { server: http },
      hmr: { server: http },
      proxy: { [`^(?!${path})`]: { target: service } },
    },
    plugins: [
      {
        name: 'page-settings',
        transformIndexHtml: () => [
          { tag: 'meta', attrs: { name: 'vadium-base-path', content: basePath } },
          { tag: 'meta', attrs: { name: 'vadium-key-in-address', content: 'true' } },
        ],
      },
    ],
  })
  http.on('request', vite.middlewares)
  await once(http.listen(port, '127.0.0.1'), 'listening')
  const { port: chosen } = http.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${chosen}`,
    close: async () => {
      http.closeAllConnections()
      http.close()
      await vite.close()
    },
  }
}
