import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, label } from '../enumeration.ts'
import { invitationSecretPattern } from '../invitation-text.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import { Credential, PublicKey } from './organization.ts'

/** The roles that an admin may invite to: all but that of operators. */
export const invitedRoles = ['viewer', 'execution', 'reporting', 'admin'] as const

/** How long an invitation may be accepted. */
export const invitationLifetimeMs = 24 * 3_600_000

/** How long an accepted invitation may be confirmed. */
export const confirmationTimeMs = 7 * 24 * 3_600_000

/** How long the link of an invitation that has ended is still answered, with its state alone. */
export const endedLinkTimeMs = 7 * 24 * 3_600_000

/** The largest number of invitations of an organization that are pending or accepted. */
export const openInvitationsMax = 100

export const InvitationState = enumeration(
  ['PENDING', 'ACCEPTED', 'CONFIRMED', 'REVOKED', 'EXPIRED'],
  {
    title: 'InvitationState',
    description:
      '`PENDING`: nobody has accepted it. `ACCEPTED`: a key was accepted, and the admin has yet to confirm it. `CONFIRMED`: the account and its credential exist. `EXPIRED`: it was not accepted or confirmed in time, or the credential of its creator has ended.',
  },
)

const common = {
  id: described(Uuid, 'The id of the invitation.'),
  organization_id: described(Uuid, 'The organization that invites.'),
  account_id: described(Uuid, 'The id that the account of the colleague will have.'),
  name: label('The name of the colleague.', 200, 'Ada Byron'),
  role: enumeration(invitedRoles, { description: 'The role that the credential will have.' }),
  state: InvitationState,
  expire_time: described(
    Timestamp,
    'When it expires: a pending one 24 hours after its creation, an accepted one 7 days after its acceptance.',
  ),
  public_key: nullable(
    PublicKey,
    'The public key that was accepted. Null until then.',
    '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  ),
}

export const Invitation = Type.Object(
  {
    ...common,
    creator_account_id: described(
      Uuid,
      'The account that created it. Only this account may confirm it.',
    ),
    create_time: described(Timestamp, 'When it was created.'),
    accept_time: nullable(Timestamp, 'When a key was accepted. Null until then.'),
    credential_id: nullable(Uuid, 'The credential that was created. Null until it is confirmed.'),
  },
  {
    title: 'Invitation',
    additionalProperties: false,
    description: 'An invitation of a colleague to an organization.',
  },
)
export type Invitation = Static<typeof Invitation>

export const InvitationSecret = Type.String({
  pattern: invitationSecretPattern.source,
  maxLength: 43,
  description: 'The secret of the link, base64url without padding.',
  examples: ['Zm9yIGV4YW1wbGVzIG9ubHksIG5vdCBhIHNlY3JldCE'],
  'x-expected': 'the secret of the link, base64url without padding, 43 characters',
})

export const CreatedInvitation = Type.Object(
  {
    invitation: Invitation,
    secret: Type.Optional(
      Type.String({
        description:
          'The secret of the link, base64url without padding. It is shown once and not stored: a replayed answer does not have it. The link is the address of the console followed by `#invitation=<id>.<secret>`.',
        examples: ['Zm9yIGV4YW1wbGVzIG9ubHksIG5vdCBhIHNlY3JldCE'],
      }),
    ),
  },
  {
    title: 'CreatedInvitation',
    additionalProperties: false,
    description: 'A new invitation, with the secret of its link.',
  },
)
export type CreatedInvitation = Static<typeof CreatedInvitation>

export const ConfirmedInvitation = Type.Object(
  { invitation: Invitation, credential: Credential },
  {
    title: 'ConfirmedInvitation',
    additionalProperties: false,
    description: 'A confirmed invitation, with the credential that it has led to.',
  },
)
export type ConfirmedInvitation = Static<typeof ConfirmedInvitation>

const { id, state, ...offered } = common

const InvitationOffer = Type.Object(
  {
    ...offered,
    organization_name: label('The name of the organization.', 200, 'Harbor Bank Treasury'),
    installation_id: described(Uuid, 'The installation, which the proof of possession names.'),
  },
  {
    title: 'InvitationOffer',
    additionalProperties: false,
    description: 'What a colleague is invited to.',
  },
)

export const OpenedInvitation = Type.Object(
  {
    id,
    state,
    offer: nullable(
      InvitationOffer,
      'What the holder of the link is invited to. Null once the invitation has ended.',
    ),
  },
  {
    title: 'OpenedInvitation',
    additionalProperties: false,
    description: 'An invitation as the holder of its link sees it.',
  },
)
export type OpenedInvitation = Static<typeof OpenedInvitation>
