import { setTimeout as wait } from 'node:timers/promises'
import { signatureWindowMs } from '@vadium/schema'
import type { BenchBook } from '../running/bench-book.ts'
import { atTheEnd } from '../cleanup.ts'
import { type Contestant, startContestant } from '../contestants/contestant.ts'
import { loadedServiceEntry } from '../contestants/entries.ts'
import { closedLoop } from '../load/closed-loop.ts'
import { KeepAliveConnection } from '../load/keep-alive-connection.ts'
import { type PacedAnswer, pacedLoad } from '../load/paced-load.ts'
import type { SignedRequests } from '../load/signed-requests.ts'
import type { Options } from '../options.ts'
import { bindPostgres, bindToCores, canBindToCores } from './cores.ts'
import { residentMemory } from '../cost/resident-memory.ts'
import { quantile } from '../cost/statistics.ts'

const target = '/transfers?page_size=50'
const serverCores = [0]
const callerCores = [1]
const overloadConnections = 800
/** The overload, as a multiple of the highest rate that the service reaches. */
const overloadFactor = 5
/** The normal load afterwards, as a share of that rate. */
const normalShare = 0.5
const sliceMs = 250

export interface Waits {
  readonly count: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export interface OverloadFigures {
  readonly peakPerSecond: number
  readonly offeredPerSecond: number
  readonly goodPerSecond: number
  /** The rate of answers 200 under overload, as a share of the peak. */
  readonly goodput: number
  readonly accepted: Waits
  readonly refused: Waits
  /** The number of answers other than 200 and 429. */
  readonly others: number
  readonly unsent: number
  readonly memory: { readonly beforeMiB: number; readonly afterMiB: number } | undefined
  /** The time from the end of the overload until a normal load is answered without refusals. */
  readonly normalAfterSeconds: number | undefined
}

/**
 * Measures the service under overload, with PostgreSQL on the same core and the callers on another:
 * first its highest rate, then five times that over 800 connections, then half of it.
 */
export async function measureOverload(
  book: BenchBook,
  options: Options,
): Promise<OverloadFigures | undefined> {
  if (!canBindToCores()) return undefined
  const overloaded = await readyForOverload(book, options)
  const figures = await overloaded.round()
  await overloaded.stop()
  return figures
}

/** Starts a service for overload, on the book of another. */
export async function readyForOverload(book: BenchBook, options: Options) {
  await book.fillTo(options.rows)
  const service = await startContestant(loadedServiceEntry(book))
  atTheEnd(() => service.stop())
  // Until then, the service searches the database for signatures accepted before its start.
  await wait(signatureWindowMs + 1000)
  return { stop: () => service.stop(), round: () => overload(book, service, options) }
}

async function overload(
  book: BenchBook,
  { pid, port }: Contestant,
  options: Options,
): Promise<OverloadFigures> {
  const requests = book.deskRequests
  bindToCores(pid, serverCores)
  await bindPostgres(book.owner, serverCores)
  bindToCores(process.pid, callerCores)

  const seconds = options.roundSeconds * 2
  const peak = await peakOf(port, requests, options.roundSeconds)
  const before = residentMemory(pid)
  const perSecond = Math.round(peak * overloadFactor)
  const during = await paced(port, requests, overloadConnections, { perSecond, seconds })
  const after = await paced(port, requests, 32, {
    perSecond: Math.round(peak * normalShare),
    seconds: Math.max(6, seconds),
  })
  const memory = residentMemory(pid)

  const good = during.answers.filter(({ status }) => status === 200)
  const refused = during.answers.filter(({ status }) => status === 429)
  const goodPerSecond = good.length / during.seconds
  return {
    peakPerSecond: peak,
    offeredPerSecond: during.answers.length / during.seconds,
    goodPerSecond,
    goodput: goodPerSecond / peak,
    accepted: waitsOf(good),
    refused: waitsOf(refused),
    others: during.answers.length - good.length - refused.length,
    unsent: during.unsent,
    memory: before && memory && { beforeMiB: before.nowMiB, afterMiB: memory.nowMiB },
    normalAfterSeconds: normalAfter(after.answers),
  }
}

/** The highest rate, with callers who wait for their answers. */
async function peakOf(port: number, requests: SignedRequests, seconds: number): Promise<number> {
  let peak = 0
  for (const count of [32, 16, 32, 48]) {
    const connections = await openAll(port, count)
    const ready = signed(requests, Math.ceil(Math.max(peak, 3000) * seconds * 1.5))
    const { requestsPerSecond } = await closedLoop(connections, ready, seconds)
    peak = Math.max(peak, requestsPerSecond)
    for (const connection of connections) connection.close()
  }
  return peak
}

async function paced(
  port: number,
  requests: SignedRequests,
  count: number,
  rate: { readonly perSecond: number; readonly seconds: number },
) {
  const ready = signed(requests, Math.ceil(rate.perSecond * rate.seconds * 1.05))
  const connections = await openAll(port, count)
  const outcome = await pacedLoad(connections, ready, rate)
  for (const connection of connections) connection.close()
  return outcome
}

const signed = (requests: SignedRequests, count: number) =>
  Array.from({ length: count }, () => requests.get(target))

const openAll = (port: number, count: number) =>
  Promise.all(Array.from({ length: count }, () => KeepAliveConnection.open(port)))

function waitsOf(answers: readonly PacedAnswer[]): Waits {
  const waits = answers.map(({ latencyMs }) => latencyMs)
  return {
    count: waits.length,
    p50Ms: quantile(waits, 0.5),
    p99Ms: quantile(waits, 0.99),
    maxMs: waits.reduce((most, ms) => Math.max(most, ms), 0),
  }
}

/**
 * The start of the first slice after which no request was refused. Undefined if the last request
 * was refused.
 */
function normalAfter(answers: readonly PacedAnswer[]): number | undefined {
  const lastRefusedMs = answers
    .filter(({ status }) => status !== 200)
    .reduce((last, { atMs }) => Math.max(last, atMs), 0)
  const endMs = answers.reduce((last, { atMs }) => Math.max(last, atMs), 0)
  return lastRefusedMs > endMs - sliceMs ? undefined : lastRefusedMs / 1000
}
