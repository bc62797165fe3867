import { Injectable } from '@nestjs/common'
import { InjectRepository } from '@nestjs/typeorm'
import type { Repository } from 'typeorm'
import { TransferDto } from './transfer.dto.ts'
import { TransferEntity } from './transfer.entity.ts'

@Injectable()
export class TransfersService {
  readonly #transfers: Repository<TransferEntity>

  constructor(@InjectRepository(TransferEntity) transfers: Repository<TransferEntity>) {
    this.#transfers = transfers
  }

  /** The transfers of an organization, newest first. */
  async list(organizationId: string, pageSize: number): Promise<TransferDto[]> {
    const transfers = await this.#transfers.find({
      where: [{ senderOrganizationId: organizationId }, { receiverOrganizationId: organizationId }],
      order: { createTime: 'DESC', id: 'DESC' },
      take: pageSize,
    })
    return transfers.map((transfer) => new TransferDto(transfer))
  }
}
