import type { BenchBook } from '../book/bench-book.ts'
import { closedLoop } from '../load/closed-loop.ts'
import { KeepAliveConnection } from '../load/keep-alive-connection.ts'
import type { Options } from '../options.ts'
import { type Figures, measureInTurns, type Racer } from './rounds.ts'
import { quantile } from './statistics.ts'

export interface PreviewFigures {
  readonly rows: number
  /** One request at a time, over one connection. */
  readonly oneByOne: {
    readonly requests: number
    readonly p50Ms: number
    readonly p95Ms: number
  }
  readonly underLoad: readonly Figures[]
}

const target = '/mark-to-market-requests:preview'
const connectionCounts = [16, 32]

/** Measures previews of all positions of the measured organization, in turn. */
export async function measurePreview(book: BenchBook, options: Options): Promise<PreviewFigures> {
  await book.fillTo(options.rows)
  let turn = 0
  const request = () => {
    const positionId = book.positionIds[turn % book.positionIds.length] ?? ''
    turn += 1
    return book.requests.post(target, JSON.stringify({ position_id: positionId }))
  }
  const oneByOne = await latencies(book, request, options)

  const underLoad: Figures[] = []
  for (const connections of connectionCounts) {
    const racer: Racer = {
      name: `b  preview, signed, ${connections} connections`,
      application: 'vadium',
      port: book.service.port,
      pid: book.service.pid,
      request,
    }
    underLoad.push(...(await measureInTurns(book.owner, [racer], { ...options, connections })))
  }
  return { rows: options.rows, oneByOne, underLoad }
}

async function latencies(
  { service, positionIds }: BenchBook,
  request: () => Buffer,
  { latencySamples }: Options,
) {
  const connection = await KeepAliveConnection.open(service.port)
  const run = (count: number) =>
    closedLoop([connection], Array.from({ length: count }, request), Infinity)
  // Warms up, and shows that every position can be previewed.
  await run(positionIds.length * 2)
  const { latenciesMs, requests } = await run(latencySamples)
  connection.close()
  return { requests, p50Ms: quantile(latenciesMs, 0.5), p95Ms: quantile(latenciesMs, 0.95) }
}
