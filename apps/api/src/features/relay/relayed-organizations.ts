import type { ClientBase } from 'pg'
import { type Config, ConfigError } from '../../config/config.ts'
import type { ConnectionShares } from '../../platform/db/connection-shares.ts'
import { readByService } from '../../platform/db/tenant.ts'

export interface RelayedOrganization {
  readonly id: string
  readonly slug: string
}

/**
 * The organizations of RELAY_ORGANIZATIONS, each once.
 * @param client A connection that works as the role of the service.
 * @throws ConfigError that names those that do not exist.
 */
export async function relayedOrganizations(
  client: ClientBase,
  { RELAY_ORGANIZATIONS: setting }: Pick<Config, 'RELAY_ORGANIZATIONS'>,
): Promise<readonly RelayedOrganization[]> {
  if (setting === undefined) {
    throw new ConfigError('RELAY_ORGANIZATIONS is required for `vadium-api relay`.')
  }
  const names = setting.split(',')
  await client.query(`BEGIN READ ONLY; SELECT set_config('vadium.operator', 'on', true)`)
  const { rows } = await client.query<RelayedOrganization>(
    `SELECT id, slug FROM organizations WHERE slug = ANY ($1) OR id::text = ANY ($1) ORDER BY slug`,
    [names],
  )
  await client.query('COMMIT')
  const unknown = names.filter((name) => !rows.some(({ id, slug }) => name === id || name === slug))
  if (unknown.length > 0) {
    throw new ConfigError(`RELAY_ORGANIZATIONS names no organization by ${unknown.join(', ')}.`)
  }
  return rows
}

/** Whether an organization is not suspended. A suspended one is not sent its events either. */
export function isActive(shares: ConnectionShares, organizationId: string): Promise<boolean> {
  return readByService(shares, organizationId, async (client) => {
    const { rowCount } = await client.query(
      `SELECT FROM organizations WHERE id = $1 AND status = 'active'`,
      [organizationId],
    )
    return rowCount === 1
  })
}
