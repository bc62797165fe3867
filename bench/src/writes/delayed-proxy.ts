import { connect, createServer, type Socket } from 'node:net'
import { atTheEnd } from '../cleanup.ts'

/** A way to PostgreSQL on which answers can be held up. */
export interface DelayedProxy {
  /** The URL of the same database, by this way. */
  readonly url: string
  /** How long each answer is held up from now on, in milliseconds. */
  holdUp(ms: number): void
}

export async function openDelayedProxy(databaseUrl: string): Promise<DelayedProxy> {
  const url = new URL(databaseUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  let delayMs = 0
  const server = createServer((client) => {
    const database = connect(target)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
    client.on('data', (chunk) => database.write(chunk))
    database.on('data', (chunk) => passOn(client, chunk, delayMs))
  })
  atTheEnd(() => new Promise((resolve) => server.close(resolve)))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port')
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  return {
    url: url.href,
    holdUp: (ms) => {
      delayMs = ms
    },
  }
}

/** Timers of equal length end in the order in which they began, so the bytes keep theirs. */
function passOn(client: Socket, chunk: Buffer, delayMs: number): void {
  if (delayMs === 0) client.write(chunk)
  else setTimeout(() => client.writable && client.write(chunk), delayMs)
}
