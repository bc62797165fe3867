import { type Static, Type } from '@sinclair/typebox'
import { enumeration } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Uuid } from '../scalars.ts'

/** What says who an organization is, how it may act, and whose word a price is; an event each tells of its changes. */
export const administeredResources = [
  'account',
  'credential',
  'wallet',
  'organization',
  'agreement',
  'price_source',
] as const
export type AdministeredResource = (typeof administeredResources)[number]

export const administrativeActions = [
  'create',
  'rotate',
  'revoke',
  'suspend',
  'activate',
  'amend',
] as const

export const AdministrativeChange = Type.Object(
  {
    resource: enumeration(administeredResources, { description: 'What was changed.' }),
    resource_id: Type.String({ description: 'Its id. Of a wallet, that at its custodian.' }),
    action: enumeration(administrativeActions, {
      description: 'What was done to it. More may come.',
    }),
    by: nullable(Uuid, 'The organization that did it. Null: the command vadium-api bootstrap.'),
    by_credential_id: nullable(Uuid, 'The credential that did it. Null: the same command.'),
  },
  {
    title: 'AdministrativeChange',
    additionalProperties: false,
    description:
      'A change of who an organization is, of how it may act, or of whose word a price is.',
  },
)
export type AdministrativeChange = Static<typeof AdministrativeChange>
