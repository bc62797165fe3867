import {
  createCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
} from '@vadium/schema'
import type { Credential, IssuedCredential } from '../answers.ts'
import type {
  Answer,
  BodyInput,
  QueryInput,
  RequestOptions,
  Requests,
} from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'

type CredentialList = Answer<typeof listCredentials>

/** The keys with which accounts act, each with a role. */
export class Credentials {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Creates a credential for an account of the own organization; the operator, for any. Only the
   * operator makes operators.
   *
   * A `private_key` that the service made is answered once: an answer that is repeated, see
   * {@link wasReplayed}, has it no more. A key of your own, from `generateKeyPair`, spares you
   * that: send its `proof`, from `proveKey`. That a key is enrolled already is told only to who has proved
   * that it holds it.
   *
   * @throws VadiumServiceError `REFERENCE_UNKNOWN`, `VALUE_INVALID`, `ALREADY_EXISTS`,
   *   `INVALID_STATE`; and what every call may throw: see {@link VadiumError}.
   */
  create(
    body: BodyInput<typeof createCredential>,
    options: RequestOptions = {},
  ): Promise<IssuedCredential> {
    return this.#requests.request(createCredential, { body }, options)
  }

  /**
   * The credentials of the organization of the caller, revoked ones included; for the operator, of
   * all.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * @throws VadiumServiceError `PAGE_TOKEN_INVALID`; and what every call may throw: see
   *   {@link VadiumError}.
   */
  list(
    filter: QueryInput<typeof listCredentials> = {},
    options: RequestOptions = {},
  ): PageList<CredentialList, Credential> {
    return this.#requests.list(listCredentials, { query: filter }, options)
  }

  /**
   * Makes a new key with the same account and role. The old one stays good for as long as is asked,
   * or ends at once.
   *
   * As in `create`, a `private_key` that the service made is answered once, and a key of your own comes
   * with its `proof`.
   *
   * @throws VadiumServiceError `CREDENTIAL_NOT_FOUND`, `INVALID_STATE`, `VALUE_INVALID`,
   *   `ALREADY_EXISTS`; and what every call may throw: see {@link VadiumError}.
   */
  rotate(
    credentialId: string,
    body: BodyInput<typeof rotateCredential> = {},
    options: RequestOptions = {},
  ): Promise<IssuedCredential> {
    return this.#requests.request(
      rotateCredential,
      { params: { credential_id: credentialId }, body },
      options,
    )
  }

  /**
   * Revokes a credential: its key is refused from the next request on, and never comes back.
   *
   * @throws VadiumServiceError `CREDENTIAL_NOT_FOUND`, `INVALID_STATE`; and what every call may
   *   throw: see {@link VadiumError}.
   */
  revoke(credentialId: string, options: RequestOptions = {}): Promise<Credential> {
    return this.#requests.request(
      revokeCredential,
      { params: { credential_id: credentialId } },
      options,
    )
  }
}
