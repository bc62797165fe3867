import { openBenchBook } from '../running/bench-book.ts'
import {
  fillHostileTransfers,
  setsOfFilters,
  type TriedValues,
  triedValues,
} from '../filters/hostile-transfers.ts'
import { closedLoop } from '../load/closed-loop.ts'
import { KeepAliveConnection } from '../load/keep-alive-connection.ts'
import type { Options } from '../options.ts'
import { type Cost, withCost } from '../cost/processor-time.ts'
import { median } from '../cost/statistics.ts'

/** First pages with each set of filters, one request after the other over one connection. */
export interface FilterFigures {
  readonly rows: number
  /** The page without filters. */
  readonly unfiltered: Cost & { readonly p50Ms: number }
  readonly tried: readonly TriedFigures[]
}

/** The figures of all sets of filters with the same values. Ratios are to the unfiltered page. */
export interface TriedFigures extends Cost {
  readonly name: string
  readonly medianRatio: number
  readonly worstRatio: number
  /** The filters that took longest. */
  readonly worst: string
  /** How many of the pages, with either direction, took more than four times as long. */
  readonly above: number
  readonly pages: number
  /** The most requests for 50 transfers, or for all if they are fewer. */
  readonly requests: number
}

const pageSize = 50
const unfilteredOfEach = 20
const rounds = 7
const warmUpRounds = 2
/** Looks for the pages that take so many requests at most, so that the part ends. */
const requestsMax = 1000

export async function measureFilters({ filterRows, quick }: Options): Promise<FilterFigures> {
  const book = await openBenchBook()
  const { application, owner, requests, service, client } = book
  await fillHostileTransfers(owner, filterRows)
  const target = (query: URLSearchParams) =>
    `/transfers?${new URLSearchParams([...query, ['page_size', String(pageSize)]]).toString()}`
  const connection = await KeepAliveConnection.open(service.port)
  const ask = (targets: readonly string[]) => {
    const asked = targets.map((one) => requests.get(one))
    return withCost(owner, { pid: service.pid, application }, () =>
      closedLoop([connection], asked, Infinity),
    )
  }
  const bare = Array.from({ length: unfilteredOfEach }, () => target(new URLSearchParams()))
  await ask(Array.from({ length: 100 }, () => bare).flat())

  const all = await triedValues(owner)
  const costs: Cost[] = []
  const bareMs: number[] = []
  const tried: TriedFigures[] = []
  for (const { name, queries } of all) {
    const targets = queries.map(target)
    for (let round = 0; round < warmUpRounds; round += 1) await ask(targets)
    const latencies = targets.map((): number[] => [])
    const spent: Cost[] = []
    const nearby: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const unfiltered = await ask(bare)
      costs.push(unfiltered)
      nearby.push(...unfiltered.latenciesMs)
      const run = await ask(targets)
      spent.push(run)
      for (const [at, latencyMs] of run.latenciesMs.entries()) latencies[at]?.push(latencyMs)
    }
    bareMs.push(...nearby)
    const ratios = latencies.map((one) => median(one) / median(nearby))
    const worstRatio = Math.max(...ratios)
    tried.push({
      name,
      medianRatio: median(ratios),
      worstRatio,
      worst: [...(queries[ratios.indexOf(worstRatio)]?.keys() ?? [])].join(', '),
      above: ratios.filter((ratio) => ratio > 4).length,
      pages: ratios.length,
      requests: await mostRequests(client, quick ? queries.slice(0, setsOfFilters) : queries),
      ...meanCost(spent),
    })
  }
  connection.close()
  const unfiltered = { p50Ms: median(bareMs), ...meanCost(costs) }
  return { rows: filterRows, unfiltered, tried }
}

/** The most requests that a list needs until it has shown a page, or has ended. */
async function mostRequests(
  client: Awaited<ReturnType<typeof openBenchBook>>['client'],
  queries: TriedValues['queries'],
): Promise<number> {
  let most = 0
  for (const query of queries) {
    let found = 0
    let token: string | undefined
    let asked = 0
    do {
      const page = await client.transfers.list({
        ...Object.fromEntries(query),
        page_size: pageSize,
        ...(token !== undefined && { page_token: token }),
      })
      found += page.transfers.length
      token = page.next_page_token
      asked += 1
    } while (token !== undefined && found < pageSize && asked < requestsMax)
    most = Math.max(most, asked)
  }
  return most
}

function meanCost(costs: readonly Cost[]): Cost {
  const meanOf = (values: readonly (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined)
    if (known.length === 0) return undefined
    return known.reduce((sum, value) => sum + value, 0) / known.length
  }
  return {
    serverMicroseconds: meanOf(costs.map((cost) => cost.serverMicroseconds)),
    databaseMicroseconds: meanOf(costs.map((cost) => cost.databaseMicroseconds)),
  }
}
