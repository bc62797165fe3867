import type { Config } from '../config/config.ts'
import type { OpenSandbox } from '../features/sandbox/open-sandbox.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { DatabaseTimes } from '../platform/db/pool.ts'
import type { SecretBox } from '../platform/secrets/secret-box.ts'
import type { Tracing } from '../platform/telemetry/tracing.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'

/** What `composeServices` needs: everything that lives longer than a request. */
export interface ServiceParts {
  readonly config: Config
  /** The clock of the machine. */
  readonly clock: Clock
  /**
   * The clock of the book, which all rules of money and deadlines use: in a sandbox, the sandbox
   * clock.
   */
  readonly bookClock: Clock
  readonly ids: Ids
  readonly logger: FastifyBaseLogger
  readonly pool: Pool
  /** How long further pools wait for the database, if not as long as in production. */
  readonly databaseTimes?: DatabaseTimes | undefined
  /**
   * The key that seals page tokens and event cursors. It is the same for all processes on one
   * database.
   */
  readonly pageTokenKey: Uint8Array
  readonly simulatedCallbackKey: Uint8Array
  /** Seals (encrypts) the secrets that the database keeps. */
  readonly secretBox: SecretBox
  /** The id of the installation, which the database keeps. */
  readonly installationId: string
  /** Set if the service runs as a sandbox. */
  readonly sandbox: OpenSandbox | undefined
  /** Set if a trace collector is configured. */
  readonly tracing?: Tracing | undefined
}
