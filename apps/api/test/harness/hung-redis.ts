import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The commands of a client before it is ready, with the shortest valid answers. */
const greetings = new Map([
  ['hello', '%0\r\n'],
  ['client', '+OK\r\n'],
  ['info', '$20\r\nloading:0\r\nrun_id:0a\r\n'],
])

/**
 * A server that lets a Redis client become ready, and then reads its commands and never answers.
 */
export interface HungRedis {
  readonly url: string
  /** The names of the unanswered commands. */
  readonly unanswered: readonly string[]
  close(): Promise<void>
}

export async function startHungRedis(): Promise<HungRedis> {
  const unanswered: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      for (const name of commandNames(data.toString())) {
        const answer = greetings.get(name)
        if (answer === undefined) unanswered.push(name)
        else socket.write(answer)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `redis://127.0.0.1:${port}`,
    unanswered,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** A command is an array of strings, the first of which is its name. */
function commandNames(text: string): string[] {
  return [...text.matchAll(/\*\d+\r\n\$\d+\r\n([A-Za-z]+)\r\n/g)].map(([, name = '']) =>
    name.toLowerCase(),
  )
}
