import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { type NewNotification, notify } from './notify.ts'
import { dayMs } from '../../platform/instant.ts'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  /** The clock of the machine, by which credentials expire. */
  readonly clock: Clock
}

interface ExpiringCredential {
  readonly id: string
  readonly organizationId: string
  readonly role: string
  readonly account: string
  readonly createdAt: string
  readonly expiresAt: string
}

/** How long before the expiry, shortest first. */
const warnings = [
  { days: 1, words: 'one day', severity: 'critical' },
  { days: 7, words: 'seven days', severity: 'warning' },
] as const

/**
 * Notifies organizations of credentials that expire within seven days, and again within one day. It
 * leaves out a credential that a newer one of the same account and role outlasts, and one that was
 * issued for no longer than that.
 */
export class CredentialExpiryWatch {
  readonly #parts: Parts
  /** Warnings that this process has written, so that it does not write them again. */
  #notified = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Checks all credentials.
   * @returns the number of organizations that were notified.
   */
  async run(): Promise<number> {
    const { clock, writes } = this.#parts
    const nowMs = clock.now()
    const expiring = await this.#expiring(nowMs)
    const due = expiring.flatMap((credential) => {
      const notification = notificationOf(credential, nowMs)
      return notification === undefined ? [] : [notification]
    })
    const news = due.filter((notification) => !this.#notified.has(keyOf(notification)))
    const organizations = [...new Set(news.map(({ organizationId }) => organizationId))]
    for (const organizationId of organizations) {
      const own = news.filter((notification) => notification.organizationId === organizationId)
      await writes.byService(organizationId, (tx) => notify(tx, own))
    }
    this.#notified = new Set(due.map(keyOf))
    return organizations.length
  }

  async #expiring(nowMs: number): Promise<ExpiringCredential[]> {
    const longestMs = Math.max(...warnings.map(({ days }) => days)) * dayMs
    const { rows } = await this.#parts.pool.query<ExpiringCredential>(
      `SELECT id, organization_id AS "organizationId", role, account,
         created_at AS "createdAt", expires_at AS "expiresAt"
       FROM expiring_credentials($1, $2)`,
      [new Date(nowMs).toISOString(), new Date(nowMs + longestMs).toISOString()],
    )
    return rows
  }
}

const keyOf = ({ organizationId, occasion }: NewNotification) => `${organizationId} ${occasion}`

function notificationOf(
  { id, organizationId, role, account, createdAt, expiresAt }: ExpiringCredential,
  nowMs: number,
): NewNotification | undefined {
  const expiresMs = Date.parse(expiresAt)
  const lifeMs = expiresMs - Date.parse(createdAt)
  const warning = warnings.find(
    ({ days }) => expiresMs - nowMs <= days * dayMs && lifeMs > days * dayMs,
  )
  if (warning === undefined) return undefined
  return {
    organizationId,
    category: 'credential_expiring',
    severity: warning.severity,
    occasion: `${id} ${expiresAt} ${warning.days}`,
    title: `Credential expiring within ${warning.words}: ${account}`,
    body: `The ${role} credential of ${account} expires at ${expiresAt}, and no newer credential replaces it. Rotate it before then: afterwards its requests are refused.`,
    link: { resource: 'credential', id, order_id: null },
  }
}
