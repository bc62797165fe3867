import { setTimeout as wait } from 'node:timers/promises'
import { signatureWindowMs } from '@vadium/schema'
import type { BenchBook } from '../running/bench-book.ts'
import { floodingOrganization, neighbour, newOrdersOf } from '../book/scenario.ts'
import { atTheEnd } from '../cleanup.ts'
import { startContestant } from '../contestants/contestant.ts'
import { neighbouringServiceEntry } from '../contestants/entries.ts'
import { median } from '../cost/statistics.ts'
import { type Answers, type Asked, Flood } from '../flood/flood.ts'
import { KeepAliveConnection } from '../load/keep-alive-connection.ts'
import { SignedRequests } from '../load/signed-requests.ts'
import type { Options } from '../options.ts'
import { bindPostgres, bindToCores, canBindToCores } from './cores.ts'

const list = '/transfers?page_size=50'
/** How many requests the other organization sends, of which every second one is a write. */
const requestsOfANeighbour = 48
/** The pause after each of its answers. */
const pauseMs = 20
/** What a flood does first is not measured. */
const floodedMs = 2000
/** The signatures of one flood are not those of the next. */
const betweenFloodsMs = 1500

const floods: Readonly<
  Record<string, { readonly connections: number; readonly asked: readonly Asked[] }>
> = {
  reports: { connections: 64, asked: [{ target: '/reports/transfers?format=csv' }] },
  lists: { connections: 256, asked: [{ target: list }] },
  writes: {
    connections: 256,
    asked: newOrdersOf(floodingOrganization).map((order) => ({
      target: '/orders',
      body: JSON.stringify(order),
    })),
  },
  streams: { connections: 1000, asked: [{ target: '/events:stream' }] },
}

/** The cores of the service, and those of PostgreSQL and of all callers. */
const placements = {
  'a core of its own': { service: [0], others: [1] },
  'both cores with all others': { service: [0, 1], others: [0, 1] },
} as const

interface OneByOne {
  readonly listP50Ms: number
  readonly writeP50Ms: number
  readonly answers: Answers
}

/** What a neighbour got beside one flood. */
export interface NeighbourFigures {
  readonly placement: string
  readonly flood: string
  /** Of the requests that it sent one by one, just before the flood and beside it. */
  readonly before: OneByOne
  readonly beside: OneByOne
  /** The answers to as many lists at once. */
  readonly answersAtOnce: Answers
  readonly floodAnswers: Answers
}

/**
 * Measures what one organization gets while another one floods the service: with reports, lists,
 * writes, and with streams that it asks for again and again.
 */
export async function measureNeighbours(
  book: BenchBook,
  options: Options,
): Promise<readonly NeighbourFigures[] | undefined> {
  if (!canBindToCores()) return undefined
  await book.fillTo(options.rows)
  const service = await startContestant(neighbouringServiceEntry(book))
  atTheEnd(() => service.stop())
  // Until then, the service searches the database for signatures accepted before its start.
  await wait(signatureWindowMs + 1000)
  const figures: NeighbourFigures[] = []
  const place = async ({ service: own, others }: (typeof placements)[keyof typeof placements]) => {
    bindToCores(service.pid, own)
    await bindPostgres(book.owner, others)
    bindToCores(process.pid, others)
  }
  for (const [placement, cores] of Object.entries(placements)) {
    for (const [flood, { connections, asked }] of Object.entries(floods)) {
      await book.owner.query(
        "UPDATE orders SET status = 'REJECTED' WHERE status = 'PENDING_ACCEPTANCE'",
      )
      await book.owner.query('VACUUM orders')
      await place(cores)
      await wait(betweenFloodsMs)
      const notBeforeMs = Date.now()
      const signer = new SignedRequests(book.keysOf(neighbour), notBeforeMs)
      const before = await oneByOne(service.port, signer)
      const flooding = new Flood({
        ...{ port: service.port, pairs: book.keysOf(floodingOrganization), notBeforeMs },
        ...{ connections, asked },
      })
      await wait(floodedMs)
      const beside = await oneByOne(service.port, signer)
      const answersAtOnce = await allAtOnce(service.port, signer)
      const floodAnswers = await flooding.end()
      figures.push({ placement, flood, before, beside, answersAtOnce, floodAnswers })
    }
  }
  await service.stop()
  return figures
}

async function oneByOne(port: number, signer: SignedRequests): Promise<OneByOne> {
  const connection = await KeepAliveConnection.open(port)
  const [order] = newOrdersOf(neighbour)
  const waits: Record<'list' | 'write', number[]> = { list: [], write: [] }
  const statuses: number[] = []
  for (let n = 0; n < requestsOfANeighbour; n += 1) {
    const kind = n % 2 === 0 ? 'list' : 'write'
    const request =
      kind === 'list' ? signer.get(list) : signer.write('/orders', JSON.stringify(order))
    const sentAt = performance.now()
    const { status } = await connection.exchange(request)
    if (status < 300) waits[kind].push(performance.now() - sentAt)
    statuses.push(status)
    await wait(pauseMs)
  }
  connection.close()
  return {
    listP50Ms: median(waits.list),
    writeP50Ms: median(waits.write),
    answers: counted(statuses),
  }
}

async function allAtOnce(port: number, signer: SignedRequests): Promise<Answers> {
  const connections = await Promise.all(
    Array.from({ length: requestsOfANeighbour }, () => KeepAliveConnection.open(port)),
  )
  const answers = await Promise.all(
    connections.map((connection) => connection.exchange(signer.get(list))),
  )
  for (const connection of connections) connection.close()
  return counted(answers.map(({ status }) => status))
}

function counted(statuses: readonly number[]): Answers {
  const counts: Record<string, number> = {}
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
