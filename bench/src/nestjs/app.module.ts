import { Module } from '@nestjs/common'
import { TypeOrmModule } from '@nestjs/typeorm'
import { TransferEntity } from './transfer.entity.ts'
import { TransfersController } from './transfers.controller.ts'
import { TransfersService } from './transfers.service.ts'

const { DATABASE_URL, DATABASE_POOL_SIZE } = process.env

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: DATABASE_URL ?? '',
      poolSize: Number(DATABASE_POOL_SIZE),
      entities: [TransferEntity],
      synchronize: false,
    }),
    TypeOrmModule.forFeature([TransferEntity]),
  ],
  controllers: [TransfersController],
  providers: [TransfersService],
})
// oxlint-disable-next-line typescript/no-extraneous-class -- Nest decorates a class, even an empty one.
export class AppModule {}
