import type { PriceHistoryPoint } from '@vadium/schema'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { withoutOrganization, inTransaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { isFresh, medianReading } from './median.ts'
import type { PriceQuote, PriceReading } from './price-book.ts'
import { readPriceHistory } from './price-history.ts'
import { newestQuote, type PriceRules, type Taking } from './price-guard.ts'
import { announceDismissal, announceRelease } from './price-source-announcement.ts'
import { registerOwnSources, sourcesOfAccount } from './price-sources.ts'
import type { Queries } from './queries.ts'
import { quoteFault } from './quote-fault.ts'
import { type Dismissal, dismissQuote } from './quote-dismissal.ts'
import { type QuoteStatus, takeQuotes, type TakenQuotes } from './quote-intake.ts'
import { type Release, releaseHeldQuote } from './quote-release.ts'
import { silencedSources } from './silenced-sources.ts'
import { storedQuotes } from './stored-quotes.ts'

/** Called with the assets whose price has changed, after the commit. */
export type PricesChanged = (assets: readonly string[]) => void | Promise<void>

interface ListedQuote extends PriceQuote {
  readonly held: boolean
  /** Why it is not part of the price. */
  readonly ignored: 'held' | 'stale' | null
  /** Whether the quote contradicts others however old it is. */
  readonly silenced: boolean
}

/** The price of an asset, and the newest quote of each source by name. */
export interface AssetPrice {
  readonly asset: string
  readonly reading: PriceReading
  readonly sources: readonly ListedQuote[]
}

/** The assets to list: one, or a page of all by symbol. */
export interface AssetSelection {
  readonly asset?: string
  /** Only these. Default: all. */
  readonly among?: readonly string[]
  /** The symbol after which the page starts. */
  readonly after?: string
  readonly limit: number
}

interface Settings {
  readonly pool: Pool
  readonly rules: PriceRules
  readonly logger: FastifyBaseLogger
}

/** Records quotes and returns prices. */
export class PriceService {
  readonly #pool: Pool
  readonly #rules: PriceRules
  readonly #logger: FastifyBaseLogger
  readonly #listeners: PricesChanged[] = []

  constructor({ pool, rules, logger }: Settings) {
    this.#pool = pool
    this.#rules = rules
    this.#logger = logger
  }

  /** Registers a listener for price changes that this process commits. */
  onPricesChanged(listener: PricesChanged): void {
    this.#listeners.push(listener)
  }

  /**
   * Records the quotes that an account pushes, all or none, and announces them after the commit.
   * If a quote is invalid or its source does not belong to the account, the refusal names it.
   */
  async push(
    tx: WriteTransaction,
    accountId: string,
    quotes: readonly PriceQuote[],
  ): Promise<TakenQuotes['quotes'] | Refusal> {
    const assets = await knownAssets(tx, quotes.map(assetOf))
    const sources = await sourcesOfAccount(tx, accountId)
    const seen = new Set<string>()
    for (const [i, quote] of quotes.entries()) {
      if (!sources.includes(quote.source)) {
        const issue = "is not a price source of the caller's account"
        return new Refusal('REFERENCE_UNKNOWN', [
          { field: `quotes.${i}.source`, issue, allowed: sources },
        ])
      }
      const fault = quoteFault(quote, assets, tx.nowMs)
      if (fault !== undefined) {
        const { reason, member, ...rest } = fault
        return new Refusal(reason, [{ field: `quotes.${i}.${member}`, ...rest }])
      }
      const key = JSON.stringify([quote.asset, quote.source, quote.observedAt])
      if (seen.has(key)) {
        const issue = 'is a second quote of this source, asset and time'
        return new Refusal('VALUE_INVALID', [{ field: `quotes.${i}`, issue }])
      }
      seen.add(key)
    }
    const taken = await takeQuotes(tx, quotes, tx.nowMs, this.#rules)
    tx.afterCommit(() => void this.#announce(taken))
    return taken.quotes
  }

  /**
   * Lets a held quote count by the decision of an account, notifies its organization, and announces
   * the new price after the commit.
   */
  async release(tx: WriteTransaction, release: Release): Promise<Refusal | undefined> {
    const refusal = await assetRefusal(tx, release.asset)
    if (refusal !== undefined) return refusal
    const released = await releaseHeldQuote(tx, release, tx.nowMs, this.#rules)
    if (released instanceof Refusal) return released
    await announceRelease(tx, released.sourceId, release)
    tx.afterCommit(() => void this.#announce(released.taken))
    return undefined
  }

  /** Dismisses the last quote of a silenced source, and notifies its organization. */
  async dismiss(tx: WriteTransaction, dismissal: Dismissal): Promise<Refusal | undefined> {
    const refusal = await assetRefusal(tx, dismissal.asset)
    if (refusal !== undefined) return refusal
    const sourceId = await dismissQuote(tx, dismissal, tx.nowMs, this.#rules)
    if (sourceId instanceof Refusal) return sourceId
    await announceDismissal(tx, sourceId, dismissal)
    return undefined
  }

  /**
   * Records quotes of the service's own sources in its own transaction, and announces them. New
   * sources are registered. Invalid quotes are logged and left out.
   * @returns the status of the other quotes.
   */
  async record(
    quotes: readonly PriceQuote[],
    nowMs: number,
    taking: Taking = 'guarded',
  ): Promise<readonly QuoteStatus[]> {
    const assets = await knownAssets(this.#pool, quotes.map(assetOf))
    const sound = quotes.filter((quote) => {
      const fault = quoteFault(quote, assets, nowMs)
      if (fault !== undefined) this.#logger.warn({ quote, fault }, 'quote refused')
      return fault === undefined
    })
    if (sound.length === 0) return []
    const sources = sound.map(({ source }) => source)
    const taken = await inTransaction(this.#pool, withoutOrganization, async (client) => {
      await registerOwnSources(client, sources, new Date(nowMs).toISOString())
      return takeQuotes(client, sound, nowMs, this.#rules, taking)
    })
    await this.#announce(taken)
    return taken.quotes.map(({ status }) => status)
  }

  /**
   * Logs quotes that are held or no longer held, and notifies the listeners. A failing listener is
   * logged: the quotes are committed already.
   */
  async #announce({ newlyHeld, released, changedAssets }: TakenQuotes): Promise<void> {
    for (const quote of newlyHeld) this.#logger.warn({ quote }, 'a quote is held')
    for (const quote of released) this.#logger.info({ quote }, 'a held quote counts from now on')
    if (changedAssets.length === 0) return
    for (const listener of this.#listeners) {
      try {
        await listener(changedAssets)
      } catch (err) {
        this.#logger.error({ err, assets: changedAssets }, 'revaluation listener failed')
      }
    }
  }

  /** What the price of an asset and the quotes of its sources were in the hours before a time. */
  history(
    client: Queries,
    asset: string,
    hours: number,
    nowMs: number,
  ): Promise<PriceHistoryPoint[]> {
    return readPriceHistory(client, asset, hours, nowMs, this.#rules.ageSecondsMax)
  }

  /** The prices of assets at a time in Unix milliseconds, with the newest quote of each source. */
  async list(
    selection: AssetSelection,
    nowMs: number,
    client: Queries = this.#pool,
  ): Promise<AssetPrice[]> {
    const assets = await selectAssets(client, selection)
    const status = await storedQuotes(client, assets)
    const silenced = await silencedSources(client, status, nowMs, this.#rules)
    return assets.map((asset) => {
      const sources = [...(status.get(asset)?.values() ?? [])]
      const accepted = sources.flatMap((source) => source.accepted ?? [])
      return {
        asset,
        reading: medianReading(accepted, nowMs, this.#rules.ageSecondsMax),
        sources: sources
          .flatMap((source) => {
            const quote = newestQuote(source)
            if (quote === undefined) return []
            const isSilenced = silenced.get(asset)?.has(quote.source) === true
            const held = source.held !== undefined
            const stale = !isFresh(quote.observedAt, nowMs, this.#rules.ageSecondsMax)
            const unheld = stale ? ('stale' as const) : null
            const ignored = held ? ('held' as const) : unheld
            return [{ ...quote, held, ignored, silenced: isSilenced }]
          })
          .sort((a, b) => (a.source < b.source ? -1 : 1)),
      }
    })
  }
}

const assetOf = ({ asset }: PriceQuote) => asset

async function assetRefusal(client: Queries, asset: string): Promise<Refusal | undefined> {
  const assets = await knownAssets(client, [asset])
  if (assets.has(asset)) return undefined
  return new Refusal('REFERENCE_UNKNOWN', [{ field: 'asset', issue: 'is not an asset' }])
}

async function knownAssets(
  client: Queries,
  symbols: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ symbol: string }>(
    'SELECT symbol FROM assets WHERE symbol = ANY($1)',
    [[...new Set(symbols)]],
  )
  return new Set(rows.map(({ symbol }) => symbol))
}

/** Symbols are ASCII and compared by their bytes, so the order is the same in every database. */
async function selectAssets(
  client: Queries,
  { asset, among, after, limit }: AssetSelection,
): Promise<string[]> {
  const { rows } = await client.query<{ symbol: string }>(
    `SELECT symbol FROM assets
           WHERE ($1::text IS NULL OR symbol = $1) AND ($2::text IS NULL OR symbol COLLATE "C" > $2)
             AND ($4::text[] IS NULL OR symbol = ANY ($4))
           ORDER BY symbol COLLATE "C" LIMIT $3`,
    [asset, after, limit, among],
  )
  return rows.map(({ symbol }) => symbol)
}
