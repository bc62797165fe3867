// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  CreateCredential,
  Credential,
  CredentialList,
  CurrentCredential,
  IssuedCredential,
  ListCredentialsQuery,
  RotateCredential,
} from '../types/credentials.ts'

/** The keys with which accounts act, each with a role. */
export class Credentials {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Create a credential. Creates a credential for an account of the caller's organization. The
   * operator may create one for any account, and only the operator may create one with the role
   * operator. To use your own key, send a proof of possession. An organization has at most 1000
   * valid credentials at a time.
   *
   * A `private_key` that the service made is answered once: a repeated answer, see {@link
   * wasReplayed}, has it no more. A key of your own, from `generateKeyPair`, avoids that: send its
   * `proof`, from `proveKey`.
   *
   * Roles: `admin`, `operator`.
   *
   * @param body
   *   - `account_id`: The account of the new credential. A UUID.
   *   - `role`: The role of a credential, which says what it may do.
   *   - `public_key` (optional): The public key that the proof contains. It may be omitted. If
   *     given, it needs a proof.
   *   - `proof` (optional): A proof of possession: your public key, signed with its private key, as
   *     `vadium keys new` prints it. If omitted, the service creates a key pair and returns the
   *     private key once.
   *   - `expire_time` (optional): When the credential expires. Default: never. RFC 3339 in UTC,
   *     with milliseconds.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `REFERENCE_UNKNOWN`: A member names a resource that does not exist.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `ALREADY_EXISTS`: The resource already exists.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const issuedCredential = await client.credentials.create({
   *   account_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   role: 'viewer',
   * })
   * ```
   */
  create(body: CreateCredential, options: RequestOptions = {}): Call<IssuedCredential> {
    return this.#requests.request(createCredential, { body }, options)
  }

  /**
   * List credentials. Lists the credentials of the caller's organization, including revoked ones.
   * The operator sees those of all organizations.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `admin`, `operator`.
   *
   * @param filter
   *   - `organization_id` (optional): Only credentials of this organization. A UUID.
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const credential of client.credentials.list()) console.log(credential.id)
   * ```
   */
  list(
    filter: ListCredentialsQuery = {},
    options: RequestOptions = {},
  ): PageList<CredentialList, Credential> {
    return this.#requests.list(listCredentials, { query: filter }, options)
  }

  /**
   * Get the current credential. Returns the credential that signed the request, with its account
   * and its organization.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`, `operator`.
   *
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const currentCredential = await client.credentials.current()
   * ```
   */
  current(options: RequestOptions = {}): Call<CurrentCredential> {
    return this.#requests.request(getCurrentCredential, {}, options)
  }

  /**
   * Rotate a credential. Creates a credential with a new key for the same account and role. The old
   * credential expires at once, or after `overlap_seconds`.
   *
   * A `private_key` that the service made is answered once: a repeated answer, see {@link
   * wasReplayed}, has it no more. A key of your own, from `generateKeyPair`, avoids that: send its
   * `proof`, from `proveKey`.
   *
   * Roles: `admin`, `operator`.
   *
   * @param credentialId The id of the credential. A UUID.
   * @param body
   *   - `public_key` (optional): The public key that the proof contains. It may be omitted. If
   *     given, it needs a proof.
   *   - `proof` (optional): A proof of possession: your public key, signed with its private key, as
   *     `vadium keys new` prints it. If omitted, the service creates a key pair and returns the
   *     private key once.
   *   - `expire_time` (optional): When the new credential expires. Default: never. RFC 3339 in UTC,
   *     with milliseconds.
   *   - `overlap_seconds` (optional): How long the old credential stays valid, in seconds. Default:
   *     0.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `CREDENTIAL_NOT_FOUND`: The credential was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   *   - `ALREADY_EXISTS`: The resource already exists.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const issuedCredential = await client.credentials.rotate('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  rotate(
    credentialId: string,
    body: RotateCredential = {},
    options: RequestOptions = {},
  ): Call<IssuedCredential> {
    return this.#requests.request(
      rotateCredential,
      { params: { credential_id: credentialId }, body },
      options,
    )
  }

  /**
   * Revoke a credential. Revokes a credential permanently. Requests that its key signs are refused
   * from now on.
   *
   * Roles: `admin`, `operator`.
   *
   * @param credentialId The id of the credential. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `CREDENTIAL_NOT_FOUND`: The credential was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const credential = await client.credentials.revoke('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  revoke(credentialId: string, options: RequestOptions = {}): Call<Credential> {
    return this.#requests.request(
      revokeCredential,
      { params: { credential_id: credentialId } },
      options,
    )
  }
}

const issuedCredentialMembers = 'credential{}'

export const createCredential: OperationOf<{ body: CreateCredential; answer: IssuedCredential }> =
  new Write('createCredential', '/credentials', issuedCredentialMembers, {})

export const listCredentials: OperationOf<{ query: ListCredentialsQuery; answer: CredentialList }> =
  new Read('listCredentials', '/credentials', 'credentials[]')

export const getCurrentCredential: OperationOf<{ answer: CurrentCredential }> = new Read(
  'getCurrentCredential',
  '/credentials/current',
  'credential{} account{} organization{} sandbox book_time',
)

export const rotateCredential: OperationOf<{
  params: { credential_id: string }
  body: RotateCredential
  answer: IssuedCredential
}> = new Write('rotateCredential', '/credentials/{credential_id}:', issuedCredentialMembers, {})

export const revokeCredential: OperationOf<{
  params: { credential_id: string }
  answer: Credential
}> = new Write(
  'revokeCredential',
  '/credentials/{credential_id}:',
  'id organization_id account_id role public_key create_time expire_time' +
    ' revoke_time last_use_time',
)
