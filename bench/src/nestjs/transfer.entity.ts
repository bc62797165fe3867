import { Column, Entity, PrimaryColumn } from 'typeorm'

/** The transfers table for TypeORM. It reads the columns, not the stored document. */
@Entity({ name: 'transfers', synchronize: false })
export class TransferEntity {
  @PrimaryColumn({ type: 'uuid' })
  declare id: string

  @Column({ name: 'external_transfer_id', type: 'text' })
  declare externalTransferId: string

  @Column({ type: 'text' })
  declare category: string

  @Column({ type: 'text' })
  declare status: string

  @Column({ type: 'text' })
  declare token: string

  @Column({ type: 'numeric' })
  declare quantity: string

  @Column({ name: 'notional_usd', type: 'numeric' })
  declare notionalUsd: string

  @Column({ name: 'order_number', type: 'bigint' })
  declare orderNumber: string

  @Column({ name: 'create_time', type: 'timestamptz' })
  declare createTime: Date

  @Column({ name: 'update_time', type: 'timestamptz' })
  declare updateTime: Date

  @Column({ name: 'sender_organization_id', type: 'uuid' })
  declare senderOrganizationId: string

  @Column({ name: 'sender_custodian_id', type: 'text' })
  declare senderCustodianId: string

  @Column({ name: 'sender_wallet_address', type: 'text' })
  declare senderWalletAddress: string

  @Column({ name: 'receiver_organization_id', type: 'uuid' })
  declare receiverOrganizationId: string

  @Column({ name: 'receiver_custodian_id', type: 'text' })
  declare receiverCustodianId: string

  @Column({ name: 'receiver_wallet_address', type: 'text' })
  declare receiverWalletAddress: string

  @Column({ type: 'text' })
  declare provider: string

  @Column({ name: 'provider_request_state', type: 'text', nullable: true })
  declare providerRequestState: string | null

  @Column({ name: 'provider_state', type: 'text' })
  declare providerState: string

  @Column({ name: 'provider_label', type: 'text' })
  declare providerLabel: string
}
