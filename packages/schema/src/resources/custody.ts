import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration, identifier, label, text } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'

/** The adapters that the service uses for custodians. */
export const custodyAdapters = ['simulated', 'fireblocks'] as const
export const CustodyAdapterName = enumeration(custodyAdapters, {
  description: 'The adapter that the service uses for the custodian.',
})

export const CustodianId = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]{0,63}$',
  maxLength: 64,
  description: 'The id of the custodian.',
  examples: ['fireblocks'],
  'x-expected': '1 to 64 of a-z, 0-9, _ and -, beginning with a letter or digit',
})

export const Custodian = Type.Object(
  {
    id: CustodianId,
    name: label('The name of the custodian.', 200, 'Fireblocks'),
    adapter: CustodyAdapterName,
  },
  {
    title: 'Custodian',
    additionalProperties: false,
    description: 'A custody provider that carries transfers out.',
  },
)
export type Custodian = Static<typeof Custodian>

export const AssetSymbol = identifier('The symbol of the asset.', 64, 'BTC')

export const Asset = Type.Object(
  {
    symbol: AssetSymbol,
    name: label('The name of the asset, for people.', 200, 'Bitcoin'),
    normalized_symbol: identifier(
      'The symbol without its network or issuer: USDC for USDC_ETH.',
      64,
      'BTC',
    ),
    decimals: Type.Integer({
      minimum: 0,
      maximum: 20,
      description: 'The number of decimals of the smallest unit.',
      examples: [8],
    }),
  },
  {
    title: 'Asset',
    additionalProperties: false,
    description: 'A token that can be lent or pledged.',
  },
)
export type Asset = Static<typeof Asset>

export const WalletId = identifier('The id of the wallet at its custodian.', 128, 'harbor-treasury')

/** What a wallet is created with. */
export const walletMembers = {
  id: WalletId,
  organization_id: described(Uuid, 'The organization that owns the wallet.'),
  custodian: CustodianId,
  name: label(
    'The name of the wallet. It differs from those of the other wallets of the organization in more than upper case and spaces.',
    200,
    'Treasury',
  ),
  address: identifier(
    'The address of the wallet.',
    256,
    'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh',
  ),
  assets: Type.Array(AssetSymbol, {
    minItems: 1,
    maxItems: 200,
    uniqueItems: true,
    description: 'The assets that the wallet can hold.',
  }),
}

export const Wallet = Type.Object(
  {
    ...walletMembers,
    retire_time: nullable(Timestamp, 'When the wallet was retired. Null if it is in use.'),
  },
  {
    title: 'Wallet',
    additionalProperties: false,
    description: 'A wallet in which an organization holds assets at a custodian.',
  },
)
export type Wallet = Static<typeof Wallet>

export const Instruction = Type.Object(
  {
    transfer_id: described(Uuid, 'The transfer of the instruction.'),
    custodian: CustodianId,
    external_transfer_id: text('The id of the transfer at the custodian.', 'vadium-7f3c21'),
    attempts: Type.Integer({
      description: 'The number of consecutive attempts without an answer.',
      examples: [2],
    }),
    stalled: Type.Boolean({
      description: 'Whether the attempts have reached the limit, so that a person must look.',
    }),
    next_attempt_time: nullable(
      Timestamp,
      'When the next attempt is made. Null if none is planned.',
    ),
    last_error: nullable(
      Type.String(),
      'The problem of the last attempt. Null if it had none.',
      'The request timed out.',
    ),
    create_time: described(Timestamp, 'When it was created.'),
  },
  {
    title: 'Instruction',
    additionalProperties: false,
    description: 'An instruction to a custodian to carry out a transfer.',
  },
)
export type Instruction = Static<typeof Instruction>
