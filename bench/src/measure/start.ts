import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { VadiumClient } from '@vadium/client'
import type { BenchBook } from '../running/bench-book.ts'
import { freePort } from '../contestants/contestant.ts'
import { serviceEntry } from '../contestants/entries.ts'
import type { Options } from '../options.ts'
import { spread, type Spread } from '../cost/statistics.ts'

/** Seconds from the start of a process whose predecessor was killed. */
export interface StartFigures {
  /** Until `/readyz` answers 200. */
  readonly ready: Spread
  /** Until a signed read is answered after that. */
  readonly read: Spread
  /** How long programs take, divided by `node -e 0`, each round by itself. */
  readonly programs: readonly { readonly name: string; readonly ratio: Spread }[]
}

const readyMsMax = 60_000
const pollMs = 5

const stripeVersion = '23.1.0'

const client = import.meta.resolve('@vadium/client')
const cli = fileURLToPath(new URL('../../apps/cli/bin/vadium.js', import.meta.url))

const importing = (module: string) => [
  '--input-type=module',
  '-e',
  `import ${JSON.stringify(module)}`,
]

const ownPrograms: readonly Program[] = [
  { name: 'import of the SDK', given: importing(client) },
  { name: 'vadium --help', given: [cli, '--help'] },
]

/** What a user starts, and in which folder. */
interface Program {
  readonly name: string
  readonly given: readonly string[]
  readonly cwd?: string
}

/** The service is killed and started on a book, and the programs of a user are started. */
export async function measureStart(book: BenchBook, { rounds }: Options): Promise<StartFigures> {
  const ready: number[] = []
  const read: number[] = []
  const stripe = await installStripe()
  const programs = [...ownPrograms, stripe.program]
  const ratios = programs.map(({ name }) => ({ name, each: [] as number[] }))
  for (let round = 0; round < rounds; round += 1) {
    const started = await startAfterKill(book)
    ready.push(started.readySeconds)
    read.push(started.readSeconds)
    const bare = await secondsOf({ given: ['-e', '0'] })
    for (const [i, program] of programs.entries()) {
      ratios[i]?.each.push((await secondsOf(program)) / bare)
    }
  }
  await stripe.remove()
  return {
    ready: spread(ready),
    read: spread(read),
    programs: ratios.map(({ name, each }) => ({ name, ratio: spread(each) })),
  }
}

/** Starts another process of the service on the book, and kills it once it has answered. */
async function startAfterKill(book: BenchBook) {
  const { module, environment, readyPath } = serviceEntry(book)
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const env = { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: String(port) }
  const startedMs = performance.now()
  const seconds = () => (performance.now() - startedMs) / 1000
  const child = spawn(process.execPath, [fileURLToPath(new URL(module, 'file:///'))], {
    env: { ...env, ...environment },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  try {
    while (!(await answers(`${baseUrl}${readyPath}`))) {
      if (seconds() * 1000 > readyMsMax) throw new Error('the service did not become ready')
      await wait(pollMs)
    }
    const readySeconds = seconds()
    const reader = new VadiumClient({ baseUrl, privateKey: book.privateKey })
    await reader.transfers.list()
    const readSeconds = seconds()
    await reader.close()
    return { readySeconds, readSeconds }
  } finally {
    kill()
    await ended
    process.removeListener('exit', kill)
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}

/** The SDK that ours is compared with, in a folder of its own. */
async function installStripe() {
  const cwd = await mkdtemp(join(tmpdir(), 'vadium-bench-stripe-'))
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', cwd]
  const child = spawn('npm', ['install', ...flags, `stripe@${stripeVersion}`], { stdio: 'ignore' })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error('npm could not install stripe')
  const program: Program = { name: 'import of stripe', given: importing('stripe'), cwd }
  return { program, remove: () => rm(cwd, { recursive: true }) }
}

async function secondsOf({ given, cwd }: Pick<Program, 'given' | 'cwd'>): Promise<number> {
  const startedMs = performance.now()
  const child = spawn(process.execPath, given, { stdio: 'ignore', cwd })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`node ${given.join(' ')} failed`)
  return (performance.now() - startedMs) / 1000
}
