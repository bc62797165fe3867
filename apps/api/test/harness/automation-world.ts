import {
  type AutomaticCalls,
  type Automation,
  cancelMarkToMarketRequest,
  listMarkToMarketRequests,
  listNotifications,
  type MarkToMarketRequest,
  type Notification,
  setAutomation,
} from '@vadium/schema'
import { ApprovalWorld } from './approval-world.ts'
import type { Key } from './book.ts'
import { succeed } from './call.ts'
import type { RunningService } from './service.ts'

const dayMs = 86_400_000
const cutMs = 16 * 3_600_000

/** A world whose organizations let the service call for them. */
export class AutomationWorld extends ApprovalWorld {
  /** What the lender lets the service request of the borrower, unless said otherwise. */
  set(
    calls: AutomaticCalls,
    calls_maximum_usd: string | null = null,
    key: Key = this.lenderAdmin,
  ): Promise<Automation> {
    const counterparty_id = key === this.borrowerAdmin ? this.lender.id : this.borrower.id
    return succeed(this.service, setAutomation, {
      key,
      body: { counterparty_id, calls, calls_maximum_usd },
    })
  }

  /** Lets the next market cut come, without anything that follows from it. */
  toNextCut(): void {
    const { clock } = this.service
    const today = Math.floor(clock.now() / dayMs) * dayMs + cutMs
    clock.set(new Date(today > clock.now() ? today : today + dayMs).toISOString())
  }

  /** Decides all calls that are due: those of a cut, and those that follow. */
  async call(...services: readonly RunningService[]): Promise<void> {
    const workers = services.length === 0 ? [this.service] : services
    while (await this.isDue()) {
      await Promise.all(
        workers.map(({ services: { automationWorker } }) => automationWorker.runDue()),
      )
    }
  }

  private async isDue(): Promise<boolean> {
    const { clock, database } = this.service
    const { rowCount } = await database.query(
      "SELECT FROM deadlines WHERE kind LIKE 'automati%' AND due_at <= $1 LIMIT 1",
      [new Date(clock.now()).toISOString()],
    )
    return rowCount === 1
  }

  /** Lets a market cut come, and all that follows. */
  async cut(...services: readonly RunningService[]): Promise<void> {
    this.toNextCut()
    await this.call(...services)
  }

  /** The requests that await an answer. */
  async pending(): Promise<MarkToMarketRequest[]> {
    const query = { status: 'PENDING_ACCEPTANCE', page_size: 1000 } as const
    const { mark_to_market_requests: requests } = await succeed(
      this.service,
      listMarkToMarketRequests,
      { key: this.lenderKey, query },
    )
    return requests
  }

  /** What the requests that await an answer ask for, by order. */
  async called(): Promise<[order: number, amount: string, automatic: boolean][]> {
    return (await this.pending())
      .map(
        ({ order_id_pretty, direction, collateral_amount, created_automatically }) =>
          [order_id_pretty, `${direction} ${collateral_amount}`, created_automatically] as [
            number,
            string,
            boolean,
          ],
      )
      .sort(([a], [b]) => a - b)
  }

  /** The notifications of held calls of an organization, oldest first. */
  async held(key: Key = this.lenderKey): Promise<Notification[]> {
    const query = { category: 'automation_held', page_size: 1000 } as const
    const { notifications } = await succeed(this.service, listNotifications, { key, query })
    return notifications.toReversed()
  }

  /** Withdraws all that awaits an answer, and lets nothing be called any more. */
  async quiet(): Promise<void> {
    for (const { id, creator_id } of await this.pending()) {
      const key = creator_id === this.lender.id ? this.lenderKey : this.borrowerKey
      await this.do(cancelMarkToMarketRequest, { id }, key)
    }
    for (const key of [this.lenderAdmin, this.borrowerAdmin]) await this.set('off', null, key)
  }
}
