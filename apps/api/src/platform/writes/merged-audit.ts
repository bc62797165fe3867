import type { AuditEntry, AuditTrail } from './audit-trail.ts'

const hourMs = 3_600_000
const linesMax = 10_000

/**
 * Audits requests that nobody has signed: of each subject, operation and outcome the first one in an
 * hour, by the clock of the entries. A caller who repeats a request cannot fill the trail with it.
 */
export class MergedAudit {
  readonly #trail: Pick<AuditTrail, 'append'>
  #hour = 0
  readonly #seen = new Set<string>()

  constructor(trail: Pick<AuditTrail, 'append'>) {
    this.#trail = trail
  }

  append(entry: AuditEntry): void {
    const hour = Math.floor(Date.parse(entry.time) / hourMs)
    // Beyond the bound, lines are repeated. None is lost.
    if (hour !== this.#hour || this.#seen.size >= linesMax) this.#seen.clear()
    this.#hour = hour
    const key = `${entry.subjectId} ${entry.event} ${entry.outcome}`
    if (this.#seen.has(key)) return
    // The next equal one takes the place of a lost line.
    if (this.#trail.append(entry)) this.#seen.add(key)
  }
}
