import type { BenchBook } from '../running/bench-book.ts'
import { closedLoop } from '../load/closed-loop.ts'
import { KeepAliveConnection } from '../load/keep-alive-connection.ts'
import type { Options } from '../options.ts'
import { type Figures, measureInTurns, type Racer } from './rounds.ts'
import { quantile } from '../cost/statistics.ts'

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
export const previewConnections = [16, 32] as const

/** Measures previews of all positions of the measured organization, in turn. */
export async function measurePreview(book: BenchBook, options: Options): Promise<PreviewFigures> {
  await book.fillTo(options.rows)
  const racer = previewRacer(book)
  const oneByOne = await latencies(book, () => racer.request(), options)

  const underLoad: Figures[] = []
  for (const connections of previewConnections) {
    const named = { ...racer, name: `b  preview, signed, ${connections} connections` }
    underLoad.push(...(await measureInTurns(book.owner, [named], { ...options, connections })))
  }
  return { rows: options.rows, oneByOne, underLoad }
}

/** The service, asked for previews of all positions in turn. */
export function previewRacer({ application, positionIds, requests, service }: BenchBook): Racer {
  let turn = 0
  const { port, pid } = service
  const request = () => {
    const positionId = positionIds[turn % positionIds.length] ?? ''
    turn += 1
    return requests.post(target, JSON.stringify({ position_id: positionId }))
  }
  return { name: 'b  preview, signed', application, port, pid, request }
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
