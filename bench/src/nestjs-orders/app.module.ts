import { Module } from '@nestjs/common'
import { TypeOrmModule } from '@nestjs/typeorm'
import { AppController } from './app.controller.ts'
import { DeadlineEntity, OrderEntity, StateChangeEntity } from './order.entities.ts'
import { OrdersController } from './orders.controller.ts'
import { OrdersService } from './orders.service.ts'
import { EventEntity, EventHeadEntity, IdempotencyKeyEntity } from './outbox.entities.ts'
import { AgreementEntity, AssetEntity, OrganizationEntity } from './reference.entities.ts'

const { DATABASE_URL, DATABASE_POOL_SIZE } = process.env

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: DATABASE_URL ?? '',
      poolSize: Number(DATABASE_POOL_SIZE),
      entities: [
        ...[OrganizationEntity, AssetEntity, AgreementEntity],
        ...[OrderEntity, StateChangeEntity, DeadlineEntity],
        ...[EventHeadEntity, EventEntity, IdempotencyKeyEntity],
      ],
      // It creates the tables of its own database.
      synchronize: true,
    }),
  ],
  controllers: [AppController, OrdersController],
  providers: [OrdersService],
})
// oxlint-disable-next-line typescript/no-extraneous-class -- Nest decorates a class, even an empty one.
export class AppModule {}
