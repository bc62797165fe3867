import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'

/** A server under measurement, in its own process and on its own port. */
export interface Contestant {
  readonly port: number
  readonly pid: number
  /** Ends the process and waits for its end. */
  stop(): Promise<void>
}

export interface Entry {
  /** The file that Node runs. */
  readonly module: URL | string
  readonly environment: Readonly<Record<string, string>>
  /** A path that answers 200 when the server is ready. */
  readonly readyPath: string
}

/** The options of Node with which the service starts. All contestants get them. */
const semiSpace = '--max-semi-space-size=64'

const readyMsMax = 60_000
const stopMsMax = 15_000
const running = new Set<ChildProcess>()

// However this process ends, it leaves no server behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** @throws Error with the end of its output, if the server does not start. */
export async function startContestant(entry: Entry): Promise<Contestant> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [semiSpace, fileURLToPath(new URL(entry.module, 'file:///'))],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        PORT: String(port),
        ...entry.environment,
      },
      // The log is written, as in production, but not read.
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  running.add(child)
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaints = `${complaints}${chunk.toString()}`.slice(-4000)
  })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      running.delete(child)
      resolve()
    })
  })
  await untilReady(`http://127.0.0.1:${port}${entry.readyPath}`, child, () => complaints)
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      const patience = new AbortController()
      const late = wait(stopMsMax, undefined, { signal: patience.signal }).then(
        () => child.kill('SIGKILL'),
        () => undefined,
      )
      await ended
      patience.abort()
      await late
    },
  }
}

async function untilReady(url: string, child: ChildProcess, complaints: () => string) {
  const deadline = Date.now() + readyMsMax
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    const status = await fetch(url).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => undefined,
    )
    if (status === 200) return
    await wait(50)
  }
  child.kill('SIGKILL')
  throw new Error(`${child.spawnargs.join(' ')} did not come up.\n${complaints()}`)
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
