import { join } from 'node:path'
import { startLocalPostgres } from '@vadium/local-postgres'
import type { Settings } from './settings.ts'

/** The database of the service. */
export interface Database {
  /** The settings with which the service connects to it. */
  readonly environment: Readonly<Record<string, string>>
  /** Stops the local PostgreSQL, unless other processes are connected to it. */
  stop(): Promise<unknown>
}

/**
 * Uses DATABASE_URL if it is set. Otherwise starts a local PostgreSQL.
 *
 * @throws LocalPostgresError, which says what to do, if no PostgreSQL can be started.
 */
export async function openDatabase(settings: Settings, name: string): Promise<Database> {
  const { databaseUrl, dataFolder, serviceRole } = settings
  if (databaseUrl !== undefined) {
    return { environment: { DATABASE_URL: databaseUrl }, stop: () => Promise.resolve() }
  }
  const server = await startLocalPostgres({ folder: join(dataFolder, 'postgres'), database: name })
  try {
    const logins = await server.logins({ owner: 'vadium_owner', service: serviceRole })
    const environment = { DATABASE_URL: logins.ownerUrl, DATABASE_SERVICE_URL: logins.serviceUrl }
    return { environment, stop: () => server.stop() }
  } catch (error) {
    await server.stop()
    throw error
  }
}
