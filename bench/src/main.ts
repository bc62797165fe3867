import { openBenchBook } from './book/bench-book.ts'
import { cleanUp, cleanUpOnSignals } from './cleanup.ts'
import { measureListing } from './measure/listing.ts'
import { median } from './measure/statistics.ts'
import { readOptions, usage } from './options.ts'

cleanUpOnSignals()
const options = readOptions(process.argv.slice(2))
try {
  if (options === 'help') console.log(usage)
  else {
    const t = Date.now()
    const book = await openBenchBook(process.env['PROFILE'])
    console.log('open', Date.now() - t)
    await book.fillTo(options.rows)
    console.log('filled', Date.now() - t)
    const measured = await measureListing(book, options)
    for (const { name, rounds } of measured) {
      const rates = rounds.map((r) => r.requestsPerSecond)
      console.log(
        name.padEnd(34),
        Math.round(median(rates)),
        Math.round(Math.min(...rates)),
        Math.round(Math.max(...rates)),
        Math.round(median(rounds.map((r) => r.serverMicroseconds ?? 0))),
        Math.round(median(rounds.map((r) => r.databaseMicroseconds ?? 0))),
      )
    }
  }
} finally {
  await cleanUp()
}
