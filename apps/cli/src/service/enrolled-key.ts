import { proveKey, type VadiumClient } from '@vadium/client'

/** The account that gets a credential for a key, and its organization. */
export interface Enrolled {
  readonly installationId: string
  readonly organizationId: string
  readonly accountId: string
}

type Role = Parameters<VadiumClient['credentials']['create']>[0]['role']

/** The body that creates a credential for a key of one's own: the public key with its proof. */
export function ownCredential(
  privateKey: string,
  enrolled: Enrolled,
  role: Role,
  now: number,
): { account_id: string; role: Role; proof: string } {
  return { account_id: enrolled.accountId, role, proof: proveKey(privateKey, enrolled, now) }
}
