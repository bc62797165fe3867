import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, label } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import {
  ConfirmedInvitation,
  CreatedInvitation,
  Invitation,
  invitedRoles,
  InvitationSecret,
  OpenedInvitation,
  openInvitationsMax,
} from '../resources/invitation.ts'
import { PossessionProof, PublicKey } from '../resources/organization.ts'
import { roles } from '../roles.ts'
import { Uuid } from '../scalars.ts'

const params = Type.Object(
  { invitation_id: described(Uuid, 'The id of the invitation.') },
  { additionalProperties: false },
)

export const createInvitation = operation({
  id: 'createInvitation',
  method: 'POST',
  path: '/invitations',
  summary: 'Invite a colleague',
  description: `Invites a colleague to the caller's organization. Give the link to the colleague: it can be accepted once, within 24 hours, and gives no access by itself. An organization has at most ${openInvitationsMax} invitations that are pending or accepted.`,
  command: ['invitations', 'create'],
  group: 'invitations',
  roles: ['admin'],
  safe: false,
  body: Type.Object(
    {
      name: label('The name of the colleague.', 200, 'Ada Byron'),
      role: enumeration(invitedRoles, { description: 'The role that the credential will have.' }),
    },
    { title: 'CreateInvitation', additionalProperties: false },
  ),
  response: CreatedInvitation,
  reasons: ['INVALID_STATE'],
})

export const listInvitations = operation({
  id: 'listInvitations',
  method: 'GET',
  path: '/invitations',
  summary: 'List invitations',
  description: "Lists the invitations of the caller's organization, newest first.",
  command: ['invitations', 'list'],
  group: 'invitations',
  roles: ['admin'],
  safe: true,
  query: Type.Object({ ...pageParameters }, { additionalProperties: false }),
  response: pageOf('InvitationList', 'invitations', Invitation),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const getInvitation = operation({
  id: 'getInvitation',
  method: 'GET',
  path: '/invitations/{invitation_id}',
  summary: 'Get an invitation',
  description: 'Returns one invitation.',
  command: ['invitations', 'get'],
  group: 'invitations',
  roles: ['admin'],
  safe: true,
  params,
  response: Invitation,
  reasons: ['INVITATION_NOT_FOUND'],
})

export const confirmInvitation = operation({
  id: 'confirmInvitation',
  method: 'POST',
  path: '/invitations/{invitation_id}:confirm',
  summary: 'Confirm an accepted invitation',
  description:
    'Creates the account of the colleague and a credential with the accepted key. Before that, the colleague reads six words to you, which both sides compute from the invitation and the key: only equal words show that the key is theirs. The body names all that comes into being, so that who approves the request sees it; it must be as in the invitation. Only the account that created the invitation may confirm it, and the rules of createCredential and createAccount apply.',
  command: ['invitations', 'confirm'],
  group: 'invitations',
  roles: ['admin'],
  safe: false,
  params,
  body: Type.Object(
    {
      public_key: described(PublicKey, 'The public key whose words were compared.'),
      account_id: described(Uuid, 'The id that the account of the colleague will have.'),
      name: label('The name of the colleague.', 200, 'Ada Byron'),
      role: enumeration(invitedRoles, { description: 'The role that the credential will have.' }),
    },
    { title: 'ConfirmInvitation', additionalProperties: false },
  ),
  response: ConfirmedInvitation,
  reasons: ['INVITATION_NOT_FOUND', 'INVALID_STATE', 'ALREADY_EXISTS'],
})

export const revokeInvitation = operation({
  id: 'revokeInvitation',
  method: 'POST',
  path: '/invitations/{invitation_id}:revoke',
  summary: 'Revoke an invitation',
  description:
    'Revokes an invitation that is not confirmed, also an expired one. Its link is refused from now on.',
  command: ['invitations', 'revoke'],
  group: 'invitations',
  roles: ['admin'],
  safe: false,
  params,
  response: Invitation,
  reasons: ['INVITATION_NOT_FOUND', 'INVALID_STATE'],
})

/**
 * Answered without authentication, because a colleague who opens the link has no key yet. The
 * secret is in the body, which is in no log.
 */
export const openInvitation = operation({
  id: 'openInvitation',
  method: 'POST',
  path: '/invitations/{invitation_id}:open',
  summary: 'Open an invitation',
  description:
    'Returns what the holder of the link is invited to. It changes nothing. Once the invitation has ended, only its state is answered, and nothing from 7 days later on.',
  command: ['invitations', 'open'],
  group: 'invitations',
  roles,
  safe: true,
  params,
  body: Type.Object(
    { secret: InvitationSecret },
    { title: 'OpenInvitation', additionalProperties: false },
  ),
  response: OpenedInvitation,
  reasons: ['INVITATION_NOT_FOUND'],
})

/**
 * Answered without authentication, as {@link openInvitation} is. It needs no idempotency key: the
 * same key again gets the same answer.
 */
export const acceptInvitation = operation({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/invitations/{invitation_id}:accept',
  summary: 'Accept an invitation',
  description:
    'Accepts an invitation with a key of your own. The first key is accepted and no other; it can do nothing before the admin has confirmed it. Once the invitation is confirmed, another key notifies the organization, and its proof is not checked.',
  command: ['invitations', 'accept'],
  group: 'invitations',
  roles,
  safe: true,
  params,
  body: Type.Object(
    { secret: InvitationSecret, proof: PossessionProof },
    { title: 'AcceptInvitation', additionalProperties: false },
  ),
  response: OpenedInvitation,
  reasons: ['INVITATION_NOT_FOUND', 'INVALID_STATE', 'VALUE_INVALID', 'ALREADY_EXISTS'],
})
