// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A credential, and its private key where the service made it. */
export interface IssuedCredential {
  /** A key, and the role with which its holder acts for an organization. */
  credential: Credential
  /**
   * The private key, where the service made it. Shown once and kept nowhere: an answer that is
   * repeated has it no more.
   */
  private_key?: string
}

/** A key, and the role with which its holder acts for an organization. */
export interface Credential {
  /** The id of the credential. A UUID. */
  id: string
  /** The id of the organization. A UUID. */
  organization_id: string
  /** The id of the account. A UUID. */
  account_id: string
  /** The role of a credential. */
  role: 'viewer' | 'execution' | 'reporting' | 'admin' | 'operator' | (string & {})
  /** An Ed25519 public key, base64url without padding. */
  public_key: string
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** From when it is good no more. Null: it does not expire. RFC 3339 in UTC, with milliseconds. */
  expire_time: string | null
  /** When it was revoked. Null: it was not. RFC 3339 in UTC, with milliseconds. */
  revoke_time: string | null
}

/** What `client.credentials.create` takes. */
export interface CreateCredential {
  /** The id of the account. A UUID. */
  account_id: string
  /** The role of a credential. */
  role: 'viewer' | 'execution' | 'reporting' | 'admin' | 'operator'
  /**
   * The key of the proof. It may be left out, and needs a proof if given. Expected: an Ed25519
   * public key, base64url without padding, 43 characters.
   */
  public_key?: string | undefined
  /**
   * A key of your own, with the proof that its private key is held: what `vadium keys new` prints.
   * Left out, the service makes a key and shows it once. Expected: the public key, the time and the
   * signature of vadium-enrol|<installation>|<organization>|<account>|<key>|<time>, joined by dots.
   */
  proof?: string | undefined
  /** From when it is good no more. RFC 3339 in UTC, with milliseconds. */
  expire_time?: string | undefined
}

/** A page of credentials. */
export interface CredentialList {
  /** The credentials of this page. */
  credentials: Credential[]
  /** Opaque; only for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.credentials.list` can be asked for. */
export interface ListCredentialsQuery {
  /** Only those of this organization. A UUID. */
  organization_id?: string | undefined
  /** How many at the most, 1 to 1000; 100 unless given. */
  page_size?: number | undefined
  /** The next_page_token of the page before. Expected: the next_page_token of an earlier answer. */
  page_token?: string | undefined
}

/** What `client.credentials.rotate` takes. */
export interface RotateCredential {
  /**
   * The key of the proof. It may be left out, and needs a proof if given. Expected: an Ed25519
   * public key, base64url without padding, 43 characters.
   */
  public_key?: string | undefined
  /**
   * A key of your own, with the proof that its private key is held: what `vadium keys new` prints.
   * Left out, the service makes a key and shows it once. Expected: the public key, the time and the
   * signature of vadium-enrol|<installation>|<organization>|<account>|<key>|<time>, joined by dots.
   */
  proof?: string | undefined
  /** From when the new key is good no more. RFC 3339 in UTC, with milliseconds. */
  expire_time?: string | undefined
  /** How long the old key stays good; 0 unless given. */
  overlap_seconds?: number | undefined
}
