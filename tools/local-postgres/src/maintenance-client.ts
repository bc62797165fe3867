import { Socket } from 'node:net'
import pg from 'pg'
import { passwordOf, superuser } from './cluster.ts'
import type { Place } from './place.ts'

/** The connection URL of the superuser. */
export function urlOf(place: Place, port: number, database: string): string {
  const password = passwordOf(place)
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
}

/** A connection of the superuser to the maintenance database. */
export class MaintenanceClient {
  readonly #client: pg.Client
  readonly #socket = new Socket()

  private constructor(place: Place, port: number) {
    this.#client = new pg.Client({
      connectionString: urlOf(place, port, 'postgres'),
      connectionTimeoutMillis: 5_000,
      application_name: 'vadium local-postgres',
      options: '-c idle_session_timeout=0 -c statement_timeout=0',
      // Overrides PGSSLMODE, which is meant for another server.
      ssl: false,
      stream: () => this.#socket,
    })
    // If the server ends while the connection is idle, the next query fails.
    this.#client.on('error', () => undefined)
  }

  static async connect(place: Place, port: number): Promise<MaintenanceClient> {
    const client = new MaintenanceClient(place, port)
    try {
      await client.#client.connect()
      return client
    } catch (error) {
      await client.end()
      throw error
    }
  }

  /**
   * Lets this process end while the connection is idle. Until then the open connection shows other
   * processes that the server is in use.
   */
  rest(): void {
    this.#socket.unref()
  }

  async end(): Promise<void> {
    this.#socket.ref()
    await this.#client.end().catch(() => undefined)
  }

  async ensureDatabase(name: string): Promise<void> {
    const found = await this.#client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (found.rowCount !== 0) return
    await this.#client.query(`CREATE DATABASE ${this.#client.escapeIdentifier(name)}`)
  }

  /** How many other clients are connected, to any database. */
  async countOthers(): Promise<number> {
    const others = await this.#client.query(
      `SELECT FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    )
    return others.rowCount ?? 0
  }

  /** Whether the server's data folder holds a file of that name. */
  async sees(name: string): Promise<boolean> {
    const found = await this.#client.query(
      'SELECT WHERE (pg_stat_file($1, true)).size IS NOT NULL',
      [name],
    )
    return found.rowCount === 1
  }
}
