import { join } from 'node:path'
import { startLocalPostgres } from '@vadium/local-postgres'
import type { Settings } from './settings.ts'

/**
 * Uses DATABASE_URL if it is set. Otherwise starts a local PostgreSQL. Returns the settings with
 * which the service connects to it, and what stops it unless other processes are connected.
 *
 * @throws LocalPostgresError, which says what to do, if no PostgreSQL can be started.
 */
export async function openDatabase(settings: Settings, name: string) {
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
