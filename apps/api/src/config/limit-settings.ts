import { Type } from '@sinclair/typebox'
import { Count } from './setting.ts'

const requestLimits = {
  REDIS_URL: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'Valkey or Redis, in which several processes share their rate limits and the signatures they have accepted: redis://user:password@host:port, or rediss:// with TLS.',
    }),
  ),
  RATE_LIMIT_CREDENTIAL: Type.Integer({
    ...Count(600, 1_000_000_000),
    description: 'The largest number of requests of one credential in a window.',
  }),
  RATE_LIMIT_ORGANIZATION: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description:
        'The largest number of requests of one organization in a window, all its credentials together. If it is not set: five times RATE_LIMIT_CREDENTIAL.',
    }),
  ),
  RATE_LIMIT_ADDRESS: Type.Integer({
    ...Count(60, 1_000_000_000),
    description:
      'The largest number of requests without a valid signature from one address in a window.',
  }),
  RATE_LIMIT_PUBLIC: Type.Integer({
    ...Count(600, 1_000_000_000),
    description:
      'The largest number of requests of public paths (health, documents, console) and of links of invitations from one address in a window. Unless the link is wrong, they count against no other limit.',
  }),
  RATE_LIMIT_WINDOW_S: Type.Integer({
    ...Count(60, 86_400),
    description: 'The length of the window of the four rate limits, in seconds.',
  }),
  REQUESTS_IN_FLIGHT_MAX: Type.Integer({
    ...Count(512, 100_000),
    description:
      'The largest number of requests handled at once. A further request waits, and is shed with 429 if it finds no room in time.',
  }),
  REQUESTS_IN_FLIGHT_PER_ORGANIZATION_MAX: Type.Integer({
    ...Count(128, 100_000),
    description:
      'The largest number of requests of one organization handled at once. A further request waits, and is shed with 429 if it finds no room in time.',
  }),
  OVERLOAD_WAIT_MS: Type.Integer({
    ...Count(100, 3000),
    minimum: 10,
    description:
      'The longest acceptable wait for the process or the database, in milliseconds. While every request waits longer, the process handles fewer at once. The others wait four times as long at most, and are then shed with 429.',
  }),
}

const streamLimits = {
  STREAMS_MAX: Type.Integer({
    ...Count(4000, 1_000_000),
    description:
      'The largest number of open event streams of this process. A further one is shed with 429.',
  }),
  STREAMS_PER_CREDENTIAL_MAX: Type.Integer({
    ...Count(32, 1_000_000),
    description: 'The largest number of open event streams of one credential in this process.',
  }),
  STREAMS_PER_ORGANIZATION_MAX: Type.Integer({
    ...Count(400, 1_000_000),
    description: 'The largest number of open event streams of one organization in this process.',
  }),
  EVENTS_KEPT_DAYS: Type.Integer({
    ...Count(30, 3650),
    description:
      'How many days events are kept. A stream that resumes from an older event is reset.',
  }),
}

const retention = {
  AUDIT_READS_KEPT_DAYS: Type.Integer({
    ...Count(30, 36_500),
    description: 'How many days the audit trail keeps reads that were answered.',
  }),
  AUDIT_KEPT_DAYS: Type.Optional(
    Type.Integer({
      minimum: 365,
      maximum: 36_500,
      description:
        'How many days the audit trail keeps changes and refusals before `detach-partitions` may take them out. If it is not set: for ever.',
    }),
  ),
  QUOTES_KEPT_DAYS: Type.Optional(
    Type.Integer({
      minimum: 30,
      maximum: 36_500,
      description:
        'How many days quotes are kept before `detach-partitions` may take them out. If it is not set: for ever.',
    }),
  ),
}

const counterpartyLimits = {
  COUNTERPARTY_MESSAGES_MAX: Type.Integer({
    ...Count(120, 1_000_000),
    description:
      'The largest number of messages that one organization may send to one counterparty in 60 seconds.',
  }),
  COUNTERPARTY_ORDERS_MAX: Type.Integer({
    ...Count(300, 1_000_000),
    description:
      'The largest number of new orders that one organization may send to one counterparty in 60 seconds.',
  }),
  COUNTERPARTY_PENDING_ORDERS_MAX: Type.Integer({
    ...Count(100, 1_000_000),
    description:
      'The largest number of orders of one organization that may await the answer of one counterparty.',
  }),
  COUNTERPARTY_WITHDRAWALS_MAX: Type.Integer({
    ...Count(60, 1_000_000),
    description:
      'The largest number of requests about deals that one organization may withdraw from one counterparty in an hour, before an answer.',
  }),
  COUNTERPARTY_WITHDRAWALS_WHILE_MUTED_MAX: Type.Integer({
    ...Count(3, 1_000_000),
    description:
      'The largest number of requests about deals that one organization may withdraw in an hour from one counterparty that has muted it.',
  }),
  COUNTERPARTY_WALLET_CHANGES_MAX: Type.Integer({
    ...Count(20, 1_000_000),
    description:
      'How many times one organization may change the wallets of deals with one counterparty in an hour.',
  }),
  COUNTERPARTY_PROPOSALS_MAX: Type.Integer({
    ...Count(20, 1_000_000),
    minimum: 0,
    description:
      'The largest number of proposals of terms that one organization may send to one counterparty in an hour. 0: only the operator proposes terms.',
  }),
}

const reportLimits = {
  REPORTS_MAX: Type.Integer({
    ...Count(8, 100),
    description:
      'The largest number of reports that this process writes at once. Each uses a database connection of its own. A further report is shed with 429.',
  }),
  REPORTS_PER_ORGANIZATION_MAX: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description:
        'How many of REPORTS_MAX one organization may use. If it is not set: half of REPORTS_MAX, rounded up.',
    }),
  ),
  REPORT_KIB_S_MIN: Type.Integer({
    ...Count(1024, 1_000_000),
    description:
      'The slowest reader that keeps its place, in KiB per second. A report that is read more slowly is cut off when another report waits for its place, and an export when another export does.',
  }),
  REPORT_SECONDS_MAX: Type.Integer({
    ...Count(1800, 86_400),
    description:
      'The longest time a report may take, in seconds. After that its connection is closed.',
  }),
  EXPORTS_MAX: Type.Integer({
    ...Count(64, 10_000),
    description:
      'The largest number of exports that this process writes at once. A further export is shed with 429.',
  }),
  EXPORTS_PER_ORGANIZATION_MAX: Type.Integer({
    ...Count(8, 10_000),
    description:
      'The largest number of exports that this process writes at once for one organization.',
  }),
}

export const limitSettings = {
  ...requestLimits,
  ...streamLimits,
  ...retention,
  ...counterpartyLimits,
  ...reportLimits,
}
