// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Account } from './accounts.ts'
import type { Organization } from './organizations.ts'

/** A new credential, with its private key if the service created it. */
export interface IssuedCredential {
  /** A public key with a role, of one account in one organization. */
  credential: Credential
  /**
   * The private key, base64url without padding, if the service created it. It is shown once and not
   * stored: a replayed answer does not have it.
   */
  private_key?: string
}

/** A public key with a role, of one account in one organization. */
export interface Credential {
  /** The id of the credential. A UUID. */
  id: string
  /** The organization of the credential. A UUID. */
  organization_id: string
  /** The account of the credential. A UUID. */
  account_id: string
  /** The role of a credential, which says what it may do. */
  role: 'viewer' | 'execution' | 'reporting' | 'admin' | 'operator' | (string & {})
  /** An Ed25519 public key, base64url without padding. */
  public_key: string
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When the credential expires. Null: never. RFC 3339 in UTC, with milliseconds. */
  expire_time: string | null
  /**
   * When the credential was revoked. Null if it is not revoked. RFC 3339 in UTC, with milliseconds.
   */
  revoke_time: string | null
  /**
   * When the credential last signed a request. It may be two minutes too early, because not every
   * use is recorded. Null if it has not been used. RFC 3339 in UTC, with milliseconds.
   */
  last_use_time: string | null
}

/** What `client.credentials.create` takes. */
export interface CreateCredential {
  /** The account of the new credential. A UUID. */
  account_id: string
  /** The role of a credential, which says what it may do. */
  role: 'viewer' | 'execution' | 'reporting' | 'admin' | 'operator'
  /**
   * The public key that the proof contains. It may be omitted. If given, it needs a proof.
   * Expected: an Ed25519 public key, base64url without padding, 43 characters.
   */
  public_key?: string | undefined
  /**
   * A proof of possession: your public key, signed with its private key, as `vadium keys new`
   * prints it. If omitted, the service creates a key pair and returns the private key once.
   * Expected: the public key, the time and the signature of
   * vadium-enrol|<installation>|<organization>|<account>|<key>|<time>, joined by dots.
   */
  proof?: string | undefined
  /** When the credential expires. Default: never. RFC 3339 in UTC, with milliseconds. */
  expire_time?: string | undefined
}

/** A page of credentials. */
export interface CredentialList {
  /** The items of this page. */
  credentials: Credential[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.credentials.list` can be asked for. */
export interface ListCredentialsQuery {
  /** Only credentials of this organization. A UUID. */
  organization_id?: string | undefined
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** Who signed the request. */
export interface CurrentCredential {
  /** A public key with a role, of one account in one organization. */
  credential: Credential
  /** An account of a person or a program in an organization. */
  account: Account
  /** A firm that lends or borrows. */
  organization: Organization
  /** Whether the service is a sandbox: its time and its custodians are simulated. */
  sandbox: boolean
  /**
   * The time of the book. In a sandbox, it changes only when the operator advances it. RFC 3339 in
   * UTC, with milliseconds.
   */
  book_time: string
}

/** What `client.credentials.rotate` takes. */
export interface RotateCredential {
  /**
   * The public key that the proof contains. It may be omitted. If given, it needs a proof.
   * Expected: an Ed25519 public key, base64url without padding, 43 characters.
   */
  public_key?: string | undefined
  /**
   * A proof of possession: your public key, signed with its private key, as `vadium keys new`
   * prints it. If omitted, the service creates a key pair and returns the private key once.
   * Expected: the public key, the time and the signature of
   * vadium-enrol|<installation>|<organization>|<account>|<key>|<time>, joined by dots.
   */
  proof?: string | undefined
  /** When the new credential expires. Default: never. RFC 3339 in UTC, with milliseconds. */
  expire_time?: string | undefined
  /** How long the old credential stays valid, in seconds. Default: 0. */
  overlap_seconds?: number | undefined
}
