import { Body, Controller, Headers, HttpCode, Inject, Post, ValidationPipe } from '@nestjs/common'
import { CreateOrderDto } from './create-order.dto.ts'
import { OrdersService } from './orders.service.ts'

/** A parameter has no type at run time here, so the pipe names it. */
const body = new ValidationPipe({
  expectedType: CreateOrderDto,
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
})

@Controller('orders')
export class OrdersController {
  readonly #orders: OrdersService

  constructor(@Inject(OrdersService) orders: OrdersService) {
    this.#orders = orders
  }

  /** Requests are not signed. A header says who sends them. */
  @Post()
  @HttpCode(200)
  create(
    @Headers('x-organization-id') organizationId: string,
    @Headers('idempotency-key') key: string,
    @Body(body) order: CreateOrderDto,
  ): Promise<object> {
    return this.#orders.create(organizationId, key, order)
  }
}
