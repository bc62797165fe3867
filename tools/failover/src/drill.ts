import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { VadiumClient } from '@vadium/client'
import { Cluster } from './cluster.ts'
import { anOrder, Installation } from './installation.ts'
import { pause, until } from './waiting.ts'
import { Writer } from './writer.ts'

// Creates orders all the while, kills and pauses one part of the installation after the other, and
// then counts: each order that was acknowledged must be there, once, and the book must be correct.

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '1' } } })
const problem = whatIsMissing()
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`)
  process.exit(2)
}

const beganMs = Date.now()
const say = (text: string) => {
  const seconds = Math.round((Date.now() - beganMs) / 1000)
  process.stdout.write(`${String(seconds).padStart(4)} s  ${text}\n`)
}

const folder = mkdtempSync(join(tmpdir(), 'vadium-failover-'))
const postgres = { uid: postgresId('-u'), gid: postgresId('-g') }
chownSync(folder, postgres.uid, postgres.gid)
chmodSync(folder, 0o711)
const cluster = new Cluster(folder, postgres)
const installation = new Installation(folder)
let hasPassed = false
process.once('SIGINT', () => process.exit(130))
process.on('exit', () => {
  installation.stop()
  cluster.stop()
  if (hasPassed) rmSync(folder, { recursive: true, force: true })
  else process.stderr.write(`The logs are in ${folder}.\n`)
})

say('etcd, three Patroni and HAProxy start')
await cluster.start()
say('the service loads the demo book')
await installation.start()

const reader = installation.client()
const before = await ordersOf(reader)
const order = await anOrder(reader)
const writers = [1, 2, 3, 4].map(() => new Writer(installation.client(), order))
const writing = Promise.all(writers.map((writer) => writer.run()))
const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged.size, 0)
await until('the first orders', () => acknowledged() > 20, 60)

const faults: readonly (readonly [what: string, act: () => Promise<void>])[] = [
  ['a process of the service is killed', () => installation.restartService()],
  ['PostgreSQL of the primary is killed', () => cluster.killPostgres()],
  ['the primary and its Patroni are killed', () => cluster.killPrimary(30_000)],
  ['the primary and its Patroni are paused for 40 s', () => cluster.pausePrimary(40_000)],
  ['etcd is killed, and back after 15 s', () => cluster.killEtcd(15_000)],
  ['the server of REDIS_URL is killed, and back after 10 s', () => installation.killRedis(10_000)],
]
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const [what, act] of faults) {
    const count = acknowledged()
    say(what)
    await act()
    await cluster.synchronous()
    await until('orders after the fault', () => acknowledged() > count + 20, 120)
    await pause(2000)
    say(`  ${acknowledged() - count} orders were acknowledged meanwhile`)
  }
}

for (const writer of writers) writer.stop()
await writing
let settled = 0
for (const writer of writers) settled += await writer.settle()
const ids = new Set(writers.flatMap((writer) => [...writer.acknowledged.values()]))
const found = await ordersOf(reader)
const lost = [...ids].filter((id) => !found.has(id)).length
const doubled = acknowledged() - ids.size
const unasked = found.size - before.size - ids.size + lost
const faultsOfBook = installation.check()

say(`${acknowledged()} orders acknowledged, ${settled} of them when asked again under their keys`)
const longestMs = Math.max(...writers.map((writer) => writer.longestWaitMs))
say(`longest time of a writer without an order: ${(longestMs / 1000).toFixed(1)} s`)
for (const [reason, count] of refusals()) say(`refused with ${reason}: ${count}`)
say(`lost: ${lost}; two keys for one order: ${doubled}; orders that nobody asked for: ${unasked}`)
say(`the book is ${faultsOfBook === '' ? 'correct' : `broken:\n${faultsOfBook}`}`)
hasPassed = lost === 0 && doubled === 0 && unasked === 0 && faultsOfBook === ''
process.exit(hasPassed ? 0 : 1)

async function ordersOf(client: VadiumClient): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const { id } of client.orders.list({ page_size: 100 })) ids.add(id)
  return ids
}

function refusals(): Map<string, number> {
  const all = new Map<string, number>()
  for (const [reason, count] of writers.flatMap(({ refused }) => [...refused])) {
    all.set(reason, (all.get(reason) ?? 0) + count)
  }
  return all
}

function whatIsMissing(): string | undefined {
  const programs = ['etcd', 'patroni', 'haproxy', 'redis-server', 'psql'].filter(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
  )
  if (programs.length > 0 || !existsSync('/usr/lib/postgresql/15/bin/initdb')) {
    return (
      'The drill needs programs of Debian 12: ' +
      'apt-get install etcd-server patroni python3-etcd haproxy redis-server postgresql-15'
    )
  }
  return process.getuid?.() === 0
    ? undefined
    : 'Run the drill as root: PostgreSQL and Patroni run as the user postgres.'
}

function postgresId(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
}
