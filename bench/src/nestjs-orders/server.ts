import 'reflect-metadata'
import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module.ts'

/**
 * What one would else pick to create an order: NestJS on Express with TypeORM, as `nest new` and the
 * documentation of both have it. bench/README.md says what it lacks.
 */
const app = await NestFactory.create(AppModule)
await app.listen(Number(process.env['PORT']), '127.0.0.1')
