import { Column, Entity, Index, PrimaryColumn } from 'typeorm'

@Entity({ name: 'organizations' })
export class OrganizationEntity {
  @PrimaryColumn({ type: 'uuid' })
  declare id: string

  @Column({ type: 'text' })
  declare name: string

  @Column({ type: 'text' })
  declare status: string
}

@Entity({ name: 'assets' })
export class AssetEntity {
  @PrimaryColumn({ type: 'text' })
  declare symbol: string

  /** The decimals of its smallest unit. */
  @Column({ type: 'int' })
  declare decimals: number
}

/** The terms between a lender and a borrower, from a time on. */
@Entity({ name: 'agreements' })
@Index(['lenderId', 'borrowerId', 'inEffectAt'])
export class AgreementEntity {
  @PrimaryColumn({ type: 'uuid' })
  declare id: string

  @Column({ name: 'lender_id', type: 'uuid' })
  declare lenderId: string

  @Column({ name: 'borrower_id', type: 'uuid' })
  declare borrowerId: string

  @Column({ name: 'in_effect_at', type: 'timestamptz' })
  declare inEffectAt: Date
}
