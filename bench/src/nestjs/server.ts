import 'reflect-metadata'
import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module.ts'

/**
 * A usual alternative: NestJS on Express with TypeORM, as `nest new` creates it. It does less than
 * the service: it has no signatures, limits, request logs or page tokens.
 */
const app = await NestFactory.create(AppModule)
await app.listen(Number(process.env['PORT']), '127.0.0.1')
