import { checkBook, checkReport } from '../features/check/check-book.ts'
import { canBeRead, checkSchema } from '../features/check/check-schema.ts'
import { ownerUrlOf, readConfig } from '../config/config.ts'
import { whyReadOnly } from '../platform/db/database-hosts.ts'
import { monthWarnings } from '../platform/db/months.ts'
import { withOwnerClient } from '../platform/db/pool.ts'
import { shownError } from './shown-error.ts'

/**
 * The command `vadium-api check`. Exit codes: 0 the book is correct, 1 it is not, 2 the check
 * failed.
 */
try {
  const config = readConfig(process.env)
  const serviceRole = config.DATABASE_SERVICE_ROLE
  const checked = await withOwnerClient(ownerUrlOf(config), async (client) => {
    for (const warning of await monthWarnings(client)) process.stdout.write(`note    ${warning}\n`)
    const readOnly = await whyReadOnly(client)
    if (readOnly !== undefined) {
      process.stderr.write(`The schema was not compared with the migrations: ${readOnly}.\n`)
      return checkBook(client)
    }
    const schema = await checkSchema(client, serviceRole)
    // The book cannot be read without its tables.
    return canBeRead(schema) ? [...schema, ...(await checkBook(client))] : schema
  })
  process.stdout.write(checkReport(checked))
  process.exitCode = checked.every(({ breaches }) => breaches === 0) ? 0 : 1
} catch (error) {
  process.stderr.write(`The book could not be checked: ${shownError(error)}\n`)
  process.exitCode = 2
}
