// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Credential } from './credentials.ts'

/** A new invitation, with the secret of its link. */
export interface CreatedInvitation {
  /** An invitation of a colleague to an organization. */
  invitation: Invitation
  /**
   * The secret of the link, base64url without padding. It is shown once and not stored: a replayed
   * answer does not have it. The link is the address of the console followed by
   * `#invitation=<id>.<secret>`.
   */
  secret?: string
}

/** An invitation of a colleague to an organization. */
export interface Invitation {
  /** The id of the invitation. A UUID. */
  id: string
  /** The organization that invites. A UUID. */
  organization_id: string
  /** The id that the account of the colleague will have. A UUID. */
  account_id: string
  /** The name of the colleague. */
  name: string
  /** The role that the credential will have. */
  role: 'viewer' | 'execution' | 'reporting' | 'admin' | (string & {})
  /**
   * `PENDING`: nobody has accepted it. `ACCEPTED`: a key was accepted, and the admin has yet to
   * confirm it. `CONFIRMED`: the account and its credential exist. `EXPIRED`: it was not accepted
   * or confirmed in time, or the credential of its creator has ended.
   */
  state: 'PENDING' | 'ACCEPTED' | 'CONFIRMED' | 'REVOKED' | 'EXPIRED' | (string & {})
  /**
   * When it expires: a pending one 24 hours after its creation, an accepted one 7 days after its
   * acceptance. RFC 3339 in UTC, with milliseconds.
   */
  expire_time: string
  /** The public key that was accepted. Null until then. */
  public_key: string | null
  /** The account that created it. Only this account may confirm it. A UUID. */
  creator_account_id: string
  /** When it was created. RFC 3339 in UTC, with milliseconds. */
  create_time: string
  /** When a key was accepted. Null until then. RFC 3339 in UTC, with milliseconds. */
  accept_time: string | null
  /** The credential that was created. Null until it is confirmed. A UUID. */
  credential_id: string | null
}

/** What `client.invitations.create` takes. */
export interface CreateInvitation {
  /**
   * The name of the colleague. Expected: 1 to 200 visible characters on one line, without space at
   * either end.
   */
  name: string
  /** The role that the credential will have. */
  role: 'viewer' | 'execution' | 'reporting' | 'admin'
}

/** A page of invitations. */
export interface InvitationList {
  /** The items of this page. */
  invitations: Invitation[]
  /** The token of the next page, valid for the same filters. Absent on the last page. */
  next_page_token?: string
}

/** What `client.invitations.list` can be asked for. */
export interface ListInvitationsQuery {
  /** The largest number of items, 1 to 1000. Default: 100. */
  page_size?: number | undefined
  /**
   * The next_page_token of the previous page. Expected: the next_page_token of an earlier answer.
   */
  page_token?: string | undefined
}

/** A confirmed invitation, with the credential that it has led to. */
export interface ConfirmedInvitation {
  /** An invitation of a colleague to an organization. */
  invitation: Invitation
  /** A public key with a role, of one account in one organization. */
  credential: Credential
}

/** What `client.invitations.confirm` takes. */
export interface ConfirmInvitation {
  /**
   * The public key whose words were compared. Expected: an Ed25519 public key, base64url without
   * padding, 43 characters.
   */
  public_key: string
  /** The id that the account of the colleague will have. A UUID. */
  account_id: string
  /**
   * The name of the colleague. Expected: 1 to 200 visible characters on one line, without space at
   * either end.
   */
  name: string
  /** The role that the credential will have. */
  role: 'viewer' | 'execution' | 'reporting' | 'admin'
}
