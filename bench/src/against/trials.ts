import type { BenchBook } from '../running/bench-book.ts'
import { readReport } from '../load/report-reader.ts'
import { canBindToCores } from '../measure/cores.ts'
import { listingConnections, listingRacer } from '../measure/listing.ts'
import { measureNeighbours } from '../measure/neighbours.ts'
import { readyForOverload } from '../measure/overload.ts'
import { previewConnections, previewRacer } from '../measure/preview.ts'
import { type Cost, withCost } from '../cost/processor-time.ts'
import { forgetPeak, residentMemory } from '../cost/resident-memory.ts'
import { type Racer, roundsOf } from '../measure/rounds.ts'
import { measureStreams } from '../measure/streams.ts'
import { pagesOf } from '../measure/sizes.ts'
import { quantile } from '../cost/statistics.ts'
import type { Options, Part } from '../options.ts'
import { measureGrowthOf } from '../growth/growth-book.ts'
import { TickBook } from '../tick/tick-book.ts'
import { whole } from '../text/table.ts'
import type { Trial } from './trial.ts'
import { writeTrial } from './write-trials.ts'

/** The trials of each part. Parts without a service have none. */
export const trialsOf: Readonly<Partial<Record<Part, (options: Options) => readonly Trial[]>>> = {
  listing: (options) => [
    loadTrial('GET /transfers, a page of 50', listingRacer, listingConnections, options),
  ],
  preview: (options) =>
    previewConnections.map((connections) =>
      loadTrial('POST /mark-to-market-requests:preview', previewRacer, connections, options),
    ),
  sizes: ({ sizes, latencySamples }) => sizes.flatMap((rows) => sizeTrials(rows, latencySamples)),
  report: ({ reportRows }) => ['csv', 'json'].map((format) => reportTrial(format, reportRows)),
  tick: ({ tickPositions }) => tickPositions.slice(0, 1).map(tickTrial),
  writes: (options) => [writeTrial(options)],
  streams: (options) => [streamTrial(options)],
  growth: ({ settledTransfers }) => [growthTrial(settledTransfers)],
  overload: (options) => (canBindToCores() ? [overloadTrial(options)] : []),
  neighbours: (options) => (canBindToCores() ? [neighboursTrial(options)] : []),
}

const costs = ({ serverMicroseconds, databaseMicroseconds }: Cost) => ({
  'server µs': serverMicroseconds,
  'PostgreSQL µs': databaseMicroseconds,
})

function loadTrial(
  what: string,
  racerOf: (book: BenchBook) => Racer,
  connections: number,
  options: Options,
): Trial {
  return {
    title: `${what}, ${connections} connections, ${whole(options.rows)} transfers`,
    begin: async (book) => {
      await book.fillTo(options.rows)
      const round = roundsOf(book.owner, racerOf(book), { ...options, connections })
      return async () => {
        const { requestsPerSecond, latenciesMs, ...cost } = await round()
        return {
          'req/s': requestsPerSecond,
          ...costs(cost),
          'p50 ms': quantile(latenciesMs, 0.5),
          'p95 ms': quantile(latenciesMs, 0.95),
        }
      }
    },
  }
}

function sizeTrials(rows: number, samples: number): Trial[] {
  return (['first', 'far'] as const).map((which) => ({
    title: `GET /transfers, ${which} page of 50, ${whole(rows)} transfers, one by one`,
    begin: async (book) => {
      const [first, far] = await pagesOf(book, rows)
      const ask = (which === 'first' ? first : far)?.ask
      return async () => {
        if (ask === undefined) return {}
        const { latenciesMs, ...cost } = await ask(samples)
        return { 'p50 ms': quantile(latenciesMs, 0.5), ...costs(cost) }
      }
    },
  }))
}

/** Each commit has a book of its own for this, whatever its schema is. */
function tickTrial(positions: number): Trial {
  return {
    title: `A price change over ${whole(positions)} positions, until the last call is notified`,
    roundsMax: 3,
    begin: async ({ api }) => {
      const book = await TickBook.open(positions, api)
      return async () =>
        Object.fromEntries(
          (await book.round()).flatMap(
            ({ crossings, notifiedMs, serverSeconds, databaseSeconds }) => [
              [`${whole(crossings)} calls, ms`, notifiedMs],
              [`${whole(crossings)} calls, server s`, serverSeconds],
              [`${whole(crossings)} calls, PostgreSQL s`, databaseSeconds],
            ],
          ),
        )
    },
  }
}

/** Each commit has a book of its own for this, whatever its schema is. */
function growthTrial(transfers: number): Trial {
  return {
    title: `Bytes for each of ${whole(transfers)} settled transfers`,
    roundsMax: 1,
    begin: async ({ api }) => {
      const measured = await measureGrowthOf(transfers, api)
      const figures = {
        'kept, bytes': measured.kept,
        ...Object.fromEntries(
          measured.tables.flatMap(({ table, heap, indexes, kept }) =>
            kept ? [[`${table}, bytes`, heap + indexes]] : [],
          ),
        ),
      }
      // Another round would find the same.
      return () => Promise.resolve(figures)
    },
  }
}

/** Of all transfers, the measured organization has three in five; see `bulk-transfers.ts`. */
const shareOfTheMeasured = 0.6

function reportTrial(format: string, rows: number): Trial {
  return {
    title: `GET /reports/transfers as ${format}, ${whole(rows)} rows`,
    roundsMax: 3,
    begin: async (book) => {
      await book.fillTo(Math.ceil(rows / shareOfTheMeasured))
      const { application, owner, privateKey, service } = book
      const { pid, port } = service
      // A report in CSV has a line for each row, below its header; one in JSON has no line breaks.
      const counted = await readReport(port, '/reports/transfers?format=csv', privateKey)
      const requests = counted.lines - 1
      return async () => {
        forgetPeak(pid)
        const { seconds, ...cost } = await withCost(owner, { pid, application }, async () => {
          const read = await readReport(port, `/reports/transfers?format=${format}`, privateKey)
          return { ...read, requests }
        })
        return {
          'rows/s': requests / seconds,
          ...costs(cost),
          'peak MiB': residentMemory(pid)?.peakMiB,
        }
      }
    },
  }
}

function overloadTrial(options: Options): Trial {
  return {
    title: 'Overload: service and PostgreSQL on one core, 800 connections',
    roundsMax: 3,
    begin: async (book) => {
      const { round } = await readyForOverload(book, options)
      return async () => {
        const { peakPerSecond, goodPerSecond, goodput, accepted, memory } = await round()
        return {
          'peak req/s': peakPerSecond,
          'good req/s': goodPerSecond,
          'of the peak': goodput,
          'p50 ms of 200': accepted.p50Ms,
          'max ms of 200': accepted.maxMs,
          'MiB after': memory?.afterMiB,
        }
      }
    },
  }
}

function neighboursTrial(options: Options): Trial {
  return {
    title: 'One organization beside the flood of another',
    roundsMax: 3,
    begin: async (book) => async () =>
      Object.fromEntries(
        ((await measureNeighbours(book, options)) ?? []).flatMap((figures) => {
          const { before, beside } = figures
          const what = `${figures.flood}, ${figures.placement}`
          return [
            [
              `${what}: refused`,
              (beside.answers['429'] ?? 0) + (figures.answersAtOnce['429'] ?? 0),
            ],
            [`${what}: list, times`, beside.listP50Ms / before.listP50Ms],
            [`${what}: write, times`, beside.writeP50Ms / before.writeP50Ms],
          ]
        }),
      ),
  }
}

function streamTrial(options: Options): Trial {
  return {
    title: 'Idle streams',
    roundsMax: 3,
    begin: async (book) => async () =>
      Object.fromEntries(
        (await measureStreams(book, options)).flatMap((figures) => [
          [`${whole(figures.streams)}, KiB each`, figures.heapKiB + figures.externalKiB],
          [`${whole(figures.streams)}, resident KiB each`, figures.residentKiB],
        ]),
      ),
  }
}
