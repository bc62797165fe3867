import { Controller, DefaultValuePipe, Get, Inject, ParseIntPipe, Query } from '@nestjs/common'
import type { TransferDto } from './transfer.dto.ts'
import { TransfersService } from './transfers.service.ts'

/** Requests are not signed. A setting gives the organization. */
const organizationId = process.env['ORGANIZATION_ID'] ?? ''

@Controller('transfers')
export class TransfersController {
  readonly #transfers: TransfersService

  constructor(@Inject(TransfersService) transfers: TransfersService) {
    this.#transfers = transfers
  }

  @Get()
  async list(
    @Query('page_size', new DefaultValuePipe(100), ParseIntPipe) pageSize: number,
  ): Promise<{ transfers: TransferDto[] }> {
    return { transfers: await this.#transfers.list(organizationId, pageSize) }
  }
}
