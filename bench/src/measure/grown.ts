import { openBenchBook } from '../running/bench-book.ts'
import { previewRacer } from './preview.ts'
import { closedLoop } from '../load/closed-loop.ts'
import { KeepAliveConnection } from '../load/keep-alive-connection.ts'
import type { Options } from '../options.ts'
import { type Cost, withCost } from '../cost/processor-time.ts'
import { pagesOf } from './sizes.ts'
import { median } from '../cost/statistics.ts'

/** The cost of one request after the other, over one connection. */
export interface GrownFigures extends Cost {
  readonly rows: number
  readonly what: string
  readonly p50Ms: number
}

/** Measures the listing and the preview in a book that grows. */
export async function measureGrown(options: Options): Promise<GrownFigures[]> {
  const { grownRows, latencySamples } = options
  const book = await openBenchBook()
  const { application, owner, positionIds, service } = book
  const figures: GrownFigures[] = []
  for (const rows of grownRows) {
    const pages = await pagesOf(book, rows)
    const racer = previewRacer(book)
    const preview = async (count: number) => {
      const connection = await KeepAliveConnection.open(service.port)
      const asked = Array.from({ length: count }, () => racer.request())
      const run = await withCost(owner, { pid: service.pid, application }, () =>
        closedLoop([connection], asked, Infinity),
      )
      connection.close()
      return run
    }
    await preview(positionIds.length * 2)
    const kinds = [
      ...pages.map(({ page, ask }) => ({ what: `GET /transfers, page ${page}`, ask })),
      { what: 'preview', ask: preview },
    ]
    for (const { what, ask } of kinds) {
      const { latenciesMs, serverMicroseconds, databaseMicroseconds } = await ask(latencySamples)
      const cost = { serverMicroseconds, databaseMicroseconds }
      figures.push({ rows, what, p50Ms: median(latenciesMs), ...cost })
    }
  }
  return figures
}
