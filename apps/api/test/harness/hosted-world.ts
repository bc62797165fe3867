import { generateKeyPair } from '@vadium/client'
import type { Role } from '@vadium/schema'
import { runBootstrap } from '../../src/commands/bootstrap-command.ts'
import { runRecover } from '../../src/commands/recover-command.ts'
import type { Key } from './book.ts'
import { type RunningService, startService } from './service.ts'

interface Enrolled {
  readonly key: Key
  /** The id of the credential. */
  readonly id: string
  readonly accountId: string
}

interface MemberRow {
  readonly name: string
  readonly role: Role
  readonly accountMadeBy: string | null
  readonly madeBy: string | null
}

/** A service without a scenario, and the person on the host of its database. */
export class HostedWorld {
  #service: RunningService | undefined

  get service(): RunningService {
    if (this.#service === undefined) throw new Error('the world has not been started')
    return this.#service
  }

  async start(): Promise<void> {
    this.#service = await startService()
    // The commands use the clock of the machine, so the service does as well.
    this.#service.clock.set(new Date().toISOString())
  }

  async close(): Promise<void> {
    await this.service.close()
  }

  recover(...argv: readonly string[]): Promise<string> {
    return runRecover(argv, { DATABASE_URL: this.service.database.url })
  }

  bootstrap(slug: string, keys: readonly Key[]): Promise<string> {
    const flags = keys.flatMap(({ publicKey }) => ['--public-key', publicKey])
    if (keys.length === 1) flags.push('--single-operator')
    const environment = { DATABASE_URL: this.service.database.url }
    return runBootstrap(['--organization', slug, ...flags], environment)
  }

  /** Creates an account with a credential, and its organization if there is none. */
  async enrolled(slug: string, role: Role): Promise<Enrolled> {
    await this.#query(
      `INSERT INTO organizations (id, slug, name, status, created_at)
       VALUES (gen_random_uuid(), $1, $1, 'active', now()) ON CONFLICT DO NOTHING`,
      [slug],
    )
    const [account] = await this.#query<{ id: string }>(
      `INSERT INTO accounts (id, organization_id, name, kind)
       SELECT gen_random_uuid(), id, $2 || ' of ' || $1, 'person' FROM organizations
       WHERE slug = $1 RETURNING id`,
      [slug, role],
    )
    const key = generateKeyPair()
    const [credential] = await this.#query<{ id: string }>(
      `INSERT INTO credentials (id, organization_id, account_id, role, public_key, created_at)
       SELECT gen_random_uuid(), organization_id, id, $2, $3, '2026-01-01T00:00:00Z' FROM accounts
       WHERE id = $1 RETURNING id`,
      [account?.id, role, Buffer.from(key.publicKey, 'base64url')],
    )
    return { key, id: credential?.id ?? '', accountId: account?.id ?? '' }
  }

  async revoke(credentialId: string): Promise<void> {
    await this.#end('revoked_at', credentialId)
  }

  async expire(credentialId: string): Promise<void> {
    await this.#end('expires_at', credentialId)
  }

  async suspend(slug: string): Promise<void> {
    await this.#query("UPDATE organizations SET status = 'suspended' WHERE slug = $1", [slug])
  }

  async organizationId(slug: string): Promise<string> {
    const [row] = await this.#query<{ id: string }>(
      'SELECT id FROM organizations WHERE slug = $1',
      [slug],
    )
    return row?.id ?? ''
  }

  /** A policy in which a credential needs so many approvals. */
  async setPolicy(slug: string, accountId: string, approvals: number): Promise<void> {
    const rule = { operation: 'createCredential', above_usd: null, approvals, within_seconds: 60 }
    await this.#query(
      `INSERT INTO approval_policies (organization_id, version, rules, account_id, created_at)
       SELECT id, 1, $2, $3, now() FROM organizations WHERE slug = $1`,
      [slug, JSON.stringify([rule]), accountId],
    )
  }

  /** The credentials of an organization, oldest first. */
  rowsOf(slug: string): Promise<MemberRow[]> {
    return this.#query<MemberRow>(
      `SELECT a.name, c.role, a.made_by AS "accountMadeBy", c.made_by AS "madeBy"
       FROM credentials c JOIN accounts a ON a.id = c.account_id
       JOIN organizations o ON o.id = c.organization_id
       WHERE o.slug = $1 ORDER BY c.created_at, a.name`,
      [slug],
    )
  }

  /** The organizations that were notified of a credential, with the severity. */
  async notified(credentialId: string): Promise<Record<string, string>> {
    const rows = await this.#query<{ slug: string; severity: string }>(
      `SELECT o.slug, n.severity FROM notifications n JOIN organizations o
         ON o.id = n.organization_id WHERE n.link_id = $1`,
      [credentialId],
    )
    return Object.fromEntries(rows.map(({ slug, severity }) => [slug, severity]))
  }

  async #end(column: 'revoked_at' | 'expires_at', credentialId: string): Promise<void> {
    await this.#query(`UPDATE credentials SET ${column} = '2026-01-02T00:00:00Z' WHERE id = $1`, [
      credentialId,
    ])
  }

  async #query<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    const { rows } = await this.service.database.query<Row>(text, values)
    return rows
  }
}
