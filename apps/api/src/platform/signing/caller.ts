import type { Role } from '@vadium/schema'
import type { Tenant } from '../db/tenant.ts'

/** Who signed a request. */
export interface Principal {
  readonly credentialId: string
  readonly organizationId: string
  /** The person or program that holds the credential. */
  readonly accountId: string
  readonly role: Role
  readonly organizationStatus: 'active' | 'suspended'
}

/** Who makes the request, and whether the database has confirmed the credential for it. */
export type Caller = Principal & Tenant
