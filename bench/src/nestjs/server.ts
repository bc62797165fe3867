import 'reflect-metadata'
import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module.ts'

/**
 * What one would otherwise pick: NestJS on Express, as `nest new` sets it up, with TypeORM. It does less
 * than the service: no signature, no limits, no log line a request, no page token.
 */
const app = await NestFactory.create(AppModule)
await app.listen(Number(process.env['PORT']), '127.0.0.1')
