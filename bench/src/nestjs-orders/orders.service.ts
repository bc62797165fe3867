import { BadRequestException, Injectable } from '@nestjs/common'
import { InjectDataSource } from '@nestjs/typeorm'
import { type DataSource, type EntityManager, In, LessThanOrEqual } from 'typeorm'
import type { CreateOrderDto } from './create-order.dto.ts'
import { OrderDto } from './order.dto.ts'
import { DeadlineEntity, OrderEntity, StateChangeEntity } from './order.entities.ts'
import { EventEntity, EventHeadEntity, IdempotencyKeyEntity } from './outbox.entities.ts'
import { AgreementEntity, AssetEntity, OrganizationEntity } from './reference.entities.ts'

const answerTimeMs = 24 * 60 * 60 * 1000
const pending = 'PENDING_ACCEPTANCE'

@Injectable()
export class OrdersService {
  readonly #dataSource: DataSource

  constructor(@InjectDataSource() dataSource: DataSource) {
    this.#dataSource = dataSource
  }

  /**
   * The new order, or what was answered under the same key before. Of two requests with the same
   * key at once, the later one violates the key and is answered with 500.
   */
  create(organizationId: string, key: string, body: CreateOrderDto): Promise<object> {
    return this.#dataSource.transaction(async (manager) => {
      const answered = await manager.findOneBy(IdempotencyKeyEntity, { organizationId, key })
      if (answered !== null) return answered.answer
      const agreement = await agreementFor(manager, organizationId, body)
      await refuseUnfitAmounts(manager, body)
      const order = await manager.save(
        manager.create(OrderEntity, {
          status: pending,
          creatorId: organizationId,
          lenderId: body.lender_id,
          borrowerId: body.borrower_id,
          agreementId: agreement.id,
          asset: body.asset,
          assetQuantity: body.asset_quantity,
          ratePercent: body.rate_percent,
          collateralAsset: body.collateral_asset,
          collateralType: body.collateral_type,
          collateralQuantity: body.collateral_quantity,
          assetWalletId: body.asset_wallet_id,
          collateralWalletId: body.collateral_wallet_id,
        }),
      )
      await manager.insert(StateChangeEntity, {
        orderId: order.id,
        toState: pending,
        actorId: organizationId,
      })
      const dueAt = new Date(order.createdAt.getTime() + answerTimeMs)
      await manager.insert(DeadlineEntity, { orderId: order.id, dueAt })
      const answer = new OrderDto(order)
      await addEvents(manager, [order.lenderId, order.borrowerId], 'order.created', answer)
      await manager.insert(IdempotencyKeyEntity, { organizationId, key, answer })
      return answer
    })
  }
}

/** @throws BadRequestException if the parties may not agree on orders. */
async function agreementFor(
  manager: EntityManager,
  organizationId: string,
  { lender_id: lenderId, borrower_id: borrowerId }: CreateOrderDto,
): Promise<AgreementEntity> {
  if (organizationId !== lenderId && organizationId !== borrowerId) {
    throw new BadRequestException('you must be the lender or the borrower')
  }
  const parties = await manager.findBy(OrganizationEntity, {
    id: In([lenderId, borrowerId]),
    status: 'active',
  })
  if (parties.length < 2) throw new BadRequestException('the parties must be two active ones')
  const agreement = await manager.findOne(AgreementEntity, {
    where: { lenderId, borrowerId, inEffectAt: LessThanOrEqual(new Date()) },
    order: { inEffectAt: 'DESC' },
  })
  if (agreement === null) throw new BadRequestException('the parties have no agreement')
  return agreement
}

/** @throws BadRequestException for an unknown asset, and for an amount of zero or too many decimals. */
async function refuseUnfitAmounts(manager: EntityManager, body: CreateOrderDto): Promise<void> {
  const { asset, collateral_asset: collateral } = body
  const assets = await manager.findBy(AssetEntity, { symbol: In([asset, collateral]) })
  if (assets.length < 2) throw new BadRequestException('the assets must be two known ones')
  const amounts = new Map([
    [asset, body.asset_quantity],
    [collateral, body.collateral_quantity],
  ])
  for (const { symbol, decimals } of assets) {
    const amount = amounts.get(symbol) ?? ''
    const fits = /[1-9]/.test(amount) && (amount.split('.')[1] ?? '').length <= decimals
    if (!fits) {
      throw new BadRequestException(`${symbol} needs an amount with at most ${decimals} decimals`)
    }
  }
}

/** Gives the events the next positions of their organizations, whose heads it locks. */
async function addEvents(
  manager: EntityManager,
  readers: readonly string[],
  type: string,
  data: object,
): Promise<void> {
  const heads = await manager.find(EventHeadEntity, {
    where: { organizationId: In(readers) },
    order: { organizationId: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  })
  for (const head of heads) head.position += 1
  await manager.insert(
    EventEntity,
    heads.map(({ organizationId, position }) => ({ organizationId, position, type, data })),
  )
  await manager.save(heads)
}
