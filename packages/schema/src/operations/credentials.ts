import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import {
  Credential,
  CurrentCredential,
  IssuedCredential,
  liveCredentialsMax,
  PossessionProof,
  PublicKey,
} from '../resources/organization.ts'
import { RoleName } from '../roles.ts'
import { Timestamp, Uuid } from '../scalars.ts'

const params = Type.Object(
  { credential_id: described(Uuid, 'The id of the credential.') },
  { additionalProperties: false },
)
/** For a caller that has made its own key. */
const ownKey = {
  public_key: Type.Optional(
    described(
      PublicKey,
      'The public key that the proof contains. It may be omitted. If given, it needs a proof.',
    ),
  ),
  proof: Type.Optional(PossessionProof),
}

export const createCredential = operation({
  id: 'createCredential',
  method: 'POST',
  path: '/credentials',
  summary: 'Create a credential',
  description: `Creates a credential for an account of the caller's organization. The operator may create one for any account, and only the operator may create one with the role operator. To use your own key, send a proof of possession. An organization has at most ${liveCredentialsMax} valid credentials at a time.`,
  command: ['credentials', 'create'],
  group: 'credentials',
  roles: ['admin', 'operator'],
  safe: false,
  body: Type.Object(
    {
      account_id: described(Uuid, 'The account of the new credential.'),
      role: RoleName,
      ...ownKey,
      expire_time: Type.Optional(
        described(Timestamp, 'When the credential expires. Default: never.'),
      ),
    },
    { title: 'CreateCredential', additionalProperties: false },
  ),
  response: IssuedCredential,
  reasons: ['REFERENCE_UNKNOWN', 'VALUE_INVALID', 'ALREADY_EXISTS', 'INVALID_STATE'],
})

export const listCredentials = operation({
  id: 'listCredentials',
  method: 'GET',
  path: '/credentials',
  summary: 'List credentials',
  description:
    "Lists the credentials of the caller's organization, including revoked ones. The operator sees those of all organizations.",
  command: ['credentials', 'list'],
  group: 'credentials',
  roles: ['admin', 'operator'],
  safe: true,
  query: Type.Object(
    {
      organization_id: Type.Optional(described(Uuid, 'Only credentials of this organization.')),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('CredentialList', 'credentials', Credential),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const getCurrentCredential = operation({
  id: 'getCurrentCredential',
  method: 'GET',
  path: '/credentials/current',
  summary: 'Get the current credential',
  description:
    'Returns the credential that signed the request, with its account and its organization.',
  command: ['credentials', 'current'],
  group: 'credentials',
  roles: ['viewer', 'execution', 'reporting', 'admin', 'operator'],
  safe: true,
  response: CurrentCredential,
  reasons: [],
})

export const rotateCredential = operation({
  id: 'rotateCredential',
  method: 'POST',
  path: '/credentials/{credential_id}:rotate',
  summary: 'Rotate a credential',
  description:
    'Creates a credential with a new key for the same account and role. The old credential expires at once, or after `overlap_seconds`.',
  command: ['credentials', 'rotate'],
  group: 'credentials',
  roles: ['admin', 'operator'],
  safe: false,
  params,
  body: Type.Object(
    {
      ...ownKey,
      expire_time: Type.Optional(
        described(Timestamp, 'When the new credential expires. Default: never.'),
      ),
      overlap_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 2_592_000,
          description: 'How long the old credential stays valid, in seconds. Default: 0.',
          examples: [3600],
        }),
      ),
    },
    { title: 'RotateCredential', additionalProperties: false },
  ),
  response: IssuedCredential,
  reasons: ['CREDENTIAL_NOT_FOUND', 'INVALID_STATE', 'VALUE_INVALID', 'ALREADY_EXISTS'],
})

export const revokeCredential = operation({
  id: 'revokeCredential',
  method: 'POST',
  path: '/credentials/{credential_id}:revoke',
  summary: 'Revoke a credential',
  description:
    'Revokes a credential permanently. Requests that its key signs are refused from now on.',
  command: ['credentials', 'revoke'],
  group: 'credentials',
  roles: ['admin', 'operator'],
  safe: false,
  params,
  response: Credential,
  reasons: ['CREDENTIAL_NOT_FOUND', 'INVALID_STATE'],
})
