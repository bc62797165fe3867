import type { ClientBase } from 'pg'
import { beginReading, inTransactionOn } from '../../platform/db/transaction.ts'
import { approvalRules } from './approval-rules.ts'
import { automationRules } from './automation-rules.ts'
import type { BookRule, Breach, ReadRule } from './book-rule.ts'
import { agreementRules } from './agreement-rules.ts'
import { eligibleCollateralRules } from './eligible-collateral-rules.ts'
import { callSetRules } from './call-set-rules.ts'
import { calendarRules } from './calendar-rules.ts'
import { chatRules } from './chat-rules.ts'
import { closeOutRules } from './close-out-rules.ts'
import { declaredDefaultRules } from './declared-default-rules.ts'
import { documentRules } from './document-rules.ts'
import { eventRules } from './event-rules.ts'
import { historyRules } from './history-rules.ts'
import { interestRules } from './interest-rules.ts'
import { installationRules } from './installation-rules.ts'
import { journalRules } from './journal-rules.ts'
import { limitRules } from './limit-rules.ts'
import { mailRules } from './mail-rules.ts'
import { positionRules } from './position-rules.ts'
import { recomputedDocuments } from './recomputed-documents.ts'
import { substitutionRules } from './substitution-rules.ts'
import { transferRules } from './transfer-rules.ts'

const rules: readonly BookRule[] = [
  ...journalRules,
  ...transferRules,
  ...positionRules,
  ...interestRules,
  ...closeOutRules,
  ...documentRules,
  ...declaredDefaultRules,
  ...agreementRules,
  ...eligibleCollateralRules,
  ...substitutionRules,
  ...historyRules,
  ...eventRules,
  ...chatRules,
  ...approvalRules,
  ...automationRules,
  ...callSetRules,
  ...calendarRules,
  ...limitRules,
  ...mailRules,
  ...installationRules,
]

const readRules: readonly ReadRule[] = [recomputedDocuments]

/** The largest number of breaches shown for one rule. */
const shownMax = 20

/** The result of checking one rule. */
export interface CheckedRule {
  readonly rule: string
  readonly breaches: number
  /** The first breaches. */
  readonly shown: readonly Breach[]
}

interface BreachRow extends Breach {
  readonly total: number
}

/**
 * Checks the book at one moment, without blocking other work. The balances, positions and transfers
 * are compared with the journal, to which entries are only added. `client` must be the owner of the
 * tables, who sees all organizations.
 */
export function checkBook(client: ClientBase): Promise<CheckedRule[]> {
  return inTransactionOn(client, () => checkWithin(client), beginReading)
}

/**
 * Like {@link checkBook}, in a transaction of the caller that sees one moment of the book. `only`
 * is the one rule to check.
 */
export async function checkWithin(client: ClientBase, only?: string): Promise<CheckedRule[]> {
  const checked: CheckedRule[] = []
  for (const { rule, breaches } of rules) {
    if (only !== undefined && rule !== only) continue
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
  for (const rule of readRules) {
    if (only === undefined || rule.rule === only) checked.push(await checkedByReading(rule, client))
  }
  return checked
}

async function checkedByReading(
  { rule, breachesOf }: ReadRule,
  client: ClientBase,
): Promise<CheckedRule> {
  const shown: Breach[] = []
  let total = 0
  for await (const breach of breachesOf(client)) {
    total += 1
    if (shown.length < shownMax) shown.push(breach)
  }
  return { rule, breaches: total, shown }
}

/** The report for people. */
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
      ? `The book is correct: all ${checked.length} rules hold.`
      : `The book is not correct: ${broken.length} of ${checked.length} rules are broken, with ${sum} breaches.`
  return [...lines, '', verdict, ''].join('\n')
}
