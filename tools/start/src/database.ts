import { join } from 'node:path'
import { startLocalPostgres } from '@vadium/local-postgres'
import type { Settings } from './settings.ts'

/** The database that the service works on. */
export interface Database {
  readonly url: string
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
    return { url: settings.databaseUrl, stop: () => Promise.resolve() }
  }
  const folder = join(settings.dataFolder, 'postgres')
  const server = await startLocalPostgres({ folder, database: name })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
    },
  }
}
