import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signRequest } from '@vadium/client'
import { Pool } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Book } from '../harness/book.ts'
import { type BuiltService, buildService } from '../harness/built-service.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { freePort } from '@vadium/local-postgres'
import { served } from '../harness/served-process.ts'

const book = new Book()
const key = book.party('harbor').credential('viewer')

let service: BuiltService
let database: TestDatabase
let folder: string
let scenario: string
/** Those of a balancer: one that is stopped first, and another. */
let one: Node
let other: Node
beforeAll(async () => {
  service = await buildService()
  database = await createDatabase()
  folder = await mkdtemp(join(tmpdir(), 'vadium-rolling-stop-'))
  scenario = join(folder, 'scenario.json')
  await writeFile(scenario, JSON.stringify(book.scenario))
  ;[one, other] = await Promise.all([
    start({ SHUTDOWN_UNREADY_S: '2' }),
    start({ SHUTDOWN_UNREADY_S: '3600' }),
  ])
}, 120_000)
afterAll(async () => {
  for (const { running } of [one, other]) running.child.kill('SIGKILL')
  await database.drop()
  await rm(folder, { recursive: true })
})

/** A process of the service as a balancer sees it: with connections that stay open. */
async function start(environment: Record<string, string>) {
  const port = await freePort()
  const running = await served(service, port, {
    DATABASE_URL: database.url,
    SCENARIO: scenario,
    RATE_LIMIT_CREDENTIAL: '1000000',
    ...environment,
  })
  const connections = new Pool(`http://127.0.0.1:${port}`, { connections: 4 })
  return {
    running,
    get: async () => {
      const request = { method: 'GET', target: '/transfers' } as const
      const { statusCode, headers, body } = await connections.request({
        method: request.method,
        path: request.target,
        headers: { ...signRequest(request, key.privateKey) },
      })
      await body.dump()
      return { status: statusCode, closes: headers['connection'] === 'close' }
    },
    isReady: async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      return reply?.status === 200
    },
    stop: async (signal: 'SIGTERM' | 'SIGINT') => {
      running.child.kill(signal)
      await connections.destroy()
      return running.ended
    },
    disconnect: () => connections.destroy(),
  }
}

type Node = Awaited<ReturnType<typeof start>>

it('loses no request behind a balancer that checks readiness now and then', async () => {
  const nodes = [one, other]
  let ready = nodes
  let count = 0
  const answers: { from: object; status: number; closes: boolean }[] = []
  const failures: unknown[] = []
  const send = async () => {
    count += 1
    // A balancer learns late: many requests reach a process after it has become unready.
    if (count % 20 === 0) {
      const readiness = await Promise.all(nodes.map((node) => node.isReady()))
      ready = nodes.filter((_node, i) => readiness[i] === true)
    }
    const node = ready[count % ready.length]
    if (node === undefined) throw new Error('no process is ready')
    await node.get().then(
      (answer) => answers.push({ from: node, ...answer }),
      (error: unknown) => failures.push(error),
    )
  }
  const callers = async (until: () => boolean) => {
    const caller = async () => {
      while (!until()) await send()
    }
    await Promise.all([caller(), caller(), caller(), caller()])
  }

  await callers(() => count >= 100)
  one.running.child.kill('SIGTERM')
  let isOver = false
  const ended = one.running.ended.finally(() => (isOver = true))
  await callers(() => isOver)
  expect(await ended).toBe(0)
  await callers(() => ready.length === 1 && count % 20 === 19)

  expect(failures).toEqual([])
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  // It continued to answer, and asked its callers to close their connections.
  expect(answers.some(({ from, closes }) => from === one && closes)).toBe(true)
  expect(answers.some(({ from, closes }) => from === other && closes)).toBe(false)
  await one.disconnect()
}, 120_000)

it('is unready at once on a stop, and still answers requests', async () => {
  const node = await start({ SHUTDOWN_UNREADY_S: '60' })
  expect(await node.get()).toEqual({ status: 200, closes: false })
  node.running.child.kill('SIGTERM')
  await expect.poll(() => node.isReady()).toBe(false)
  expect(await node.get()).toEqual({ status: 200, closes: true })
  expect(await node.get()).toEqual({ status: 200, closes: true })
  // A second signal means that nobody wants to wait.
  expect(await node.stop('SIGTERM')).toBe(1)
}, 60_000)

it('stops at once on SIGINT, without the time of SHUTDOWN_UNREADY_S', async () => {
  expect(await other.stop('SIGINT')).toBe(0)
}, 60_000)
