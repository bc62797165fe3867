import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A connection to the database that a test can cut, stall and mend. */
export interface BreakableLink {
  /** The address of the database through this link. */
  readonly url: string
  /** Closes every connection and accepts no new one. */
  cut(): Promise<void>
  /** Keeps every connection and passes nothing on, like a network that drops packets. */
  stall(): void
  mend(): Promise<void>
  /** Connects to another server from now on. Open connections stay where they are. */
  leadTo(databaseUrl: string): void
  /**
   * Breaks the connection on which a statement with this in its text or name is sent, once: before
   * the database receives it, or when an answer that contains `answer` is on its way back. None of
   * the answers until then arrives. The statement may be sent with others, which are answered one
   * by one, and a database that cannot send an answer does not execute the rest.
   */
  breakAt(statement: string, side: 'before' | 'after', answer?: string): void
  close(): Promise<void>
}

interface Break {
  readonly statement: string
  readonly side: 'before' | 'after'
  readonly answer: string
}

export async function openBreakableLink(databaseUrl: string): Promise<BreakableLink> {
  let target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let stalled = false
  let next: Break | undefined

  const join = (near: Socket) => {
    const far = connect(Number(target.port), target.hostname)
    let lostAnswer: string | undefined
    const asked = (data: Buffer) => {
      if (next === undefined || !data.includes(next.statement)) return 'passes'
      const { side, answer } = next
      next = undefined
      if (side === 'before') return 'breaks'
      lostAnswer = answer
      return 'passes'
    }
    const answered = (data: Buffer) => {
      if (lostAnswer === undefined) return 'passes'
      return data.includes(lostAnswer) ? 'breaks' : 'is lost'
    }
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => {
        if (stalled) return
        const what = from === far ? answered(data) : asked(data)
        if (what === 'passes') to.write(data)
        else if (what === 'breaks') from.destroy()
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  }
  let server: Server = createServer(join)
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)

  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: url.toString(),
    cut,
    stall: () => {
      stalled = true
    },
    mend: async () => {
      if (stalled) {
        stalled = false
        for (const socket of sockets) socket.destroy()
        return
      }
      server = createServer(join)
      await listen(port)
    },
    leadTo: (other) => {
      target = new URL(other)
    },
    breakAt: (statement, side, answer = '') => {
      next = { statement, side, answer }
    },
    close: cut,
  }
}
