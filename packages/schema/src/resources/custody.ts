import { type Static, Type } from '@sinclair/typebox'
import { enumeration, identifier, label } from '../enumeration.ts'
import { nullable } from '../nullable.ts'
import { Timestamp, Uuid } from '../scalars.ts'

/** The adapters by which the service talks to custodians. */
export const custodyAdapters = ['simulated', 'fireblocks'] as const
export const CustodyAdapterName = enumeration(custodyAdapters, {
  description: 'The adapter by which the service talks to the custodian.',
})

export const CustodianId = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]{0,63}$',
  maxLength: 64,
  description: 'The identifier of the custodian.',
  'x-expected': '1 to 64 of a-z, 0-9, _ and -, beginning with a letter or digit',
})

export const Custodian = Type.Object(
  { id: CustodianId, name: label('The name of the custodian.'), adapter: CustodyAdapterName },
  {
    title: 'Custodian',
    additionalProperties: false,
    description: 'A custody provider that carries transfers out.',
  },
)
export type Custodian = Static<typeof Custodian>

export const AssetSymbol = identifier('The symbol of the asset.')

export const Asset = Type.Object(
  {
    symbol: AssetSymbol,
    name: label('The name of the asset.'),
    normalized_symbol: identifier('The symbol without what tells its network or issuer.'),
    decimals: Type.Integer({
      minimum: 0,
      maximum: 20,
      description: 'Decimals of the smallest unit.',
    }),
  },
  { title: 'Asset', additionalProperties: false, description: 'What is lent, or pledged.' },
)
export type Asset = Static<typeof Asset>

export const WalletId = identifier('The identifier of the wallet at its custodian.', 128)

export const Wallet = Type.Object(
  {
    id: WalletId,
    organization_id: Uuid,
    custodian: CustodianId,
    name: label('The name of the wallet.'),
    address: identifier('The address of the wallet.', 256),
    assets: Type.Array(AssetSymbol, {
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
      description: 'What it can hold.',
    }),
  },
  {
    title: 'Wallet',
    additionalProperties: false,
    description: 'Where an organization holds assets at a custodian.',
  },
)
export type Wallet = Static<typeof Wallet>

export const Instruction = Type.Object(
  {
    transfer_id: Uuid,
    custodian: CustodianId,
    external_transfer_id: Type.String(),
    attempts: Type.Integer({ description: 'How often the custodian was asked in vain, in a row.' }),
    stalled: Type.Boolean({ description: 'Asked as often as allowed: a person must look.' }),
    next_attempt_time: nullable(Timestamp, 'When the custodian is asked next. Null: not again.'),
    last_error: nullable(Type.String(), 'What was wrong the last time.'),
    create_time: Timestamp,
  },
  {
    title: 'Instruction',
    additionalProperties: false,
    description: 'What the service has asked, or will ask, a custodian to do.',
  },
)
export type Instruction = Static<typeof Instruction>
