import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import {
  Asset,
  Custodian,
  Instruction,
  Wallet,
  WalletId,
  walletMembers,
} from '../resources/custody.ts'
import { Uuid } from '../scalars.ts'

const everyone = ['viewer', 'execution', 'reporting', 'admin', 'operator'] as const

export const createCustodian = operation({
  id: 'createCustodian',
  method: 'POST',
  path: '/custodians',
  summary: 'Create a custodian',
  description:
    'Creates a custodian: a custody provider and the adapter that the service uses for it.',
  command: ['custodians', 'create'],
  group: 'custodians',
  roles: ['operator'],
  safe: false,
  body: Type.Object(Custodian.properties, {
    title: 'CreateCustodian',
    additionalProperties: false,
  }),
  response: Custodian,
  reasons: ['ALREADY_EXISTS', 'VALUE_INVALID'],
})

export const listCustodians = operation({
  id: 'listCustodians',
  method: 'GET',
  path: '/custodians',
  summary: 'List custodians',
  description: 'Lists the custodians of this installation.',
  command: ['custodians', 'list'],
  group: 'custodians',
  roles: everyone,
  safe: true,
  query: Type.Object({ ...pageParameters }, { additionalProperties: false }),
  response: pageOf('CustodianList', 'custodians', Custodian),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const createAsset = operation({
  id: 'createAsset',
  method: 'POST',
  path: '/assets',
  summary: 'Create an asset',
  description:
    'Creates an asset that can be lent or pledged. Its decimals cannot be changed later.',
  command: ['assets', 'create'],
  group: 'assets',
  roles: ['operator'],
  safe: false,
  body: Type.Object(Asset.properties, { title: 'CreateAsset', additionalProperties: false }),
  response: Asset,
  reasons: ['ALREADY_EXISTS'],
})

export const listAssets = operation({
  id: 'listAssets',
  method: 'GET',
  path: '/assets',
  summary: 'List assets',
  description: 'Lists the assets that can be lent or pledged.',
  command: ['assets', 'list'],
  group: 'assets',
  roles: everyone,
  safe: true,
  query: Type.Object({ ...pageParameters }, { additionalProperties: false }),
  response: pageOf('AssetList', 'assets', Asset),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const createWallet = operation({
  id: 'createWallet',
  method: 'POST',
  path: '/wallets',
  summary: 'Create a wallet',
  description:
    'Creates a wallet in which an organization holds assets at a custodian. Where two people are asked for, or a policy names the operation, it waits for an admin of the organization, unless it never had one.',
  command: ['wallets', 'create'],
  group: 'wallets',
  roles: ['operator'],
  safe: false,
  body: Type.Object(walletMembers, { title: 'CreateWallet', additionalProperties: false }),
  response: Wallet,
  reasons: ['ALREADY_EXISTS', 'REFERENCE_UNKNOWN'],
})

export const retireWallet = operation({
  id: 'retireWallet',
  method: 'POST',
  path: '/wallets:retire',
  summary: 'Retire a wallet',
  description:
    'Retires a wallet for ever: no new order and no acceptance takes it, and no request of its organization on a deal that names it. Transfers of such deals go on with it, and its organization is notified of each, until `changeOrderWallets` names another one. An operator needs the approval of an admin of the organization, unless it never had one.',
  command: ['wallets', 'retire'],
  group: 'wallets',
  roles: ['admin', 'operator'],
  safe: false,
  body: Type.Object(
    { wallet_id: WalletId },
    { title: 'RetireWallet', additionalProperties: false },
  ),
  response: Wallet,
  reasons: ['WALLET_NOT_FOUND', 'INVALID_STATE'],
})

export const listWallets = operation({
  id: 'listWallets',
  method: 'GET',
  path: '/wallets',
  summary: 'List wallets',
  description: "Lists the wallets of the caller's organization. The operator sees all wallets.",
  command: ['wallets', 'list'],
  group: 'wallets',
  roles: ['viewer', 'execution', 'admin', 'operator'],
  safe: true,
  query: Type.Object(
    {
      organization_id: Type.Optional(described(Uuid, 'Only wallets of this organization.')),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('WalletList', 'wallets', Wallet),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const listInstructions = operation({
  id: 'listInstructions',
  method: 'GET',
  path: '/instructions',
  summary: 'List instructions to custodians',
  description:
    'Lists the instructions without a final answer of the custodian. A stalled instruction needs a person to look at it.',
  command: ['instructions', 'list'],
  group: 'instructions',
  roles: ['operator'],
  safe: true,
  query: Type.Object(
    {
      stalled: Type.Optional(
        Type.Boolean({
          description: 'Only instructions that are stalled, or only those that are not.',
        }),
      ),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('InstructionList', 'instructions', Instruction),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const resumeInstruction = operation({
  id: 'resumeInstruction',
  method: 'POST',
  path: '/instructions/{transfer_id}:resume',
  summary: 'Resume a stalled instruction',
  description: 'Sends a stalled instruction to its custodian again and counts attempts from zero.',
  command: ['instructions', 'resume'],
  group: 'instructions',
  roles: ['operator'],
  safe: false,
  params: Type.Object(
    { transfer_id: described(Uuid, 'The id of the transfer of the instruction.') },
    { additionalProperties: false },
  ),
  response: Instruction,
  reasons: ['INSTRUCTION_NOT_FOUND', 'INVALID_STATE'],
})
