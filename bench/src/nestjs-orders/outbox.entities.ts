import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm'
import { OrganizationEntity } from './reference.entities.ts'

/** The position of the newest event of an organization. */
@Entity({ name: 'event_heads' })
export class EventHeadEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  @ForeignKey(() => OrganizationEntity)
  declare organizationId: string

  @Column({ type: 'int' })
  declare position: number
}

/** An event that has to be delivered to an organization. */
@Entity({ name: 'events' })
export class EventEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  @ForeignKey(() => OrganizationEntity)
  declare organizationId: string

  @PrimaryColumn({ type: 'int' })
  declare position: number

  @Column({ type: 'text' })
  declare type: string

  @Column({ type: 'jsonb' })
  declare data: object

  @CreateDateColumn({ name: 'recorded_at', type: 'timestamptz' })
  declare recordedAt: Date
}

/** The answer that is repeated for a key. */
@Entity({ name: 'idempotency_keys' })
export class IdempotencyKeyEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'uuid' })
  declare organizationId: string

  @PrimaryColumn({ type: 'text' })
  declare key: string

  @Column({ type: 'jsonb' })
  declare answer: object

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  declare createdAt: Date
}
