import type { BenchBook } from '../running/bench-book.ts'
import { measuredOrganizationId } from '../book/scenario.ts'
import { closedLoop, type Round } from '../load/closed-loop.ts'
import { KeepAliveConnection } from '../load/keep-alive-connection.ts'
import type { Options } from '../options.ts'
import { type Cost, meanCost, withCost } from '../cost/processor-time.ts'
import { median } from '../cost/statistics.ts'

/** The cost of one page, with one request at a time over one connection. */
export interface PageFigures {
  readonly rows: number
  /** Counted from 1: page 1,000, or the last full page if there are fewer. */
  readonly page: number
  readonly p50Ms: number
  readonly serverMicroseconds: number | undefined
  readonly databaseMicroseconds: number | undefined
}

const pageSize = 50
const pageSizeMax = 1_000
const farPage = 1_000

/** The two pages take turns in this many blocks, so that other load affects both. */
const blocks = 10

/**
 * Requests of each page before the measurement, so that the code is compiled: so many times a
 * number that is signed at once, whose signatures stay valid until they are sent.
 */
const warmUps = 4
const warmUpRequests = 1_000

/** Measures the first page and page 1,000 at a number of transfers. */
export async function measurePages(
  book: BenchBook,
  rows: number,
  { latencySamples }: Options,
): Promise<PageFigures[]> {
  const pages = await pagesOf(book, rows)
  const lanes = pages.map((page) => ({ ...page, runs: [] as (Round & Cost)[] }))
  for (let block = 0; block < blocks; block += 1) {
    for (const { ask, runs } of lanes) runs.push(await ask(Math.ceil(latencySamples / blocks)))
  }
  return lanes.map(({ page, runs }) => ({
    rows,
    page,
    p50Ms: median(runs.flatMap(({ latenciesMs }) => latenciesMs)),
    ...meanCost(runs),
  }))
}

/** The first page and page 1,000 at a number of transfers, read once, and how to ask for them. */
export async function pagesOf(book: BenchBook, rows: number) {
  await book.fillTo(rows)
  const { application, owner, requests, service } = book
  const far = Math.min(farPage, Math.floor((await ownTransfers(book)) / pageSize))
  const token = await tokenBehind(book, (far - 1) * pageSize)
  const { port, pid } = service
  const ask = (target: string) => async (count: number) => {
    const connection = await KeepAliveConnection.open(port)
    const asked = Array.from({ length: count }, () => requests.get(target))
    const run = await withCost(owner, { pid, application }, () =>
      closedLoop([connection], asked, Infinity),
    )
    connection.close()
    return run
  }
  const first = `/transfers?page_size=${pageSize}`
  const pages = [
    { page: 1, ask: ask(first) },
    { page: far, ask: ask(`${first}&page_token=${token}`) },
  ]
  for (const page of pages) {
    for (let i = 0; i < warmUps; i += 1) await page.ask(warmUpRequests)
  }
  return pages
}

async function ownTransfers({ owner }: BenchBook): Promise<number> {
  const { rows } = await owner.query<{ count: string }>(
    'SELECT count(*) FROM transfers WHERE $1 IN (sender_organization_id, receiver_organization_id)',
    [measuredOrganizationId],
  )
  return Number(rows[0]?.count)
}

/** The token of the page after a number of transfers, read page by page. */
async function tokenBehind({ client }: BenchBook, transfers: number): Promise<string> {
  let token: string | undefined
  for (let missing = transfers; missing > 0; missing -= pageSizeMax) {
    const page = await client.transfers.list({
      page_size: Math.min(pageSizeMax, missing),
      ...(token === undefined ? {} : { page_token: token }),
    })
    token = page.next_page_token
  }
  if (token === undefined) throw new Error(`no page begins behind ${transfers} transfers`)
  return token
}
