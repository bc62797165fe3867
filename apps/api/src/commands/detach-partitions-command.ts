import { type Config, ownerUrlOf, readConfig } from '../config/config.ts'
import { detachMonth, type MonthPartition, monthPartitions } from '../platform/db/months.ts'
import { withOwnerClient } from '../platform/db/pool.ts'
import { inTransactionOn } from '../platform/db/transaction.ts'
import { StartError } from '../platform/start-error.ts'
import { readFlags } from './flags.ts'
import type { Environment } from './host-command.ts'

export const detachUsage =
  'detach-partitions --before <YYYY-MM-DD> [--execute]\n' +
  'Lists the partitions that end at or before that day, in the database of DATABASE_URL.\n' +
  '--execute detaches those that need not be kept. Their rows stay in tables of their own.'

const dayMs = 86_400_000
const lockSeconds = 5

/** How many days each table is kept. Undefined: for ever. */
const keptDays = (config: Config): Readonly<Record<string, number | undefined>> => ({
  audit_changes: config.AUDIT_KEPT_DAYS,
  audit_reads: config.AUDIT_READS_KEPT_DAYS,
  events: config.EVENTS_KEPT_DAYS,
  prices: config.QUOTES_KEPT_DAYS,
})

/**
 * Runs `vadium-api detach-partitions`.
 * @returns the text for standard output.
 * @throws StartError or ConfigError that says what is wrong.
 */
export async function runDetachPartitions(
  argv: readonly string[],
  environment: Environment,
): Promise<string> {
  const { beforeMs, execute } = readArguments(argv)
  const config = readConfig(environment)
  return withOwnerClient(ownerUrlOf(config), async (client) => {
    const chosen = (await monthPartitions(client)).filter(({ untilMs }) => untilMs <= beforeMs)
    const lines: string[] = []
    for (const partition of chosen) {
      const why = whyKept(partition, keptDays(config)[partition.parent])
      if (why !== undefined) {
        lines.push(`${textOf(partition)}: stays, because ${why}`)
        continue
      }
      if (execute) {
        const begin = `BEGIN; SET LOCAL lock_timeout = '${lockSeconds}s'`
        await inTransactionOn(client, () => detachMonth(client, partition), begin)
      }
      lines.push(`${textOf(partition)}: ${execute ? 'detached' : 'would be detached'}`)
    }
    if (lines.length === 0) lines.push('No partition ends at or before that day.')
    if (!execute) lines.push('Nothing was changed: give --execute to detach.')
    return lines.join('\n')
  })
}

function whyKept({ untilMs }: MonthPartition, days: number | undefined): string | undefined {
  if (days === undefined) return 'it is kept for ever'
  if (untilMs > Date.now() - days * dayMs) return `it is kept for ${days} days`
  return undefined
}

const textOf = ({ name, bytes }: MonthPartition) => `${name} (${Math.ceil(bytes / 1024)} KiB)`

const options = { before: { type: 'string' }, execute: { type: 'boolean' } } as const

function readArguments(argv: readonly string[]): { beforeMs: number; execute: boolean } {
  const { before, execute = false } = readFlags(argv, options, detachUsage)
  if (before === undefined) throw new StartError(`Usage: ${detachUsage}`)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(before)
  const beforeMs = isDay ? Date.parse(`${before}T00:00:00.000Z`) : Number.NaN
  if (Number.isNaN(beforeMs)) {
    throw new StartError(`--before must be a day, such as 2026-01-01, and not ${before}.`)
  }
  return { beforeMs, execute }
}
