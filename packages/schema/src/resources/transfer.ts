import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, identifier } from '../enumeration.ts'
import { DecimalString, ExactNumber, OrganizationName, Timestamp, Uuid } from '../scalars.ts'
import { providerLifecycleStates } from '../state-machines/provider-lifecycle.ts'
import { statesOf } from '../state-machines/state-machine.ts'
import { transferStates } from '../state-machines/transfer.ts'

export const transferStatuses = statesOf(transferStates)
export const TransferStatus = enumeration(transferStatuses, {
  title: 'TransferStatus',
  description: 'How far the transfer is.',
})
export type TransferStatus = Static<typeof TransferStatus>

export const transferCategories = [
  'open',
  'm2m',
  'return',
  'close',
  'interest',
  'liquidation',
] as const
export const TransferCategory = enumeration(transferCategories, {
  title: 'TransferCategory',
  description: 'What the transfer is for.',
})
export type TransferCategory = Static<typeof TransferCategory>

export const providerStates = statesOf(providerLifecycleStates)
export const ProviderState = enumeration(providerStates, {
  title: 'ProviderState',
  description: 'How far the provider is, in one vocabulary for all providers.',
})
export type ProviderState = Static<typeof ProviderState>

export const ProviderLifecycle = Type.Object(
  {
    label: Type.String({ description: 'The state, as a sentence for people.' }),
    provider: identifier('The provider that carries the transfer out.'),
    provider_request_state: Type.Union([Type.String(), Type.Null()], {
      description: "The provider's own word. Null until the provider has been asked.",
    }),
    state: ProviderState,
  },
  {
    title: 'ProviderLifecycle',
    additionalProperties: false,
    description: 'State of the transfer at the provider.',
  },
)
export type ProviderLifecycle = Static<typeof ProviderLifecycle>

export const TransferParty = Type.Object(
  {
    organization_id: OrganizationName,
    custodian: identifier('The custody provider.'),
    wallet_address: Type.String({ description: 'The address of the wallet at the custodian.' }),
  },
  { title: 'TransferParty', additionalProperties: false, description: 'One side of a transfer.' },
)
export type TransferParty = Static<typeof TransferParty>

export const Transfer = Type.Object(
  {
    id: Uuid,
    external_transfer_id: Type.String({
      description: 'The identifier under which the provider knows the transfer.',
    }),
    category: TransferCategory,
    status: TransferStatus,
    token: identifier('The asset that moves.'),
    quantity: ExactNumber,
    notional: described(
      DecimalString,
      'Value in USD when the transfer was made; from 1e30 on the greatest below it.',
    ),
    order_id: Type.Integer({ description: 'The number of the order.' }),
    create_time: Timestamp,
    update_time: Timestamp,
    sender: TransferParty,
    receiver: TransferParty,
    provider_lifecycle: ProviderLifecycle,
  },
  {
    title: 'Transfer',
    additionalProperties: false,
    description: 'A movement of assets that a custodian carries out.',
  },
)
/** A transfer. `quantity` is the string of its digits: a JSON number on the wire, never a float here. */
export type Transfer = Static<typeof Transfer>
