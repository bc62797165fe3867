import { Decimal, formatDecimal } from '@vadium/margin'
import {
  listPositions,
  listTransfers,
  type Operation,
  type OperationResponse,
  type Position,
  reportCollateralMovements,
  reportExposureByAsset,
  reportExposureByCounterparty,
  reportInterest,
  reportPositions,
  reportTransfers,
  type Transfer,
} from '@vadium/schema'
import type { Deal, Key, Party } from './book.ts'
import { succeed } from './call.ts'
import type { World } from './world/world.ts'

export const reportOperations = [
  reportPositions,
  reportExposureByCounterparty,
  reportExposureByAsset,
  reportCollateralMovements,
  reportInterest,
  reportTransfers,
] as const

export type Query = Record<string, string>

/** What the lists said at a time: reports as of it must say the same ever after. */
interface Moment {
  readonly time: string
  readonly positions: readonly Position[]
  readonly transfers: readonly Transfer[]
  readonly reports: Readonly<Record<string, unknown>>
}

/** The book of a world's lender, in which an order has lived from its creation to its close. */
export class ReportedBook {
  readonly #world: World
  readonly reporting: Key
  readonly operator: Key
  readonly third: Party
  /** Somebody whose name is a formula. */
  readonly hostile: Party
  /** What the lender borrows itself. */
  readonly borrowed: Deal
  readonly moments: Moment[] = []
  /** The order that has lived. */
  orderId = ''
  readonly #remembered: readonly Operation[]

  /** `remembered` are the reports that each moment has. */
  constructor(world: World, remembered: readonly Operation[] = []) {
    this.#world = world
    this.#remembered = remembered
    const { book, lender, borrower } = world
    this.reporting = lender.credential('reporting')
    this.operator = lender.credential('operator')
    this.third = book.party('third', 'copper')
    book.deal(lender, borrower, { collateral_quantity: '310.5' })
    this.borrowed = book.deal(this.third, lender, {
      asset: 'ETH',
      asset_quantity: '7',
      collateral_asset: 'BTC',
      collateral_quantity: '0.75',
    })
    this.hostile = book.party('formulaic')
    for (const organization of book.scenario.organizations) {
      if (organization.id === this.hostile.id) organization.name = '=HYPERLINK("http://x")'
    }
    book.deal(lender, this.hostile)
  }

  answer<O extends Operation>(
    operation: O,
    query: Query = {},
    key = this.#world.lenderKey,
  ): Promise<OperationResponse<O>> {
    return succeed(this.#world.service, operation, { key, query })
  }

  moveTo(time: string): void {
    this.#world.service.clock.set(time)
  }

  async quote(asset: string, priceUsd: string): Promise<void> {
    const { clock, services } = this.#world.service
    const observedAt = new Date(clock.now()).toISOString()
    await services.prices.record([{ asset, source: 'test', priceUsd, observedAt }], clock.now())
  }

  /** An order opens, is topped up, and closes; what the lists say is remembered on the way. */
  async live(): Promise<void> {
    const { orders, margin, borrowerKey } = this.#world
    await this.#world.start({ PRICE_MAX_AGE_S: '2592000' })
    await this.#remember()
    this.moveTo('2026-03-02T12:00:00.001Z')
    const order = await orders.accepted()
    this.orderId = order.id
    await this.#remember()
    await this.#endAt('2026-03-02T18:00:00.000Z', 'asset')
    await this.#endAt('2026-03-03T09:30:00.000Z', 'collateral')
    this.moveTo('2026-03-05T00:00:00.000Z')
    await this.quote('ETH', '2101.25')
    await margin.accepted(order)
    await this.#remember()
    await this.#endAt('2026-03-05T23:59:59.999Z', 'collateral')
    this.moveTo('2026-03-09T10:00:00.000Z')
    await this.quote('BTC', '61000.5')
    await orders.do('close', this.orderId, borrowerKey)
    await this.#remember()
    this.moveTo('2026-03-10T10:00:00.000Z')
    await orders.end(this.orderId, 'asset', 'completed')
    await orders.end(this.orderId, 'interest', 'completed')
    await this.#remember()
    this.moveTo('2026-03-11T10:00:00.000Z')
    await orders.end(this.orderId, 'collateral', 'failed')
    await this.#remember()
    this.moveTo('2026-03-12T10:00:00.000Z')
    await orders.do('retry', this.orderId, borrowerKey)
    await orders.end(this.orderId, 'collateral', 'completed')
    await this.#remember()
    this.moveTo('2026-03-20T10:00:00.000Z')
    await this.#remember()
  }

  async #endAt(time: string, leg: 'asset' | 'collateral'): Promise<void> {
    this.moveTo(time)
    await this.#world.orders.end(this.orderId, leg, 'completed')
    await this.#remember()
  }

  async #remember(): Promise<void> {
    const time = new Date(this.#world.service.clock.now()).toISOString()
    const { positions } = await this.answer(listPositions)
    const { transfers } = await this.answer(listTransfers)
    const answers: Record<string, unknown> = {}
    for (const operation of this.#remembered) answers[operation.id] = await this.answer(operation)
    this.moments.push({ time, positions, transfers, reports: answers })
  }
}

export const decimal = (text: string | null | undefined) => new Decimal(text ?? 'NaN')

export const sumOf = (texts: readonly (string | null | undefined)[]) =>
  formatDecimal(texts.reduce((sum, text) => sum.plus(decimal(text)), new Decimal(0)))
