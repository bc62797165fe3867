import { type Static, Type } from '@sinclair/typebox'
import { enumeration, label } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { RoleName } from '../roles.ts'
import { possessionProofPattern } from '../signing.ts'
import { Timestamp, Uuid } from '../scalars.ts'

export const OrganizationSlug = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
  maxLength: 63,
  description: 'A short name for addresses: lower case, digits and hyphens.',
  'x-expected': '1 to 63 of a-z, 0-9 and -, not beginning with -',
})

export const OrganizationStatus = enumeration(['active', 'suspended'], {
  description: 'A suspended organization is refused everything.',
})

export const Organization = Type.Object(
  {
    id: Uuid,
    slug: OrganizationSlug,
    name: label('The name of the organization.'),
    status: OrganizationStatus,
    create_time: Timestamp,
  },
  {
    title: 'Organization',
    additionalProperties: false,
    description: 'A firm that lends or borrows.',
  },
)
export type Organization = Static<typeof Organization>

export const AccountKind = enumeration(['person', 'program'], {
  description: 'Whether it is a person or a program.',
})

export const Account = Type.Object(
  {
    id: Uuid,
    organization_id: Uuid,
    name: label('The name of the person or program.'),
    kind: AccountKind,
  },
  {
    title: 'Account',
    additionalProperties: false,
    description: 'A person or a program in an organization.',
  },
)
export type Account = Static<typeof Account>

export const PublicKey = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  maxLength: 43,
  description: 'An Ed25519 public key, base64url without padding.',
  'x-expected': 'an Ed25519 public key, base64url without padding, 43 characters',
})

export const PossessionProof = Type.String({
  pattern: possessionProofPattern.source,
  maxLength: 144,
  description:
    'A key of your own, with the proof that its private key is held: what `vadium keys new` prints. Left out, the service makes a key and shows it once.',
  'x-expected':
    'the public key, the time and the signature of vadium-enrol|<installation>|<organization>|<account>|<key>|<time>, joined by dots',
})

/** At most so many credentials an organization that are neither revoked nor expired. */
export const liveCredentialsMax = 1000

export const Credential = Type.Object(
  {
    id: Uuid,
    organization_id: Uuid,
    account_id: Uuid,
    role: RoleName,
    public_key: PublicKey,
    create_time: Timestamp,
    expire_time: nullable(Timestamp, 'From when it is good no more. Null: it does not expire.'),
    revoke_time: nullable(Timestamp, 'When it was revoked. Null: it was not.'),
  },
  {
    title: 'Credential',
    additionalProperties: false,
    description: 'A key, and the role with which its holder acts for an organization.',
  },
)
export type Credential = Static<typeof Credential>

export const IssuedCredential = Type.Object(
  {
    credential: Credential,
    private_key: Type.Optional(
      Type.String({
        description:
          'The private key, where the service made it. Shown once and kept nowhere: an answer that is repeated has it no more.',
      }),
    ),
  },
  { title: 'IssuedCredential', additionalProperties: false },
)
export type IssuedCredential = Static<typeof IssuedCredential>

export const AuditEntry = Type.Object(
  {
    id: Uuid,
    time: Timestamp,
    kind: enumeration(['request', 'credential'], {
      description: 'A request that was signed well, or what became of a credential.',
    }),
    organization_id: Uuid,
    credential_id: nullable(Uuid, 'Who did it.'),
    event: Type.String({ description: 'The operation, or what happened to the credential.' }),
    outcome: Type.String({ description: '`ok`, or the reason of the refusal.' }),
    request_id: Type.String({ description: 'Also in the header X-Request-Id of the answer.' }),
    subject_id: nullable(Uuid, 'What it was done to: the id in the path, or the credential.'),
  },
  {
    title: 'AuditEntry',
    additionalProperties: false,
    description: 'One line of the audit trail, which is only ever appended to.',
  },
)
export type AuditEntry = Static<typeof AuditEntry>
