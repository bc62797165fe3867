import { Decimal, formatDecimal } from '@vadium/margin'
import type {
  CounterpartyLimits,
  LimitUse,
  listCounterpartyLimits,
  OperationBody,
  OperationQuery,
  setCounterpartyLimits,
} from '@vadium/schema'
import type { Clock } from '../../platform/clock.ts'
import type { Tenant } from '../../platform/db/tenant.ts'
import { boundsFault, domainBounds } from '../../platform/decimal-bounds.ts'
import { instantText } from '../../platform/instant.ts'
import type { PageBounds } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../../platform/signing/caller.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { knownCounterparty } from '../access/index.ts'
import type { CounterpartyLimitReader, OfferedOrder } from '../deals/index.ts'
import { notifyOfAdministration } from '../notifications/index.ts'
import type { PriceBook } from '../prices/index.ts'
import type { LimitComparison } from './limit-comparison.ts'
import { limitUseResource } from './limit-use-resource.ts'
import type { LimitRepository, LimitVersion } from './limit.repository.ts'

type SetBody = OperationBody<typeof setCounterpartyLimits>

interface Parts {
  readonly limits: LimitRepository
  readonly reader: CounterpartyLimitReader
  readonly comparison: LimitComparison
  readonly prices: PriceBook
  /** The clock of the book. */
  readonly clock: Clock
}

/** How much of each version is used: without an order, and with one. */
type Uses = ReadonlyMap<string, { readonly use: LimitUse; readonly use_after: LimitUse | null }>

/** The limits of organizations for their counterparties. */
export class LimitService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async page(
    tenant: Tenant,
    query: OperationQuery<typeof listCounterpartyLimits>,
    bounds: PageBounds,
  ): Promise<ListPage<CounterpartyLimits> | Refusal> {
    const { limits, clock } = this.#parts
    const nowMs = clock.now()
    const page = await limits.page(tenant, query, bounds)
    if (page instanceof Refusal) return page
    const order =
      query.order_id === undefined ? undefined : await limits.pendingOrder(tenant, query.order_id)
    if (order instanceof Refusal) return order
    const inEffect = page.items.filter(({ in_effect }) => in_effect)
    const uses = await this.#uses(tenant, inEffect.map(idOf), { nowMs, order })
    if (uses instanceof Refusal) return uses
    const unused = { use: null, use_after: null }
    return {
      ...page,
      items: page.items.map((version) => ({
        ...version,
        ...(version.in_effect ? (uses.get(version.counterparty_id) ?? unused) : unused),
      })),
    }
  }

  /** Adds a version, which applies at once: acceptances that are under way come before it. */
  async set(
    tx: WriteTransaction,
    caller: Caller,
    body: SetBody,
  ): Promise<CounterpartyLimits | Refusal> {
    const { limits, reader, comparison } = this.#parts
    const counterparty = await knownCounterparty(tx, body.counterparty_id)
    if (counterparty === undefined) return new Refusal('ORGANIZATION_NOT_FOUND')
    const fault = valuesFault(body) ?? (await unknownAsset(tx, body))
    if (fault !== undefined) return fault

    await reader.lockPair(tx, counterparty.id)
    const locked = await limits.lockForNext(tx, counterparty.id)
    const newVersion = body.new_version
    if (newVersion !== undefined && newVersion !== locked.version) return anotherVersion(newVersion)
    const version: LimitVersion = {
      counterparty_id: counterparty.id,
      counterparty_name: counterparty.name,
      version: locked.version,
      in_effect: true,
      ...valuesOf(body),
      create_time: tx.now,
      account_id: caller.accountId,
    }
    await limits.insertVersion(tx, version)
    await comparison.compare(tx, locked)
    await notifyOfAdministration(tx, {
      resource: 'counterparty_limits',
      resourceId: counterparty.id,
      action: 'amend',
      readers: [
        {
          organizationId: tx.organizationId,
          severity: 'warning',
          title: `Limits changed: ${counterparty.name}, version ${version.version}`,
          body: changeSentence(version),
        },
      ],
    })
    const uses = await this.#uses(caller, [counterparty.id], { nowMs: tx.nowMs, tx })
    if (uses instanceof Refusal) return uses
    return { ...version, ...(uses.get(counterparty.id) ?? { use: null, use_after: null }) }
  }

  /** The uses of limits in effect, by counterparty. A version without limits has none. */
  async #uses(
    tenant: Tenant,
    counterpartyIds: readonly string[],
    {
      nowMs,
      order,
      tx,
    }: {
      readonly nowMs: number
      readonly order?: OfferedOrder | undefined
      readonly tx?: WriteTransaction
    },
  ): Promise<Uses | Refusal> {
    const { limits, reader, prices } = this.#parts
    const more = { orders: order === undefined ? [] : [order], ...(tx && { tx }) }
    const found = await reader.own(tenant, counterpartyIds, nowMs, more)
    if (found instanceof Refusal) return found
    const ids = [...found.keys()]
    const offers = await limits.pendingOffers(tenant, ids, instantText(nowMs), tx)
    if (offers instanceof Refusal) return offers
    const deals = [...[...found.values()].flatMap((one) => one.deals), ...more.orders]
    const assets = deals.flatMap((deal) => [deal.asset, deal.collateralAsset])
    const all = [...new Set([...assets, ...offers.map(({ asset }) => asset)])]
    const known = all.length === 0 ? new Map() : await prices.known(all, nowMs, tx)
    return new Map(
      [...found].map(([id, used]) => {
        const own = offers.filter(({ counterpartyId }) => counterpartyId === id)
        const isOfOrder = order !== undefined && [order.lenderId, order.borrowerId].includes(id)
        const after = isOfOrder ? limitUseResource(used, known, own, order) : null
        return [id, { use: limitUseResource(used, known, own), use_after: after }] as const
      }),
    )
  }
}

const idOf = ({ counterparty_id }: LimitVersion) => counterparty_id

const plain = (decimal: string) => formatDecimal(new Decimal(decimal))
const plainOrNull = (decimal: string | null | undefined) =>
  decimal == null ? null : plain(decimal)

function valuesOf({ lent_usd_max, uncovered_usd_max, shock, assets = [], on_breach }: SetBody) {
  return {
    lent_usd_max: plainOrNull(lent_usd_max),
    uncovered_usd_max: plainOrNull(uncovered_usd_max),
    shock: plain(shock ?? '0'),
    assets: assets.map((one) => ({
      asset: one.asset,
      lent_quantity_max: plain(one.lent_quantity_max),
    })),
    on_breach: on_breach ?? 'refuse',
  }
}

function valuesFault(body: SetBody): Refusal | undefined {
  const { lent_usd_max, uncovered_usd_max, shock = '0', assets = [] } = body
  const values = [
    ['lent_usd_max', lent_usd_max ?? '0', domainBounds.usd_amount],
    ['uncovered_usd_max', uncovered_usd_max ?? '0', domainBounds.usd_amount],
    ['shock', shock, domainBounds.fraction],
    ...assets.map(
      ({ lent_quantity_max }, i) =>
        [`assets.${i}.lent_quantity_max`, lent_quantity_max, domainBounds.quantity] as const,
    ),
  ] as const
  for (const [field, value, bounds] of values) {
    const issue = boundsFault(value, bounds)
    if (issue !== undefined) return invalid(field, issue, value)
  }
  const twice = assets.findIndex(({ asset }, i) => assets.findIndex((o) => o.asset === asset) < i)
  if (twice < 0) return undefined
  return invalid(`assets.${twice}.asset`, 'is named twice', assets[twice]?.asset ?? '')
}

async function unknownAsset(
  tx: WriteTransaction,
  { assets = [] }: SetBody,
): Promise<Refusal | undefined> {
  if (assets.length === 0) return undefined
  const { rows } = await tx.query<{ symbol: string }>(
    'SELECT symbol FROM assets WHERE symbol = ANY ($1)',
    [assets.map(({ asset }) => asset)],
  )
  const known = new Set(rows.map(({ symbol }) => symbol))
  const at = assets.findIndex(({ asset }) => !known.has(asset))
  if (at < 0) return undefined
  const detail = { field: `assets.${at}.asset`, issue: 'is not a known asset' }
  return new Refusal('REFERENCE_UNKNOWN', [detail])
}

function anotherVersion(version: number): Refusal {
  const issue =
    'is not the number after the newest version: another was set, or none of that number'
  return invalid('new_version', issue, String(version))
}

const invalid = (field: string, issue: string, value: string) =>
  new Refusal('VALUE_INVALID', [{ field, issue, value }])

function changeSentence(version: LimitVersion): string {
  const { counterparty_name: name, assets, shock, on_breach } = version
  const limits = [
    version.lent_usd_max === null ? [] : [`${version.lent_usd_max} USD lent`],
    version.uncovered_usd_max === null
      ? []
      : [`${version.uncovered_usd_max} USD uncovered under a shock of ${shock}`],
    assets.map((one) => `${one.lent_quantity_max} ${one.asset} lent`),
  ].flat()
  if (limits.length === 0) return `There are no limits for ${name}.`
  const consequence = on_breach === 'refuse' ? 'refused' : 'notified'
  return `The most for ${name}: ${limits.join(', ')}. An order above it is ${consequence}.`
}
