import { type Static, Type } from '@sinclair/typebox'
import { enumeration, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Uuid } from '../scalars.ts'

/**
 * The resources that define who may act and which prices count. Each has an event type for its
 * changes.
 */
export const administeredResources = [
  'account',
  'credential',
  'invitation',
  'wallet',
  'organization',
  'agreement',
  'price_source',
  'approval_policy',
  'automation',
  'calendar',
  'counterparty_limits',
  'mail_address',
] as const
export type AdministeredResource = (typeof administeredResources)[number]

export const administrativeActions = [
  'create',
  'rotate',
  'revoke',
  'recover',
  'suspend',
  'activate',
  'amend',
  'propose',
  'withdraw',
  'accept',
  'confirm',
  'take_effect',
  'expire',
  'release',
  'dismiss',
  'retire',
  'verify',
  'update',
  'delete',
] as const

export const AdministrativeChange = Type.Object(
  {
    resource: enumeration(administeredResources, {
      description: 'The kind of the changed resource.',
    }),
    resource_id: text(
      'The id of the changed resource. For a wallet, its id at the custodian. For an approval policy, the id of its organization. For an automation or limits, the id of the counterparty. For a calendar, its id.',
      '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
    ),
    action: enumeration(administrativeActions, {
      description:
        'The change. `release`: a held quote of the price source was released. `dismiss`: its last quote was dismissed. New values may be added.',
    }),
    by: nullable(
      Uuid,
      'The organization that made the change. Null: the service itself, or a command of `vadium-api` on the host of the database, made it.',
    ),
    by_credential_id: nullable(
      Uuid,
      'The credential that made the change. Null: the service itself, or a command of `vadium-api` on the host of the database, made it.',
    ),
  },
  {
    title: 'AdministrativeChange',
    additionalProperties: false,
    description:
      'A change of an account, a credential, an invitation, a wallet, an organization, an agreement, a price source, an approval policy, an automation, limits for a counterparty, a calendar or a mail address.',
  },
)
export type AdministrativeChange = Static<typeof AdministrativeChange>
