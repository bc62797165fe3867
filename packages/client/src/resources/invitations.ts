// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Call } from '../core/call.ts'
import { Read, Write } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type { PageList } from '../core/pages.ts'
import type {
  ConfirmInvitation,
  ConfirmedInvitation,
  CreateInvitation,
  CreatedInvitation,
  Invitation,
  InvitationList,
  ListInvitationsQuery,
} from '../types/invitations.ts'

/** Colleagues whom an admin invites, each with a key of their own. */
export class Invitations {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Invite a colleague. Invites a colleague to the caller's organization. Give the link to the
   * colleague: it can be accepted once, within 24 hours, and gives no access by itself. An
   * organization has at most 100 invitations that are pending or accepted.
   *
   * The `secret` is answered once: a repeated answer, see {@link wasReplayed}, has it no more.
   * `invitationLink` of `@vadium/client/invitations` makes the link.
   *
   * Roles: `admin`.
   *
   * @param body
   *   - `name`: The name of the colleague.
   *   - `role`: The role that the credential will have.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const createdInvitation = await client.invitations.create({ name: 'Aurora Lending', role: 'viewer' })
   * ```
   */
  create(body: CreateInvitation, options: RequestOptions = {}): Call<CreatedInvitation> {
    return this.#requests.request(createInvitation, { body }, options)
  }

  /**
   * List invitations. Lists the invitations of the caller's organization, newest first.
   *
   * Await it for one page, or iterate over it for every item of every page.
   *
   * Roles: `admin`.
   *
   * @param filter
   *   - `page_size` (optional): The largest number of items, 1 to 1000. Default: 100.
   *   - `page_token` (optional): The next_page_token of the previous page.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `PAGE_TOKEN_INVALID`: The page token is invalid for these filters.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const invitation of client.invitations.list()) console.log(invitation.id)
   * ```
   */
  list(
    filter: ListInvitationsQuery = {},
    options: RequestOptions = {},
  ): PageList<InvitationList, Invitation> {
    return this.#requests.list(listInvitations, { query: filter }, options)
  }

  /**
   * Get an invitation. Returns one invitation.
   *
   * Roles: `admin`.
   *
   * @param invitationId The id of the invitation. A UUID.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `INVITATION_NOT_FOUND`: The invitation was not found.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const invitation = await client.invitations.get('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  get(invitationId: string, options: RequestOptions = {}): Call<Invitation> {
    return this.#requests.request(
      getInvitation,
      { params: { invitation_id: invitationId } },
      options,
    )
  }

  /**
   * Confirm an accepted invitation. Creates the account of the colleague and a credential with the
   * accepted key. Before that, the colleague reads six words to you, which both sides compute from
   * the invitation and the key: only equal words show that the key is theirs. The body names all
   * that comes into being, so that who approves the request sees it; it must be as in the
   * invitation. Only the account that created the invitation may confirm it, and the rules of
   * createCredential and createAccount apply.
   *
   * `invitationWords` of `@vadium/client/invitations` computes the words.
   *
   * Roles: `admin`.
   *
   * @param invitationId The id of the invitation. A UUID.
   * @param body
   *   - `public_key`: The public key whose words were compared.
   *   - `account_id`: The id that the account of the colleague will have. A UUID.
   *   - `name`: The name of the colleague.
   *   - `role`: The role that the credential will have.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `INVITATION_NOT_FOUND`: The invitation was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   *   - `ALREADY_EXISTS`: The resource already exists.
   * @throws {@link ApprovalRequiredError} if other accounts must approve it first.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const confirmedInvitation = await client.invitations.confirm('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', {
   *   public_key: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
   *   account_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
   *   name: 'Aurora Lending',
   *   role: 'viewer',
   * })
   * ```
   */
  confirm(
    invitationId: string,
    body: ConfirmInvitation,
    options: RequestOptions = {},
  ): Call<ConfirmedInvitation> {
    return this.#requests.request(
      confirmInvitation,
      { params: { invitation_id: invitationId }, body },
      options,
    )
  }

  /**
   * Revoke an invitation. Revokes an invitation that is not confirmed, also an expired one. Its
   * link is refused from now on.
   *
   * Roles: `admin`.
   *
   * @param invitationId The id of the invitation. A UUID.
   * @param options What ends the call, how long an attempt may take, in milliseconds, and the key
   *   under which it takes effect once.
   * @throws {@link VadiumServiceError} with the reason
   *   - `INVITATION_NOT_FOUND`: The invitation was not found.
   *   - `INVALID_STATE`: The action is not allowed in the resource's current state. See
   *     /state-machines.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * const invitation = await client.invitations.revoke('0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11')
   * ```
   */
  revoke(invitationId: string, options: RequestOptions = {}): Call<Invitation> {
    return this.#requests.request(
      revokeInvitation,
      { params: { invitation_id: invitationId } },
      options,
    )
  }
}

const invitationMembers =
  'id organization_id account_id name role state expire_time public_key' +
  ' creator_account_id create_time accept_time credential_id'

export const createInvitation: OperationOf<{ body: CreateInvitation; answer: CreatedInvitation }> =
  new Write('createInvitation', '/invitations', 'invitation{}', {})

export const listInvitations: OperationOf<{ query: ListInvitationsQuery; answer: InvitationList }> =
  new Read('listInvitations', '/invitations', 'invitations[]')

export const getInvitation: OperationOf<{ params: { invitation_id: string }; answer: Invitation }> =
  new Read('getInvitation', '/invitations/{invitation_id}', invitationMembers)

export const confirmInvitation: OperationOf<{
  params: { invitation_id: string }
  body: ConfirmInvitation
  answer: ConfirmedInvitation
}> = new Write(
  'confirmInvitation',
  '/invitations/{invitation_id}:',
  'invitation{} credential{}',
  {},
)

export const revokeInvitation: OperationOf<{
  params: { invitation_id: string }
  answer: Invitation
}> = new Write('revokeInvitation', '/invitations/{invitation_id}:', invitationMembers)
