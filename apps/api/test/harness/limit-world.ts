import {
  acceptOrder,
  type CounterpartyLimits,
  getToday,
  listCounterpartyLimits,
  listNotifications,
  type LimitUse,
  type Notification,
  type Order,
  setCounterpartyLimits,
} from '@vadium/schema'
import { AutomationWorld } from './automation-world.ts'
import type { Deal, Key, Party } from './book.ts'
import { call, type CallOptions, callOf, type Reply, succeed } from './call.ts'
import type { RunningService } from './service.ts'
import { now, unused } from './world/world.ts'

/** A borrower of the lender, with which no other test has a deal. */
export interface Borrower {
  readonly party: Party
  readonly admin: Key
  readonly key: Key
  readonly viewer: Key
}

/** A lender of USDC against BTC, borrowers, and limits between them. */
export class LimitWorld extends AutomationWorld {
  readonly #borrowers: Borrower[]

  /** With so many borrowers. */
  constructor(count: number) {
    super()
    this.book.price('USDC', '1', now)
    this.#borrowers = Array.from({ length: count }, (_, i) => {
      const party = this.book.party(`dock-${i}`, 'bitgo')
      this.book.agreement(this.lender, party)
      const [admin, key, viewer] = [
        party.colleague('admin'),
        party.colleague('execution'),
        party.colleague('viewer'),
      ]
      return { party, admin, key, viewer }
    })
  }

  newBorrower(): Borrower {
    return unused(this.#borrowers)
  }

  /** An active loan of the book. Before the start. */
  loan({ party }: Borrower, usdc: string, btc: string): Deal {
    return this.book.deal(this.lender, party, {
      asset: 'USDC',
      asset_quantity: usdc,
      collateral_asset: 'BTC',
      collateral_quantity: btc,
    })
  }

  /** Sets the limits of the lender for a borrower, or those of the borrower for the lender. */
  limit(
    { party, admin }: Borrower,
    values: object,
    by: 'lender' | 'borrower' = 'lender',
  ): Promise<CounterpartyLimits> {
    const key = by === 'lender' ? this.lenderAdmin : admin
    const counterparty_id = by === 'lender' ? party.id : this.lender.id
    return succeed(this.service, setCounterpartyLimits, {
      key,
      body: { counterparty_id, ...values },
    })
  }

  /** The limits of the lender in effect, with their use; after an order too, if one is named. */
  async limits({ party }: Borrower, query: object = {}): Promise<CounterpartyLimits> {
    const { limits } = await succeed(this.service, listCounterpartyLimits, {
      key: this.lenderKey,
      query: { in_effect: true, counterparty_id: party.id, ...query },
    })
    const [found] = limits
    if (found === undefined) throw new Error('there are no limits')
    return found
  }

  /** A borrower asks for USDC against BTC. */
  asks(from: Borrower, usdc: string, btc: string): Promise<Order> {
    return this.orders.create(this.body(from, usdc, btc, from.party), from.key)
  }

  /** The lender offers the same. */
  offers(to: Borrower, usdc: string, btc: string): Promise<Order> {
    return this.orders.create(this.body(to, usdc, btc, this.lender), this.lenderKey)
  }

  body({ party }: Borrower, usdc: string, btc: string, creator: Party) {
    return {
      ...this.orders.body(),
      borrower_id: party.id,
      asset: 'USDC',
      asset_quantity: usdc,
      collateral_asset: 'BTC',
      collateral_quantity: btc,
      ...walletsOf(creator),
    }
  }

  /** The acceptance of an order by the lender, unless by its borrower. */
  acceptance({ id }: Pick<Order, 'id'>, by?: Borrower): CallOptions {
    const body = walletsOf(by?.party ?? this.lender)
    return callOf(acceptOrder, { key: by?.key ?? this.lenderKey, params: { order_id: id }, body })
  }

  accepts(
    order: Pick<Order, 'id'>,
    by?: Borrower,
    service: RunningService = this.service,
  ): Promise<Reply> {
    return call(service, this.acceptance(order, by))
  }

  /** The notifications of limits of an organization, oldest first. */
  async warned(key: Key): Promise<Notification[]> {
    const query = { category: 'limit_exceeded', page_size: 1000 } as const
    const { notifications } = await succeed(this.service, listNotifications, { key, query })
    return notifications.toReversed()
  }

  /** What Today says of the exceeded limits of the lender for a borrower. */
  async exceeded({ party }: Borrower): Promise<readonly string[] | undefined> {
    const { limits_exceeded } = await succeed(this.service, getToday, {
      key: this.lenderKey,
      query: { rows: 1000 },
    })
    const found = limits_exceeded.counterparties.find(
      ({ counterparty_id }) => counterparty_id === party.id,
    )
    return found?.limits
  }

  /** Lets a market cut come, and everything that is compared at it. */
  async comparedAtCut(...services: readonly RunningService[]): Promise<void> {
    this.toNextCut()
    const workers = services.length === 0 ? [this.service] : services
    await Promise.all(
      workers.map(({ services: { automationWorker } }) => automationWorker.runDue()),
    )
  }
}

const walletsOf = (party: Party) => ({
  asset_wallet_id: party.wallet('USDC'),
  collateral_wallet_id: party.wallet('BTC'),
})

/** Lent and uncovered USD, each with its percent. */
export const usedFigures = (use: LimitUse | null) =>
  use && [use.lent_usd, use.lent_percent, use.uncovered_usd, use.uncovered_percent]
