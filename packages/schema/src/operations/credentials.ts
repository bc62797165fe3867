import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import {
  Credential,
  IssuedCredential,
  liveCredentialsMax,
  PossessionProof,
  PublicKey,
} from '../resources/organization.ts'
import { RoleName } from '../roles.ts'
import { Timestamp, Uuid } from '../scalars.ts'

const params = Type.Object({ credential_id: Uuid }, { additionalProperties: false })
const ownKey = {
  public_key: Type.Optional(
    described(PublicKey, 'The key of the proof. It may be left out, and needs a proof if given.'),
  ),
  proof: Type.Optional(PossessionProof),
}

export const createCredential = operation({
  id: 'createCredential',
  method: 'POST',
  path: '/credentials',
  summary: 'Create a credential',
  description: `For an account of the own organization; the operator, for any. Only the operator makes operators. A key of one's own comes with a proof of possession. At most ${liveCredentialsMax} of an organization are good at a time.`,
  command: ['credentials', 'create'],
  group: 'credentials',
  roles: ['admin', 'operator'],
  safe: false,
  body: Type.Object(
    {
      account_id: Uuid,
      role: RoleName,
      ...ownKey,
      expire_time: Type.Optional(described(Timestamp, 'From when it is good no more.')),
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
    'The credentials of the organization of the caller, revoked ones included; for the operator, of all.',
  command: ['credentials', 'list'],
  group: 'credentials',
  roles: ['admin', 'operator'],
  safe: true,
  query: Type.Object(
    {
      organization_id: Type.Optional(described(Uuid, 'Only those of this organization.')),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('CredentialList', 'credentials', Credential),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const rotateCredential = operation({
  id: 'rotateCredential',
  method: 'POST',
  path: '/credentials/{credential_id}:rotate',
  summary: 'Rotate a credential',
  description:
    'A new key with the same account and role. The old one stays good for as long as is asked, or ends at once.',
  command: ['credentials', 'rotate'],
  group: 'credentials',
  roles: ['admin', 'operator'],
  safe: false,
  params,
  body: Type.Object(
    {
      ...ownKey,
      expire_time: Type.Optional(described(Timestamp, 'From when the new key is good no more.')),
      overlap_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 2_592_000,
          description: 'How long the old key stays good; 0 unless given.',
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
  description: 'Its key is refused from the next request on, and never comes back.',
  command: ['credentials', 'revoke'],
  group: 'credentials',
  roles: ['admin', 'operator'],
  safe: false,
  params,
  response: Credential,
  reasons: ['CREDENTIAL_NOT_FOUND', 'INVALID_STATE'],
})
