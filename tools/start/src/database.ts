import { join } from 'node:path'
import { startLocalPostgres } from '@vadium/local-postgres'
import type { Settings } from './settings.ts'

/** The database of the service. */
export interface Database {
  /** The settings with which the service connects to it. */
  readonly environment: Readonly<Record<string, string>>
  /** Stops the local PostgreSQL, unless other processes are connected to it. */
  stop(): Promise<void>
}

/**
 * Uses DATABASE_URL if it is set. Otherwise starts a local PostgreSQL.
 *
 * @throws LocalPostgresError, which says what to do, if no PostgreSQL can be started.
 */
export async function openDatabase(settings: Settings, name: string): Promise<Database> {
  if (settings.databaseUrl !== undefined) {
    return { environment: { DATABASE_URL: settings.databaseUrl }, stop: () => Promise.resolve() }
  }
  const folder = join(settings.dataFolder, 'postgres')
  const server = await startLocalPostgres({ folder, database: name })
  const stop = async () => {
    await server.stop()
  }
  try {
    const { ownerUrl, serviceUrl } = await server.logins({
      owner: 'vadium_owner',
      service: settings.serviceRole,
    })
    return { environment: { DATABASE_URL: ownerUrl, DATABASE_SERVICE_URL: serviceUrl }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
