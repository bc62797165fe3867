import type { TransferEntity } from './transfer.entity.ts'

class TransferPartyDto {
  readonly organization_id: string
  readonly custodian: string
  readonly wallet_address: string

  constructor(organizationId: string, custodian: string, walletAddress: string) {
    this.organization_id = `organizations/${organizationId}`
    this.custodian = custodian
    this.wallet_address = walletAddress
  }
}

/** A transfer as documented, except that its quantity is a binary float, as is usual. */
export class TransferDto {
  readonly id: string
  readonly external_transfer_id: string
  readonly category: string
  readonly status: string
  readonly token: string
  readonly quantity: number
  readonly notional: string
  readonly order_id: number
  readonly create_time: Date
  readonly update_time: Date
  readonly sender: TransferPartyDto
  readonly receiver: TransferPartyDto
  readonly provider_lifecycle: {
    readonly label: string
    readonly provider: string
    readonly provider_request_state: string | null
    readonly state: string
  }

  constructor(transfer: TransferEntity) {
    this.id = transfer.id
    this.external_transfer_id = transfer.externalTransferId
    this.category = transfer.category
    this.status = transfer.status
    this.token = transfer.token
    this.quantity = Number(transfer.quantity)
    this.notional = transfer.notionalUsd
    this.order_id = Number(transfer.orderNumber)
    this.create_time = transfer.createTime
    this.update_time = transfer.updateTime
    this.sender = new TransferPartyDto(
      transfer.senderOrganizationId,
      transfer.senderCustodianId,
      transfer.senderWalletAddress,
    )
    this.receiver = new TransferPartyDto(
      transfer.receiverOrganizationId,
      transfer.receiverCustodianId,
      transfer.receiverWalletAddress,
    )
    this.provider_lifecycle = {
      label: transfer.providerLabel,
      provider: transfer.provider,
      provider_request_state: transfer.providerRequestState,
      state: transfer.providerState,
    }
  }
}
