import {
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Generated,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm'
import { AgreementEntity, AssetEntity, OrganizationEntity } from './reference.entities.ts'

@Entity({ name: 'orders' })
@Index(['lenderId', 'createdAt'])
@Index(['borrowerId', 'createdAt'])
export class OrderEntity {
  @PrimaryGeneratedColumn('uuid')
  declare id: string

  @Column({ type: 'int', unique: true })
  @Generated('increment')
  declare number: number

  @Column({ type: 'text' })
  declare status: string

  @Column({ name: 'creator_id', type: 'uuid' })
  @ForeignKey(() => OrganizationEntity)
  declare creatorId: string

  @Column({ name: 'lender_id', type: 'uuid' })
  @ForeignKey(() => OrganizationEntity)
  declare lenderId: string

  @Column({ name: 'borrower_id', type: 'uuid' })
  @ForeignKey(() => OrganizationEntity)
  declare borrowerId: string

  @Column({ name: 'agreement_id', type: 'uuid' })
  @ForeignKey(() => AgreementEntity)
  declare agreementId: string

  @Column({ type: 'text' })
  @ForeignKey(() => AssetEntity)
  declare asset: string

  @Column({ name: 'asset_quantity', type: 'numeric' })
  declare assetQuantity: string

  @Column({ name: 'rate_percent', type: 'numeric' })
  declare ratePercent: string

  @Column({ name: 'collateral_asset', type: 'text' })
  @ForeignKey(() => AssetEntity)
  declare collateralAsset: string

  @Column({ name: 'collateral_type', type: 'text' })
  declare collateralType: string

  @Column({ name: 'collateral_quantity', type: 'numeric' })
  declare collateralQuantity: string

  @Column({ name: 'asset_wallet_id', type: 'text' })
  declare assetWalletId: string

  @Column({ name: 'collateral_wallet_id', type: 'text' })
  declare collateralWalletId: string

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  declare createdAt: Date
}

/** A step in the life of an order. */
@Entity({ name: 'state_changes' })
export class StateChangeEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  declare id: string

  @Column({ name: 'order_id', type: 'uuid' })
  @ForeignKey(() => OrderEntity)
  @Index()
  declare orderId: string

  @Column({ name: 'to_state', type: 'text' })
  declare toState: string

  @Column({ name: 'actor_id', type: 'uuid' })
  @ForeignKey(() => OrganizationEntity)
  declare actorId: string

  @CreateDateColumn({ name: 'changed_at', type: 'timestamptz' })
  declare changedAt: Date
}

/** When an order ends that nobody has answered. */
@Entity({ name: 'deadlines' })
export class DeadlineEntity {
  @PrimaryColumn({ name: 'order_id', type: 'uuid' })
  @ForeignKey(() => OrderEntity)
  declare orderId: string

  @Column({ name: 'due_at', type: 'timestamptz' })
  @Index()
  declare dueAt: Date
}
