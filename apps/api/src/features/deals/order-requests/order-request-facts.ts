import { orderRequestChanges, type OrderRequestKind, orderRequestStates } from '@vadium/schema'
import type { Tenant } from '../../../platform/db/tenant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { DecidingFacts } from '../deal-requests/deciding-facts.ts'
import { DeclaredFacts } from '../deal-requests/deciding-facts.ts'
import type { Facts } from '../lifecycle/lifecycle.ts'
import type { CounterpartyLimitReader } from '../limits/counterparty-limits.ts'
import type { PriceBook } from '../../prices/index.ts'
import { otherSide } from '../parties/deal.ts'
import type { DefaultsReader } from '../parties/declared-defaults.ts'
import type { OrderRequestRecord } from './order-request-record.ts'

/**
 * Also the own limits for the counterparties of extends and substitutions that the organization may
 * accept, and the prices of what is exchanged.
 */
export class OrderRequestFacts implements DecidingFacts<OrderRequestRecord> {
  readonly #declared: DeclaredFacts
  readonly #limits: CounterpartyLimitReader
  readonly #prices: PriceBook

  constructor(defaults: DefaultsReader, limits: CounterpartyLimitReader, prices: PriceBook) {
    this.#declared = new DeclaredFacts(defaults)
    this.#limits = limits
    this.#prices = prices
  }

  async read(
    tenant: Tenant,
    requests: readonly OrderRequestRecord[],
    nowMs: number,
  ): Promise<Facts | Refusal> {
    const declared = await this.#declared.read(tenant, requests, nowMs)
    if (declared instanceof Refusal) return declared
    const limits = await this.#limits.own(tenant, othersOfLimited(tenant, requests), nowMs)
    if (limits instanceof Refusal) return limits
    return { ...declared, limits, priceBook: this.#prices }
  }

  /**
   * Keeps the limits as they are, where an acceptance of the request would be compared with them.
   */
  async lock(tx: WriteTransaction, request: OrderRequestRecord): Promise<void> {
    for (const id of othersOfLimited(tx, [request])) await this.#limits.lockPair(tx, id)
  }

  async within(tx: WriteTransaction, requests: readonly OrderRequestRecord[]): Promise<Facts> {
    const declared = await this.#declared.within(tx, requests)
    const limits = await this.#limits.ownOfAll(tx, othersOfLimited(tx, requests))
    return { ...declared, limits, priceBook: this.#prices }
  }
}

/** An extend and a substitution let a deal go on, whatever is used of limits. */
export function isLimited(kind: OrderRequestKind): boolean {
  const change = orderRequestChanges[kind]
  return change === 'maturity' || change === 'collateral'
}

function othersOfLimited(
  { organizationId }: Pick<Tenant, 'organizationId'>,
  requests: readonly OrderRequestRecord[],
): string[] {
  const asked = requests.filter(
    ({ kind, status, creatorId }) =>
      isLimited(kind) && status === orderRequestStates.initial && creatorId !== organizationId,
  )
  return [...new Set(asked.map((request) => otherSide(request, organizationId)))]
}
