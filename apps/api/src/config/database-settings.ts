import { Type } from '@sinclair/typebox'
import { Count } from './setting.ts'

/** The default of `DATABASE_SERVICE_ROLE`, which is also the role name in the migration files. */
export const defaultServiceRole = 'vadium_service'

/** 32 bytes in base64url. The last of the 43 characters carries four bits. */
const secretsKeyText = '^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$'

export const databaseSettings = {
  DATABASE_URL: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'PostgreSQL 15 or newer, as owner: postgres://user:password@host:port/database. Of several hosts (host1:port,host2:port) the one that accepts writes. Not needed beside DATABASE_SERVICE_URL.',
    }),
  ),
  DATABASE_SERVICE_URL: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'The same database, with the login of the service role. If it is not set, the service logs in as the owner.',
    }),
  ),
  DATABASE_SERVICE_ROLE: Type.String({
    default: defaultServiceRole,
    pattern: '^(?!pg_|public$|none$)[a-z_][a-z0-9_]{0,49}$',
    description:
      'The database role that the service works as. A role belongs to the whole PostgreSQL server: two installations on one server need two names.',
  }),
  DATABASE_REPLICA_URL: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Streaming replicas of the same database, with the login of the service: one host or several (host1:port,host2:port). They answer reports, exports, lists, searches and the figures of the book. If it is not set, the primary does.',
    }),
  ),
  REPLICA_FALLBACKS_PER_ORGANIZATION_MAX: Type.Integer({
    ...Count(16, 10_000),
    description:
      'The largest number of reads of one organization that the primary answers at once because no replica can. A further one is shed with 429.',
  }),
  DATABASE_POOL_SIZE: Type.Integer({
    default: 10,
    minimum: 2,
    maximum: 200,
    description: 'The largest number of database connections of this process.',
  }),
  DATABASE_SHARE_PERCENT: Type.Integer({
    ...Count(50, 100),
    description:
      'The largest share of DATABASE_POOL_SIZE that one organization may use at once, in percent, rounded up. Its other requests wait.',
  }),
  LISTS_PER_ORGANIZATION_MAX: Type.Integer({
    ...Count(3, 200),
    description:
      'The largest number of list queries of one organization that run at once. Its other list requests wait.',
  }),
  LIST_MS_MAX: Type.Integer({
    ...Count(1000, 5000),
    minimum: 50,
    description:
      'The longest time the database may take for one page of a list, in milliseconds. After that the request is shed with 429.',
  }),
  MIGRATION_WAIT_S: Type.Integer({
    ...Count(120, 86_400),
    description:
      'How long a start, or `vadium-api migrate`, waits for locks that a migration needs, in seconds.',
  }),
  SECRETS_KEY: Type.Optional(
    Type.String({
      pattern: secretsKeyText,
      description:
        'The key that seals (encrypts) secrets in the database: 32 random bytes in base64url. Either this or SECRETS_KEY_FILE is required.',
    }),
  ),
  SECRETS_KEY_FILE: Type.Optional(
    Type.String({ maxLength: 4096, description: 'The path of a file that contains SECRETS_KEY.' }),
  ),
  SECRETS_KEY_PREVIOUS: Type.Optional(
    Type.String({
      pattern: secretsKeyText,
      description:
        'The previous SECRETS_KEY, needed until `vadium-api reseal` has sealed every secret with the new key.',
    }),
  ),
  SECRETS_KEY_PREVIOUS_FILE: Type.Optional(
    Type.String({
      maxLength: 4096,
      description: 'The path of a file that contains SECRETS_KEY_PREVIOUS.',
    }),
  ),
  ALLOW_UNDURABLE_DATABASE: Type.Boolean({
    default: false,
    description:
      'Start although PostgreSQL runs with fsync, full_page_writes or synchronous_commit off. Committed writes may then be lost.',
  }),
}
