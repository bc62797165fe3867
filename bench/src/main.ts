import { writeFile } from 'node:fs/promises'
import { type Comparison, compareWith } from './against/compare.ts'
import { type BenchBook, openBenchBook } from './running/bench-book.ts'
import { cleanUp, cleanUpOnSignals, ending } from './cleanup.ts'
import { measureGrowthOf } from './growth/growth-book.ts'
import { measureFilters } from './measure/filters.ts'
import { measureConsole } from './measure/console.ts'
import { measureGrown } from './measure/grown.ts'
import { measureListing } from './measure/listing.ts'
import { measureNeighbours } from './measure/neighbours.ts'
import { measureOverload } from './measure/overload.ts'
import { measurePreview } from './measure/preview.ts'
import { measureReport } from './measure/report.ts'
import { measureRevaluation } from './measure/revaluation.ts'
import { measureStart } from './measure/start.ts'
import { measurePages, type PageFigures } from './measure/sizes.ts'
import { measureStreams } from './measure/streams.ts'
import { measureTick } from './measure/tick.ts'
import { measureWrites } from './measure/writes.ts'
import { type Options, type Part, readOptions, usage } from './options.ts'
import { comparisonText } from './report/comparison-text.ts'
import { consoleText } from './report/console-text.ts'
import { loadAverageNow, machineFacts } from './report/machine.ts'
import { filtersText } from './report/filters-text.ts'
import { grownText, growthText } from './report/growth-text.ts'
import { neighboursText } from './report/neighbours-text.ts'
import { overloadText } from './report/overload-text.ts'
import { startText } from './report/start-text.ts'
import {
  listingText,
  machineText,
  previewText,
  type Report,
  reportText,
  revaluationText,
  sizesText,
} from './report/report.ts'
import { streamsText } from './report/streams-text.ts'
import { tickText } from './report/tick-text.ts'
import { writesText } from './report/writes-text.ts'

const print = (text: string) => process.stdout.write(text)
const progress = (text: string) => process.stderr.write(`${text}\n`)

const chosenOf = (options: Options) => (part: Part) => options.parts.includes(part)

/** Measurements without the book run without it, unless another measurement needs it. */
async function measure(options: Options): Promise<Report> {
  const loadAverage = loadAverageNow()
  const chosen = chosenOf(options)
  const withoutBook: readonly Part[] = [
    'revaluation',
    'tick',
    'writes',
    'growth',
    'grown',
    'filters',
    'console',
  ]
  const book = options.parts.some((part) => !withoutBook.includes(part))
    ? await openBenchBook()
    : undefined
  const machine = await machineFacts(book?.owner, loadAverage)
  print(machineText(machine))
  const revaluation = chosen('revaluation') ? measureRevaluation(options) : undefined
  if (revaluation) print(revaluationText(revaluation))
  const tick = chosen('tick') ? await measureTick(options) : undefined
  if (tick) print(tickText(tick))
  const ofBook = book && (await measureBook(book, options))
  const writes = chosen('writes') ? await measureWrites(options) : undefined
  if (writes) print(writesText(writes))
  const growth = chosen('growth') ? await measureGrowthOf(options.settledTransfers) : undefined
  if (growth) print(growthText(growth))
  const grown = chosen('grown') ? await measureGrown(options) : undefined
  if (grown) print(grownText(grown))
  const filters = chosen('filters') ? await measureFilters(options) : undefined
  if (filters) print(filtersText(filters))
  const page = chosen('console') ? await measureConsole(options) : undefined
  if (page) print(consoleText(page))
  return {
    machine,
    quick: options.quick,
    ...(revaluation && { revaluation }),
    ...(tick && { tick }),
    ...ofBook,
    ...(writes && { writes }),
    ...(growth && { growth }),
    ...(grown && { grown }),
    ...(filters && { filters }),
    ...(page && { console: page }),
  }
}

/** The table only grows, so sizes below that of the listing come first and larger ones last. */
async function measureBook(
  book: BenchBook,
  options: Options,
): Promise<
  Pick<
    Report,
    'listing' | 'neighbours' | 'overload' | 'preview' | 'report' | 'sizes' | 'start' | 'streams'
  >
> {
  const chosen = chosenOf(options)
  const pages: PageFigures[] = []
  const measureSizes = async (fits: (rows: number) => boolean) => {
    for (const rows of chosen('sizes') ? options.sizes.filter(fits) : []) {
      const measured = await measurePages(book, rows, options)
      const medians = measured.map(({ page, p50Ms }) => `page ${page} ${p50Ms.toFixed(2)} ms`)
      progress(`${rows} rows: ${medians.join(', ')}`)
      pages.push(...measured)
    }
  }

  const start = chosen('start') ? await measureStart(book, options) : undefined
  if (start) print(startText(start))
  const streams = chosen('streams') ? await measureStreams(book, options) : undefined
  if (streams) print(streamsText(streams))
  await measureSizes((rows) => rows <= options.rows)
  const listing = chosen('listing') ? await measureListing(book, options) : undefined
  if (listing) print(listingText(listing))
  const preview = chosen('preview') ? await measurePreview(book, options) : undefined
  if (preview) print(previewText(preview))
  const report = chosen('report') ? await measureReport(book, options) : undefined
  if (report) print(reportText(report))
  const overload = chosen('overload') ? await measureOverload(book, options) : undefined
  if (overload) print(overloadText(overload))
  else if (chosen('overload')) progress('overload: needs Linux, taskset and two cores')
  const neighbours = chosen('neighbours') ? await measureNeighbours(book, options) : undefined
  if (neighbours) print(neighboursText(neighbours))
  else if (chosen('neighbours')) progress('neighbours: needs Linux, taskset and two cores')
  await measureSizes((rows) => rows > options.rows)
  if (pages.length > 0) print(sizesText(pages))
  return {
    ...(listing && { listing }),
    ...(preview && { preview }),
    ...(report && { report }),
    ...(overload && { overload }),
    ...(neighbours && { neighbours }),
    ...(start && { start }),
    ...(streams && { streams }),
    ...(pages.length > 0 && { sizes: pages }),
  }
}

/** Compares this commit with another, in place of the contestants. */
async function compare(against: string, options: Options): Promise<Report> {
  const machine = await machineFacts(undefined, loadAverageNow())
  print(machineText(machine))
  const show = (comparison: Comparison) => print(comparisonText(comparison))
  const comparisons = await compareWith(against, options, show)
  if (comparisons.length === 0) progress('--against: the chosen parts have nothing to compare')
  return { machine, quick: options.quick, comparisons }
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') {
    print(`${usage}\n`)
    return
  }
  const { against } = options
  const report = await (against === undefined ? measure(options) : compare(against, options))
  if (options.json !== undefined) {
    await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`)
  }
}

cleanUpOnSignals()
try {
  await run()
} catch (error) {
  if (!ending()) progress(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await cleanUp()
}
