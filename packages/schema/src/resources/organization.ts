import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, label, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { RoleName } from '../roles.ts'
import { Timestamp, Uuid } from '../scalars.ts'

export const OrganizationSlug = Type.String({
  pattern: '^[a-z0-9][a-z0-9-]{0,62}$',
  maxLength: 63,
  description: 'A short name of lower case letters, digits and hyphens.',
  examples: ['harbor'],
  'x-expected': '1 to 63 of a-z, 0-9 and -, not beginning with -',
})

export const OrganizationStatus = enumeration(['active', 'suspended'], {
  description: 'All requests of a suspended organization are refused.',
})

export const Organization = Type.Object(
  {
    id: described(Uuid, 'The id of the organization.'),
    slug: OrganizationSlug,
    name: label('The name of the organization.', 200, 'Harbor Bank Treasury'),
    status: OrganizationStatus,
    create_time: described(Timestamp, 'When it was created.'),
  },
  {
    title: 'Organization',
    additionalProperties: false,
    description: 'A firm that lends or borrows.',
  },
)
export type Organization = Static<typeof Organization>

export const AccountKind = enumeration(['person', 'program'], {
  description: 'Whether the account is of a person or a program.',
})

export const Account = Type.Object(
  {
    id: described(Uuid, 'The id of the account.'),
    organization_id: described(Uuid, 'The organization of the account.'),
    name: label('The name of the person or program.', 200, 'Margin bot'),
    kind: AccountKind,
  },
  {
    title: 'Account',
    additionalProperties: false,
    description: 'An account of a person or a program in an organization.',
  },
)
export type Account = Static<typeof Account>

export const PublicKey = Type.String({
  pattern: '^[A-Za-z0-9_-]{43}$',
  maxLength: 43,
  description: 'An Ed25519 public key, base64url without padding.',
  examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
  'x-expected': 'an Ed25519 public key, base64url without padding, 43 characters',
})

/**
 * A proof that the applicant holds the private key of a public key: the public key, the time and
 * the signature of `possessionInput`, joined by dots.
 */
export const possessionProofPattern = /^[A-Za-z0-9_-]{43}\.[0-9]{13}\.[A-Za-z0-9_-]{86}$/

export const PossessionProof = Type.String({
  pattern: possessionProofPattern.source,
  maxLength: 144,
  description:
    'A proof of possession: your public key, signed with its private key, as `vadium keys new` prints it. If omitted, the service creates a key pair and returns the private key once.',
  examples: [
    '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo.1772467200000.5WF6hjr_7EGpU7Vd7kYjbmT0ZRJyx9JAe2SHpTgRcdHMRDXNVIZMcc9gUKQ5uX5W90HQ4l3mZl7C7QCTfFd5Bg',
  ],
  'x-expected':
    'the public key, the time and the signature of vadium-enrol|<installation>|<organization>|<account>|<key>|<time>, joined by dots',
})

/** The largest number of credentials of an organization that are neither revoked nor expired. */
export const liveCredentialsMax = 1000

export const Credential = Type.Object(
  {
    id: described(Uuid, 'The id of the credential.'),
    organization_id: described(Uuid, 'The organization of the credential.'),
    account_id: described(Uuid, 'The account of the credential.'),
    role: RoleName,
    public_key: PublicKey,
    create_time: described(Timestamp, 'When it was created.'),
    expire_time: nullable(Timestamp, 'When the credential expires. Null: never.'),
    revoke_time: nullable(Timestamp, 'When the credential was revoked. Null if it is not revoked.'),
    last_use_time: nullable(
      Timestamp,
      'When the credential last signed a request. It may be two minutes too early, because not every use is recorded. Null if it has not been used.',
    ),
  },
  {
    title: 'Credential',
    additionalProperties: false,
    description: 'A public key with a role, of one account in one organization.',
  },
)
export type Credential = Static<typeof Credential>

export const IssuedCredential = Type.Object(
  {
    credential: Credential,
    private_key: Type.Optional(
      Type.String({
        description:
          'The private key, base64url without padding, if the service created it. It is shown once and not stored: a replayed answer does not have it.',
        examples: ['nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A'],
      }),
    ),
  },
  {
    title: 'IssuedCredential',
    additionalProperties: false,
    description: 'A new credential, with its private key if the service created it.',
  },
)
export type IssuedCredential = Static<typeof IssuedCredential>

export const CurrentCredential = Type.Object(
  {
    credential: Credential,
    account: Account,
    organization: Organization,
    sandbox: Type.Boolean({
      description: 'Whether the service is a sandbox: its time and its custodians are simulated.',
    }),
    book_time: described(
      Timestamp,
      'The time of the book. In a sandbox, it changes only when the operator advances it.',
    ),
  },
  {
    title: 'CurrentCredential',
    additionalProperties: false,
    description: 'Who signed the request.',
  },
)
export type CurrentCredential = Static<typeof CurrentCredential>

export const AuditEntry = Type.Object(
  {
    id: described(Uuid, 'The id of the entry.'),
    time: described(Timestamp, 'When it happened.'),
    kind: enumeration(['request', 'credential'], {
      description:
        'request: a request with a valid signature, or with the secret of an invitation. credential: a change of a credential.',
    }),
    organization_id: described(Uuid, 'The organization of the credential.'),
    credential_id: nullable(
      Uuid,
      'The credential that signed the request or made the change. Null if there is none.',
    ),
    event: text('The operation, or the change of the credential.', 'acceptOrder'),
    outcome: text('`ok`, or the reason of the refusal.', 'ok'),
    request_id: text(
      'The id of the request. Also in the header X-Request-Id of the answer.',
      '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
    ),
    subject_id: nullable(
      Uuid,
      'The id in the path of the request, or the changed credential. Null if there is none.',
    ),
  },
  {
    title: 'AuditEntry',
    additionalProperties: false,
    description: 'One entry of the audit trail. Entries are never changed or deleted.',
  },
)
export type AuditEntry = Static<typeof AuditEntry>
