import type { Position } from '@vadium/schema'
import type { ListPage, ReadPage } from '../../../platform/lists/list.ts'
import { type PagePosition, placeOf, readPosition } from '../../../platform/lists/page-token.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { PriceReading, PricesOfAMoment } from '../../prices/index.ts'
import type { CoveragePlace, PricedPair } from './coverage-listing.ts'
import type { ListedPosition } from './listed-position.ts'
import type { DefaultsReader } from '../parties/declared-defaults.ts'
import { figuredFor } from './held-releases.ts'
import { pricedAssets } from './position-figures.ts'
import { matchesByPrice, type PositionSelection } from './position-listing.ts'
import { positionResource } from './position-resource.ts'
import type { PositionRepository, RatedPosition } from './position.repository.ts'

/** How long the prices of a first page order the pages after it. */
const pricesAgeMsMax = 60_000

/** Where a page by coverage starts, and the prices of the first page. */
interface Place {
  /** When the first page was read, in Unix milliseconds. */
  readonly atMs: number
  /** USD prices of the pairs' assets. */
  readonly prices: Readonly<Record<string, string>>
  /** When they were observed. */
  readonly times: Readonly<Record<string, string>>
  /** The last position that has a ratio, or the last without one. */
  readonly rated?: CoveragePlace
  readonly unrated?: string
}

interface Parts {
  readonly positions: PositionRepository
  readonly caller: Caller
  readonly selection: PositionSelection
  readonly moment: PricesOfAMoment
  readonly defaults: DefaultsReader
}

/**
 * Reads positions page by page, lowest coverage first. All pages are ordered and valued at the
 * prices of the first, so none repeats or skips a position because a price has changed. Positions
 * without a ratio come last, newest first. A filter that depends on prices can make a page shorter.
 */
export function readerByCoverage(parts: Parts): ReadPage<Position> {
  return async (after, pageSize) => {
    const { positions, caller, selection, moment } = parts
    const now = new Date(moment.nowMs).toISOString()
    const pairs = await positions.pairs(caller)
    if (pairs instanceof Refusal) return pairs
    const from = after === undefined ? undefined : readPlace(after)
    if (from === undefined ? after !== undefined : moment.nowMs - from.atMs > pricesAgeMsMax) {
      return expired
    }
    const { atMs, prices, times } = from ?? (await currentPrices(moment, pricedAssets(pairs)))
    const start = { atMs, prices, times }
    const priced = pairs.flatMap(({ asset, collateralAsset }): PricedPair[] => {
      const [assetPriceUsd, collateralPriceUsd] = [prices[asset], prices[collateralAsset]]
      if (assetPriceUsd === undefined || collateralPriceUsd === undefined) return []
      return [{ asset, collateralAsset, assetPriceUsd, collateralPriceUsd }]
    })
    const rated =
      from?.unrated === undefined
        ? await positions.pageByCoverage(caller, selection, priced, from?.rated, { pageSize, now })
        : []
    if (rated instanceof Refusal) return rated
    if (rated.length > pageSize) {
      const shown = rated.slice(0, pageSize)
      const last = shown.at(-1)
      return page(parts, start, shown, last && { ...start, rated: placeByCoverage(last) })
    }
    const since: PagePosition | undefined =
      from?.unrated === undefined ? undefined : readPosition(from.unrated)
    const room = pageSize - rated.length
    const others = await positions.unratedPage(caller, selection, priced, since, {
      pageSize: room,
      now,
    })
    if (others instanceof Refusal) return others
    const shown = [...rated, ...others.slice(0, room)]
    const last = others.slice(0, room).at(-1)
    const lastRated = rated.at(-1)
    const end =
      others.length <= room
        ? undefined
        : last === undefined
          ? lastRated && { ...start, rated: placeByCoverage(lastRated) }
          : { ...start, unrated: placeOf(last) }
    return page(parts, start, shown, end)
  }
}

async function page(
  { caller, selection, moment, defaults }: Parts,
  { prices, times }: Place,
  rows: readonly ListedPosition[],
  end: Place | undefined,
): Promise<ListPage<Position> | Refusal> {
  const readings = new Map(await moment.read(pricedAssets(rows)))
  const now = new Date(moment.nowMs).toISOString()
  for (const [asset, priceUsd] of Object.entries(prices)) {
    const reading: PriceReading = {
      ...{ kind: 'current', priceUsd, source: '' },
      observedAt: times[asset] ?? '',
    }
    readings.set(asset, reading)
  }
  const valued = await figuredFor(caller, rows, readings, { defaults, nowMs: moment.nowMs })
  if (valued instanceof Refusal) return valued
  const items = valued
    .filter(({ position, figures }) => matchesByPrice(selection, position, figures))
    .map(({ position, figures }) => positionResource(position, figures, caller, now))
  return { items, end: end && JSON.stringify(end) }
}

function placeByCoverage(row: RatedPosition): CoveragePlace {
  const { coverageKey: key, coverageRatio: coverage, asset, collateralAsset, id } = row
  return { key, asset, collateralAsset, coverage, id }
}

/**
 * The service has sealed the text, so it is what it wrote. Undefined if a version before this one
 * wrote it, without times.
 */
function readPlace(text: string): Place | undefined {
  const place: unknown = JSON.parse(text)
  return isPlace(place) ? place : undefined
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && 'prices' in value && 'times' in value
}

async function currentPrices(moment: PricesOfAMoment, assets: readonly string[]): Promise<Place> {
  const readings = await moment.read(assets)
  const prices: Record<string, string> = {}
  const times: Record<string, string> = {}
  for (const asset of assets) {
    const reading = readings.get(asset)
    if (reading?.kind !== 'current') continue
    prices[asset] = reading.priceUsd
    times[asset] = reading.observedAt
  }
  return { atMs: moment.nowMs, prices, times }
}

const expired = new Refusal('PAGE_TOKEN_INVALID', [
  {
    field: 'page_token',
    issue: 'is older than 60 seconds, and so are its prices: begin with the first page again',
  },
])
