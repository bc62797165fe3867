import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, identifier, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { DecimalString, ExactNumber, OrganizationName, Timestamp, Uuid } from '../scalars.ts'
import { providerLifecycleStates } from '../state-machines/provider-lifecycle.ts'
import { statesOf } from '../state-machines/state-machine.ts'
import { transferStates } from '../state-machines/transfer.ts'
import { AssetSymbol } from './custody.ts'

export const transferStatuses = statesOf(transferStates)
export const TransferStatus = enumeration(transferStatuses, {
  title: 'TransferStatus',
  description: 'Lifecycle status.',
})
export type TransferStatus = Static<typeof TransferStatus>

export const transferCategories = [
  'open',
  'm2m',
  'return',
  'close',
  'interest',
  'liquidation',
  'voluntary',
  'substitution',
] as const
export const TransferCategory = enumeration(transferCategories, {
  title: 'TransferCategory',
  description: 'The purpose of the transfer.',
})
export type TransferCategory = Static<typeof TransferCategory>

export const providerStates = statesOf(providerLifecycleStates)
export const ProviderState = enumeration(providerStates, {
  title: 'ProviderState',
  description:
    'The state of the transfer at the provider. The states are the same for all providers.',
})
export type ProviderState = Static<typeof ProviderState>

export const ProviderLifecycle = Type.Object(
  {
    label: text(
      'A sentence for people about the state.',
      'A person at the provider must approve it.',
    ),
    provider: identifier('The provider that carries out the transfer.', 64, 'fireblocks'),
    provider_request_state: nullable(
      Type.String(),
      "The provider's own name of the state. Null until the provider has answered.",
      'pendingApproval',
    ),
    state: ProviderState,
  },
  {
    title: 'ProviderLifecycle',
    additionalProperties: false,
    description: 'The state of the transfer at the provider.',
  },
)
export type ProviderLifecycle = Static<typeof ProviderLifecycle>

export const TransferParty = Type.Object(
  {
    organization_id: OrganizationName,
    custodian: identifier('The custodian of the wallet.', 64, 'fireblocks'),
    wallet_address: text(
      'The address of the wallet.',
      'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
    ),
  },
  {
    title: 'TransferParty',
    additionalProperties: false,
    description: 'The sender or the receiver of a transfer.',
  },
)
export type TransferParty = Static<typeof TransferParty>

export const Transfer = Type.Object(
  {
    id: described(Uuid, 'The id of the transfer.'),
    external_transfer_id: text('The id of the transfer at the provider.', 'vadium-7f3c21'),
    category: TransferCategory,
    status: TransferStatus,
    token: described(AssetSymbol, 'The symbol of the asset.'),
    quantity: described(
      ExactNumber,
      'The quantity in units of the asset: a JSON number with exact digits. Parse it as a decimal: a binary float would lose digits.',
      2.5,
    ),
    notional: described(
      DecimalString,
      'The value in USD when the transfer was created. Values of 1e30 or more are given as the largest value below it.',
      '147801.25',
    ),
    order_id: Type.Integer({
      description: 'The number of the order, for people.',
      examples: [1042],
    }),
    create_time: described(Timestamp, 'When it was created.'),
    update_time: described(Timestamp, 'When it last changed.'),
    sender: TransferParty,
    receiver: TransferParty,
    provider_lifecycle: ProviderLifecycle,
  },
  {
    title: 'Transfer',
    additionalProperties: false,
    description: 'A movement of one asset between two wallets, carried out by a custodian.',
  },
)
/** A transfer. `quantity` is a JSON number on the wire and a string of its digits in a program. */
export type Transfer = Static<typeof Transfer>

export const TransferStep = Type.Object(
  {
    state: ProviderState,
    time: described(
      Timestamp,
      'When it was reached: for pending_submission, when the transfer was created.',
    ),
    provider_request_state: nullable(
      Type.String(),
      "The provider's own name of the state, when it first reported it. Null without one.",
      'pendingApproval',
    ),
  },
  {
    title: 'TransferStep',
    additionalProperties: false,
    description: 'A state that a transfer has reached at its provider.',
  },
)
export type TransferStep = Static<typeof TransferStep>

export const TransferWithSteps = Type.Object(
  {
    ...Transfer.properties,
    steps: Type.Array(TransferStep, {
      description:
        'The states that it has reached at its provider, the first one first. One that the provider passed without reporting it is left out.',
    }),
    usual_seconds: nullable(
      Type.Integer(),
      'How long transfers from this sender to this receiver at this provider usually stay in the present state, in seconds: the median of the latest that have completed. Null if fewer than three of them are known, and for a transfer that has ended.',
      95,
    ),
  },
  {
    title: 'TransferWithSteps',
    additionalProperties: false,
    description: 'A transfer, with the way that it has taken.',
  },
)
export type TransferWithSteps = Static<typeof TransferWithSteps>
