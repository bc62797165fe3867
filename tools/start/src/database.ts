import { join } from 'node:path'
import { startLocalPostgres } from '@vadium/local-postgres'
import type { Settings } from './settings.ts'

/** The database of a start. */
export interface OpenDatabase {
  /** The settings with which the service connects. */
  readonly environment: Readonly<Record<string, string>>
  /** Aborted if it ends by itself. Its reason is the error for the user. */
  readonly ended: AbortSignal
  /** Stops it unless other processes are connected. */
  stop(): Promise<unknown>
}

/**
 * Uses DATABASE_URL if it is set. Otherwise starts a local PostgreSQL.
 *
 * @throws LocalPostgresError, which says what to do, if no PostgreSQL can be started.
 */
export async function openDatabase(settings: Settings, name: string): Promise<OpenDatabase> {
  const { databaseUrl, dataFolder, serviceRole } = settings
  if (databaseUrl !== undefined) {
    const environment = { DATABASE_URL: databaseUrl }
    return { environment, ended: new AbortController().signal, stop: () => Promise.resolve() }
  }
  const server = await startLocalPostgres({ folder: join(dataFolder, 'postgres'), database: name })
  try {
    const logins = await server.logins({ owner: 'vadium_owner', service: serviceRole })
    const environment = { DATABASE_URL: logins.ownerUrl, DATABASE_SERVICE_URL: logins.serviceUrl }
    return { environment, ended: server.ended, stop: () => server.stop() }
  } catch (error) {
    await server.stop()
    throw error
  }
}
