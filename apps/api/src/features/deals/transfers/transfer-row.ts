import {
  exactNumberMembers,
  type ProviderLifecycle,
  type ProviderState,
  Transfer,
  type TransferCategory,
  type TransferStatus,
} from '@vadium/schema'
import { LosslessNumber, stringify } from 'lossless-json'

interface TransferWallet {
  readonly organization_id: string
  readonly custodian: string
  readonly address: string
}

/** A transfer as the service stores it, with its wallets. */
export interface StoredTransfer {
  readonly id: string
  readonly external_transfer_id: string
  readonly category: TransferCategory
  readonly status: TransferStatus
  readonly leg: 'asset' | 'collateral' | 'interest'
  readonly token: string
  readonly quantity: string
  readonly notional_usd: string
  readonly order_id: string
  readonly order_number: number
  readonly lender_id: string
  readonly borrower_id: string
  readonly mark_to_market_request_id?: string | null | undefined
  readonly sender: TransferWallet
  readonly receiver: TransferWallet
  readonly provider: string
  readonly provider_state: ProviderState
  readonly provider_request_state?: string | null | undefined
  readonly label: string
  readonly create_time: string
  readonly update_time: string
}

/** The state of a transfer at its provider, as the API shows it. */
export function providerLifecycle(transfer: StoredTransfer): ProviderLifecycle {
  return {
    label: transfer.label,
    provider: transfer.provider,
    provider_request_state: transfer.provider_request_state ?? null,
    state: transfer.provider_state,
  }
}

/** The row of a transfer with its document. Both are always written together. */
export function transferRow(transfer: StoredTransfer): Record<string, unknown> {
  const { sender, receiver, label, provider_request_state: word = null, ...own } = transfer
  return {
    ...own,
    id: transfer.id.toLowerCase(),
    sender_organization_id: sender.organization_id,
    sender_custodian_id: sender.custodian,
    sender_wallet_address: sender.address,
    receiver_organization_id: receiver.organization_id,
    receiver_custodian_id: receiver.custodian,
    receiver_wallet_address: receiver.address,
    provider_request_state: word,
    provider_label: label,
    document: transferDocument({
      id: transfer.id.toLowerCase(),
      external_transfer_id: transfer.external_transfer_id,
      category: transfer.category,
      status: transfer.status,
      token: transfer.token,
      quantity: transfer.quantity,
      notional: transfer.notional_usd,
      order_id: transfer.order_number,
      create_time: transfer.create_time,
      update_time: transfer.update_time,
      sender: party(sender),
      receiver: party(receiver),
      provider_lifecycle: providerLifecycle(transfer),
    }),
  }
}

function party(wallet: TransferWallet) {
  return {
    organization_id: `organizations/${wallet.organization_id.toLowerCase()}`,
    custodian: wallet.custodian,
    wallet_address: wallet.address,
  }
}

const exact = exactNumberMembers(Transfer)

/** A transfer as JSON text, with numbers digit for digit as they are stored. */
function transferDocument(transfer: Transfer): string {
  const text = stringify(transfer, (key: string, value: unknown) =>
    exact.has(key) && typeof value === 'string' ? new LosslessNumber(value) : value,
  )
  if (text === undefined) throw new TypeError('a transfer has a JSON text')
  return text
}
