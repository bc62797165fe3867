import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'

/** A server under measurement: a process of its own, on a port of its own. */
export interface Contestant {
  readonly port: number
  readonly pid: number
  /** Ends the process; waits until it is gone. */
  stop(): Promise<void>
}

export interface Entry {
  /** The file that Node is to run. */
  readonly module: URL | string
  readonly environment: Readonly<Record<string, string>>
  /** A path that is answered with 200 as soon as the server can work. */
  readonly readyPath: string
}

/** As the service is started; every other contestant gets the same. */
const semiSpace = '--max-semi-space-size=64'

const readyMsMax = 60_000
const stopMsMax = 15_000
const running = new Set<ChildProcess>()

// Whatever way this process ends, it leaves no server behind.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** @throws Error with the end of what it wrote, where the server does not come up. */
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
      // What it logs is written, as in production, and read by nobody.
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

async function freePort(): Promise<number> {
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
