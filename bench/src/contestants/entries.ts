import { measuredOrganizationId } from '../book/scenario.ts'
import type { Entry } from './contestant.ts'

/** The connections to PostgreSQL of every contestant: the default of the service. */
export const poolSize = 10

/** So high that the limits count requests but never refuse them. */
const unreachable = '1000000000'

const common = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: String(poolSize),
})

/** The measured book contains no secrets. */
const secretsKey = Buffer.alloc(32).toString('base64url')

const unlimited = (databaseUrl: string, scenarioPath: string) => ({
  ...common(databaseUrl),
  SCENARIO: scenarioPath,
  SECRETS_KEY: secretsKey,
  LOG_LEVEL: 'info',
  RATE_LIMIT_CREDENTIAL: unreachable,
  RATE_LIMIT_ORGANIZATION: unreachable,
  RATE_LIMIT_ADDRESS: unreachable,
})

/** The server of this commit. */
export const thisApi = import.meta.resolve('@vadium/api')

/** A service, and the book it serves. */
export interface ServedBook {
  /** The server that Node runs. */
  readonly api: string
  readonly databaseUrl: string
  readonly scenarioPath: string
}

/** The service with its defaults, except for the rate limits. */
export function serviceEntry({ api, databaseUrl, scenarioPath }: ServedBook): Entry {
  return {
    module: api,
    environment: {
      ...unlimited(databaseUrl, scenarioPath),
      REQUESTS_IN_FLIGHT_MAX: '100000',
      // Here, one organization uses it alone.
      REQUESTS_IN_FLIGHT_PER_ORGANIZATION_MAX: '100000',
      DATABASE_SHARE_PERCENT: '100',
      LISTS_PER_ORGANIZATION_MAX: String(poolSize),
    },
    readyPath: '/readyz',
  }
}

/**
 * The service with its defaults, except for the limits of requests and connections of an address.
 */
export function loadedServiceEntry({ api, databaseUrl, scenarioPath }: ServedBook): Entry {
  return {
    module: api,
    environment: {
      ...unlimited(databaseUrl, scenarioPath),
      CONNECTIONS_PER_ADDRESS_MAX: '2000',
    },
    readyPath: '/readyz',
  }
}

/**
 * The service with its defaults, except for the limits of requests and connections of an address,
 * and of one counterparty.
 */
export function neighbouringServiceEntry(served: ServedBook): Entry {
  const { module, environment, readyPath } = loadedServiceEntry(served)
  return { module, environment: { ...environment, ...manyOrders }, readyPath }
}

/** The service with its defaults, except for the limits of requests, connections and streams. */
export function streamingServiceEntry({ api, databaseUrl, scenarioPath }: ServedBook): Entry {
  const most = '20000'
  return {
    module: api,
    environment: {
      ...unlimited(databaseUrl, scenarioPath),
      CONNECTIONS_MAX: most,
      CONNECTIONS_PER_ADDRESS_MAX: most,
      STREAMS_MAX: most,
      STREAMS_PER_CREDENTIAL_MAX: most,
      STREAMS_PER_ORGANIZATION_MAX: most,
    },
    readyPath: '/readyz',
    reportsMemory: true,
  }
}

const manyOrders = {
  COUNTERPARTY_ORDERS_MAX: '1000000',
  COUNTERPARTY_PENDING_ORDERS_MAX: '1000000',
}

/** The service with its defaults, except for the limits of one caller and one counterparty. */
export function writingServiceEntry(served: ServedBook): Entry {
  const { module, environment, readyPath } = serviceEntry(served)
  return {
    module,
    environment: {
      ...environment,
      ...manyOrders,
    },
    readyPath,
  }
}

export type CeilingForm = 'rows' | 'joined'

export function ceilingEntry(databaseUrl: string, form: CeilingForm): Entry {
  return {
    module: new URL('./ceiling.js', import.meta.url),
    environment: {
      ...common(databaseUrl),
      ORGANIZATION_ID: measuredOrganizationId,
      CEILING_FORM: form,
    },
    readyPath: '/transfers',
  }
}

export function nestjsEntry(databaseUrl: string): Entry {
  return {
    module: new URL('./nestjs.js', import.meta.url),
    environment: { ...common(databaseUrl), ORGANIZATION_ID: measuredOrganizationId },
    readyPath: '/transfers',
  }
}

export function nestjsOrdersEntry(databaseUrl: string): Entry {
  return {
    module: new URL('./nestjs-orders.js', import.meta.url),
    environment: common(databaseUrl),
    readyPath: '/',
  }
}
