import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { TransactionRequest } from '@fireblocks/ts-sdk'
import { Decimal, formatDecimal } from '@vadium/margin'
import type { TransferInstruction } from '../custody-adapter.ts'

const Text = (maxLength: number) =>
  Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]))

const Peer = Type.Optional(Type.Object({ type: Text(64), id: Text(256) }))

/** What we read of a transaction. Amounts are taken from their strings; the numbers beside them are floats. */
const FireblocksTransaction = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }),
  status: Type.String({ pattern: '^\\w{1,64}$' }),
  subStatus: Text(64),
  assetId: Text(64),
  amountInfo: Type.Optional(
    Type.Object({ amount: Text(64), requestedAmount: Text(64), netAmount: Text(64) }),
  ),
  source: Peer,
  destination: Peer,
  destinationAddress: Text(256),
})
export type FireblocksTransaction = Static<typeof FireblocksTransaction>

/** Undefined: the answer is no transaction. */
export function readTransaction(data: unknown): FireblocksTransaction | undefined {
  return Value.Check(FireblocksTransaction, data) ? data : undefined
}

/** How our names are those of a Fireblocks workspace. */
export interface FireblocksNames {
  /** The custodian whose wallets are vault accounts of the workspace. */
  readonly custodianId: string
  /** The asset id of each token; Fireblocks has one for each network that a token is on. */
  readonly assetIds: ReadonlyMap<string, string>
}

/** An instruction in the words of Fireblocks. */
export interface FireblocksMovement {
  readonly assetId: string
  readonly amount: string
  readonly sourceVaultId: string
  readonly destination: { readonly vaultId: string } | { readonly address: string }
}

/**
 * An instruction in the words of Fireblocks, or why it cannot be said in them. The id of a wallet ends in
 * the number of its vault account, after a colon where anything stands before it (`12`, `fireblocks:12`).
 * A receiver at another custodian is a one-time address.
 */
export function movementOf(
  { token, quantity, sender, receiver }: TransferInstruction,
  { custodianId, assetIds }: FireblocksNames,
): FireblocksMovement | string {
  const assetId = assetIds.get(token)
  if (assetId === undefined) return `FIREBLOCKS_ASSETS names no asset for ${token}`
  const sourceVaultId = vaultId(sender.id)
  if (sourceVaultId === undefined) return `the wallet ${sender.id} names no vault account`
  if (receiver.custodian !== custodianId) {
    return { assetId, amount: quantity, sourceVaultId, destination: { address: receiver.address } }
  }
  const receiverVaultId = vaultId(receiver.id)
  if (receiverVaultId === undefined) return `the wallet ${receiver.id} names no vault account`
  return { assetId, amount: quantity, sourceVaultId, destination: { vaultId: receiverVaultId } }
}

function vaultId(walletId: string): string | undefined {
  return /^(?:.*:)?(\d{1,18})$/.exec(walletId)?.[1]
}

export function requestOf(
  { assetId, amount, sourceVaultId, destination }: FireblocksMovement,
  externalTransferId: string,
): TransactionRequest {
  return {
    operation: 'TRANSFER',
    externalTxId: externalTransferId,
    assetId,
    amount,
    // What is asked for arrives; the fee of the network is the sender's.
    treatAsGrossAmount: false,
    source: { type: 'VAULT_ACCOUNT', id: sourceVaultId },
    destination:
      'vaultId' in destination
        ? { type: 'VAULT_ACCOUNT', id: destination.vaultId }
        : { type: 'ONE_TIME_ADDRESS', oneTimeAddress: { address: destination.address } },
  }
}

/** Whether a transaction is this movement, as far as it says. */
export function isSameMovement(
  transaction: FireblocksTransaction,
  movement: FireblocksMovement,
): boolean {
  const { assetId, amountInfo, source, destination, destinationAddress } = transaction
  const amount = plainAmount(amountInfo?.requestedAmount ?? amountInfo?.amount)
  const isSame = [
    assetId == null || assetId === movement.assetId,
    amount === undefined || new Decimal(amount).equals(movement.amount),
    source?.id == null || source.id === movement.sourceVaultId,
    'vaultId' in movement.destination
      ? destination?.id == null || destination.id === movement.destination.vaultId
      : !destinationAddress || isSameAddress(destinationAddress, movement.destination.address),
  ]
  return isSame.every(Boolean)
}

/** Addresses in hexadecimal are written in either case. */
function isSameAddress(one: string, other: string): boolean {
  if (one === other) return true
  return one.startsWith('0x') && one.toLowerCase() === other.toLowerCase()
}

/** How much moves; for what has moved, how much has arrived. */
export function quantityOf({ status, amountInfo }: FireblocksTransaction): string | undefined {
  const amount = amountInfo?.amount ?? amountInfo?.requestedAmount
  return plainAmount(status === 'COMPLETED' ? (amountInfo?.netAmount ?? amount) : amount)
}

function plainAmount(text: string | null | undefined): string | undefined {
  if (text == null || !/^\d{1,30}(?:\.\d{1,20})?$/.test(text)) return undefined
  return formatDecimal(new Decimal(text))
}
