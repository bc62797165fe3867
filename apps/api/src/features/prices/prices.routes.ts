import { dismissPrice, listPrices, type Price, pushPrices, releasePrice } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { TenantDatabase } from '../../platform/db/tenant.ts'
import { cutPage, type Lists } from '../../platform/lists/list.ts'
import type { PositionAssets } from './moved-prices.ts'
import type { AssetPrice, PriceService } from './price-service.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

interface Options {
  readonly prices: PriceService
  readonly positionAssets: PositionAssets
  readonly tenantDatabase: TenantDatabase
  readonly lists: Lists
  readonly bookClock: Clock
}

export const priceRoutes: FastifyPluginCallback<Options> = (
  app,
  { prices, positionAssets, tenantDatabase, lists, bookClock },
  done,
) => {
  async function priceWithin(tx: WriteTransaction, asset: string): Promise<Price> {
    const [price] = await prices.list({ asset, limit: 1 }, tx.nowMs, tx)
    if (price === undefined) throw new Error(`the asset ${asset} has gone`)
    return priceDocument(price)
  }

  app.operation(pushPrices, async ({ caller, body, tx }) => {
    const quotes = body.quotes.map(({ asset, source, price_usd, observe_time = tx.now }) => ({
      asset,
      source,
      priceUsd: price_usd,
      observedAt: observe_time,
    }))
    const taken = await prices.push(tx, caller.accountId, quotes)
    if (taken instanceof Refusal) return taken
    return {
      quotes: taken.map(({ quote, status }) => ({
        asset: quote.asset,
        source: quote.source,
        outcome: status,
      })),
    }
  })

  app.operation(releasePrice, async ({ caller, body: { asset, source, price_usd }, tx }) => {
    const release = { accountId: caller.accountId, asset, source, priceUsd: price_usd }
    const refusal = await prices.release(tx, release)
    return refusal ?? priceWithin(tx, asset)
  })

  app.operation(dismissPrice, async ({ caller, body: { asset, source, price_usd }, tx }) => {
    const dismissal = { accountId: caller.accountId, asset, source, priceUsd: price_usd }
    const refusal = await prices.dismiss(tx, dismissal)
    return refusal ?? priceWithin(tx, asset)
  })

  app.operation(listPrices, async ({ caller, query }) => {
    const { asset, history_hours: hours } = query
    if (hours !== undefined && asset === undefined) {
      return new Refusal('PARAMETER_INVALID', [
        { field: 'history_hours', issue: 'requires an asset' },
      ])
    }
    return lists.answer(listPrices, caller, query, 'prices', async (after, pageSize) => {
      const among =
        query.in_positions === true ? await positionAssets.of(caller.organizationId) : undefined
      const selection = {
        ...(among !== undefined && { among: [...among] }),
        ...(asset !== undefined && { asset }),
        ...(after !== undefined && { after }),
        limit: pageSize + 1,
      }
      const nowMs = bookClock.now()
      const read = await tenantDatabase.within(caller, async (client) => {
        const known = await prices.list(selection, nowMs, client)
        if (hours === undefined || asset === undefined || known.length === 0) return { known }
        return { known, history: await prices.history(client, asset, hours, nowMs) }
      })
      if (read instanceof Refusal) return read
      const { known, history } = read
      return cutPage(
        known,
        pageSize,
        (price) => price.asset,
        (price) => ({ ...priceDocument(price), ...(history !== undefined && { history }) }),
      )
    })
  })
  done()
}

function priceDocument({ asset, reading, sources }: AssetPrice): Price {
  return {
    asset,
    state: reading.kind,
    price_usd: reading.kind === 'current' ? reading.priceUsd : null,
    observe_time: reading.kind === 'missing' ? null : reading.observedAt,
    sources: sources.map(({ source, priceUsd, observedAt, held, ignored, silenced }) => ({
      source,
      price_usd: priceUsd,
      observe_time: observedAt,
      held,
      ignored,
      silenced,
    })),
  }
}
