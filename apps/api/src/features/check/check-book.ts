import type { ClientBase } from 'pg'
import { beginReading, inTransactionOn } from '../../platform/db/transaction.ts'
import type { BookRule } from './book-rule.ts'
import { chatRules } from './chat-rules.ts'
import { eventRules } from './event-rules.ts'
import { historyRules } from './history-rules.ts'
import { journalRules } from './journal-rules.ts'
import { positionRules } from './position-rules.ts'
import { transferRules } from './transfer-rules.ts'

const rules: readonly BookRule[] = [
  ...journalRules,
  ...transferRules,
  ...positionRules,
  ...historyRules,
  ...eventRules,
  ...chatRules,
]

/** Of what breaks one rule, so many are shown. */
const shownMax = 20

/** One thing that breaks a rule. */
export interface Breach {
  readonly subject: string
  readonly issue: string
}

/** How the book stands to one rule. */
export interface CheckedRule {
  readonly rule: string
  readonly breaches: number
  /** The first of them. */
  readonly shown: readonly Breach[]
}

interface BreachRow extends Breach {
  readonly total: number
}

/**
 * Rebuilds from the journal, which is only ever appended to, what the rest of the book says, and compares: at one
 * moment, without keeping anybody from working. As the owner of the tables, who sees the books of all.
 */
export function checkBook(client: ClientBase): Promise<CheckedRule[]> {
  return inTransactionOn(client, () => checkWithin(client), beginReading)
}

/** As {@link checkBook}, within a transaction that shows one moment of the book. */
export async function checkWithin(client: ClientBase): Promise<CheckedRule[]> {
  const checked: CheckedRule[] = []
  for (const { rule, breaches } of rules) {
    const { rows } = await client.query<BreachRow>(
      `SELECT count(*) OVER ()::int AS total, subject, issue FROM (${breaches}) AS breaches
       ORDER BY subject, issue LIMIT ${shownMax}`,
    )
    checked.push({
      rule,
      breaches: rows[0]?.total ?? 0,
      shown: rows.map(({ subject, issue }) => ({ subject, issue })),
    })
  }
  return checked
}

/** What was checked, for people. */
export function checkReport(checked: readonly CheckedRule[]): string {
  const lines = checked.flatMap(({ rule, breaches, shown }) => [
    `${breaches === 0 ? 'holds ' : 'BROKEN'}  ${rule}`,
    ...shown.map(({ subject, issue }) => `          ${subject}: ${issue}`),
    ...(breaches > shown.length ? [`          and ${breaches - shown.length} more`] : []),
  ])
  const broken = checked.filter(({ breaches }) => breaches > 0)
  const sum = broken.reduce((count, { breaches }) => count + breaches, 0)
  const verdict =
    broken.length === 0
      ? `The book holds: all ${checked.length} rules.`
      : `The book is broken: ${broken.length} of ${checked.length} rules; breaches found: ${sum}.`
  return [...lines, '', verdict, ''].join('\n')
}
