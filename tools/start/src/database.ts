import { join } from 'node:path'
import { startLocalPostgres } from '@vadium/local-postgres'
import type { Settings } from './settings.ts'

/** The database that the service works on. */
export interface Database {
  /** Where the service finds it. */
  readonly environment: Readonly<Record<string, string>>
  /** Ends what was started for it, unless others use it. */
  stop(): Promise<void>
}

/**
 * The database of the environment, or one on a PostgreSQL of our own.
 *
 * @throws LocalPostgresError where none can be had, with what to do.
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
