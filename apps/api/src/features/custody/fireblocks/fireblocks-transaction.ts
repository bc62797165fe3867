import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { TransactionRequest } from '@fireblocks/ts-sdk'
import { Decimal, formatDecimal } from '@vadium/margin'
import type { TransferInstruction } from '../custody-adapter.ts'

const Text = (maxLength: number) =>
  Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]))

const Peer = Type.Optional(Type.Object({ type: Text(64), id: Text(256) }))

/**
 * The members of a transaction that the service reads. Amounts are read from strings, because the
 * numbers beside them are floats.
 */
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

/** Undefined if the answer is not a transaction. */
export function readTransaction(data: unknown): FireblocksTransaction | undefined {
  return Value.Check(FireblocksTransaction, data) ? data : undefined
}

/** How the service's names map to those of a Fireblocks workspace. */
export interface FireblocksNames {
  /** The custodian whose wallets are vault accounts of the workspace. */
  readonly custodianId: string
  /** The Fireblocks asset id of each token. Fireblocks has one for each network of a token. */
  readonly assetIds: ReadonlyMap<string, string>
}

export interface FireblocksMovement {
  readonly assetId: string
  readonly amount: string
  readonly sourceVaultId: string
  readonly destination: { readonly vaultId: string } | { readonly address: string }
}

/**
 * An instruction as Fireblocks expects it, or why that is not possible. A wallet id ends in the
 * number of its vault account, after a colon if it has a prefix (`12`, `fireblocks:12`). A receiver
 * at another custodian is a one-time address.
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
    // The requested quantity arrives, and the sender pays the network fee.
    treatAsGrossAmount: false,
    source: { type: 'VAULT_ACCOUNT', id: sourceVaultId },
    destination:
      'vaultId' in destination
        ? { type: 'VAULT_ACCOUNT', id: destination.vaultId }
        : { type: 'ONE_TIME_ADDRESS', oneTimeAddress: { address: destination.address } },
  }
}

/** Whether a transaction is this transfer, as far as its members show. */
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

/** Hexadecimal addresses may be written in either case. */
function isSameAddress(one: string, other: string): boolean {
  if (one === other) return true
  return one.startsWith('0x') && one.toLowerCase() === other.toLowerCase()
}

/** The quantity of the transfer; after its completion, the quantity that arrived. */
export function quantityOf({ status, amountInfo }: FireblocksTransaction): string | undefined {
  const amount = amountInfo?.amount ?? amountInfo?.requestedAmount
  return plainAmount(status === 'COMPLETED' ? (amountInfo?.netAmount ?? amount) : amount)
}

function plainAmount(text: string | null | undefined): string | undefined {
  if (text == null || !/^\d{1,30}(?:\.\d{1,20})?$/.test(text)) return undefined
  return formatDecimal(new Decimal(text))
}
