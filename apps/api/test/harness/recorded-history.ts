import type { DealScript } from '../../../../packages/book/src/played/deal-script.ts'
import { playDeal } from '../../../../packages/book/src/played/play-deal.ts'
import { stageOf, startSandbox } from './deal-player.ts'
import { rowsOf, sealed } from './dump-book.ts'

/** What a deal leaves: its path, its money, and its notifications. */
const tables = [
  'journal_balances',
  'journal_entries',
  'journal_transactions',
  'margin_alerts',
  'mark_to_market_requests',
  'notifications',
  'orders',
  'state_changes',
  'transfers',
]

/**
 * Plays a deal in a sandbox of its own, always with the same identifiers. Returns every preview
 * with its calculation, and every row of the tables, a line each. The rows have the columns that
 * those of a recorded history have: columns that are newer say nothing of what is as it was.
 */
export async function historyOf(script: DealScript, recorded: readonly string[] = []) {
  const sandbox = await startSandbox('recorded')
  sandbox.service.clock.set('2026-03-02T12:00:00.000Z')
  const stage = stageOf(sandbox, 'history')
  try {
    const lines: string[] = []
    for await (const { answers } of playDeal(script, stage)) {
      const { preview, calculation } = answers
      if (preview !== undefined) lines.push(`preview ${JSON.stringify({ preview, calculation })}`)
    }
    await sandbox.service.services.revaluation.runPending()
    for (const table of tables) {
      const rows = await rowsOf(sandbox.service.database, table, columnsOf(recorded, table))
      lines.push(...rows.map((row) => `${table} ${row}`).sort())
    }
    return lines.map((line) => line.replaceAll(sealed, 'sealed'))
  } finally {
    await stage.close()
    await sandbox.service.close()
  }
}

function columnsOf(recorded: readonly string[], table: string): string[] | null {
  const line = recorded.find((other) => other.startsWith(`${table} `))
  if (line === undefined) return null
  const row: unknown = JSON.parse(line.slice(table.length))
  return Object.keys(row ?? {})
}
