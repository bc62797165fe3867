import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns the port if it is free, or for 0 any free port. Fails if it cannot be used. */
export async function freePort(host = '127.0.0.1', port = 0): Promise<number> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : port
}
