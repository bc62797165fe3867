import type { Pool } from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { Writes } from '../../platform/writes/writes.ts'
import { type NewNotification, notify } from './notify.ts'

interface Parts {
  readonly pool: Pool
  readonly writes: Writes
  /** The clock of the machine: credentials are good or not by that. */
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

const dayMs = 86_400_000
/** How long before: the shortest first. */
const warnings = [
  { days: 1, words: 'one day', severity: 'critical' },
  { days: 7, words: 'seven days', severity: 'warning' },
] as const

/**
 * Tells organizations of credentials that expire within seven days, and again within one. What a newer credential of
 * its account and role outlasts was replaced, and what was made for so short a time is known to end.
 */
export class CredentialExpiryWatch {
  readonly #parts: Parts
  /** Occasions that need no second look by this process. */
  #told = new Set<string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Looks at all credentials. How many organizations were looked at more closely. */
  async run(): Promise<number> {
    const { clock, writes } = this.#parts
    const nowMs = clock.now()
    const expiring = await this.#expiring(nowMs)
    const due = expiring.flatMap((credential) => {
      const notification = notificationOf(credential, nowMs)
      return notification === undefined ? [] : [notification]
    })
    const news = due.filter((notification) => !this.#told.has(keyOf(notification)))
    const organizations = [...new Set(news.map(({ organizationId }) => organizationId))]
    for (const organizationId of organizations) {
      const own = news.filter((notification) => notification.organizationId === organizationId)
      await writes.byService(organizationId, (tx) => notify(tx, own))
    }
    this.#told = new Set(due.map(keyOf))
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
    body: `The ${role} credential of ${account} is good until ${expiresAt}, and no newer one replaces it. Rotate it before then, or whoever signs with it is refused.`,
    link: { resource: 'credential', id, order_id: null },
  }
}
