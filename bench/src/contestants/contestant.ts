import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { isProcessMemory, type ProcessMemory } from './process-memory.ts'

/** A server under measurement, in its own process and on its own port. */
export interface Contestant {
  readonly port: number
  readonly pid: number
  /** The memory of the process after a collection of garbage, if its entry asks for this. */
  memory(): Promise<ProcessMemory>
  /** Ends the process and waits for its end. */
  stop(): Promise<void>
}

export interface Entry {
  /** The file that Node runs. */
  readonly module: URL | string
  readonly environment: Readonly<Record<string, string>>
  /** A path that answers 200 when the server is ready. */
  readonly readyPath: string
  /** Whether {@link Contestant.memory} is needed. The process then has a channel to this one. */
  readonly reportsMemory?: boolean
}

/** The options of Node with which the service starts. All contestants get them. */
const semiSpace = '--max-semi-space-size=64'

/** Loaded into a process before the server, it answers each message with its memory. */
const memoryReporter = new URL('./memory-reporter.js', import.meta.url)

/** Long enough to load a book of thousands of deals on a slow disk. */
const readyMsMax = 5 * 60_000
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
    [
      semiSpace,
      ...(entry.reportsMemory === true ? ['--expose-gc', '--import', memoryReporter.href] : []),
      fileURLToPath(new URL(entry.module, 'file:///')),
    ],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        PORT: String(port),
        ...entry.environment,
      },
      // The log is written, as in production, but not read.
      stdio: [
        'ignore',
        'ignore',
        'pipe',
        ...(entry.reportsMemory === true ? ['ipc' as const] : []),
      ],
    },
  )
  running.add(child)
  let complaints = ''
  child.stderr?.on('data', (chunk: Buffer) => {
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
    memory: () => memoryOf(child),
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

async function memoryOf(child: ChildProcess): Promise<ProcessMemory> {
  const reply = once(child, 'message')
  child.send('memory')
  const [memory] = (await reply) as readonly unknown[]
  if (!isProcessMemory(memory)) throw new Error('the server sent something else than its memory')
  return memory
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
