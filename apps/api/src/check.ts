import { checkBook, checkReport } from './check/check-book.ts'
import { readConfig } from './config.ts'
import { withOwnerClient } from './db/pool.ts'

/** The command `vadium-api check`: 0 where the book holds, 1 where it is broken, 2 where that cannot be told. */
try {
  const { DATABASE_URL: url } = readConfig(process.env)
  const checked = await withOwnerClient(url, checkBook)
  process.stdout.write(checkReport(checked))
  process.exitCode = checked.every(({ breaches }) => breaches === 0) ? 0 : 1
} catch (error) {
  process.stderr.write(`The book could not be checked: ${String(error)}\n`)
  process.exitCode = 2
}
