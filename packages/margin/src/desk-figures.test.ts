import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { sampleDeal } from '../test/call-set-sample.ts'
import type { BusinessCalendar } from './business-day.ts'
import { callSet, type CallSetDeal } from './call-set/call-set.ts'
import { Decimal } from './decimal.ts'
import { type LimitedDeal, limitUse } from './limit-use.ts'
import { mostToSend } from './most-to-send.ts'
import type { DecimalInputName } from './preview-inputs.ts'
import { timeToAnswer } from './time-to-answer.ts'

const pathOf = (name: string) =>
  fileURLToPath(new URL(`../../../docs/examples/${name}`, import.meta.url))

type Texts = Readonly<Record<string, string>>

interface DeskCase {
  name: string
  limits?: {
    deals: (Texts & { side: LimitedDeal['side'] })[]
    prices: Texts
    lent_usd_max: string | null
    uncovered_usd_max: string | null
    shock: string
    assets?: { asset: string; lent_quantity_max: string }[]
  }
  sending?: Texts
  call_set?: {
    direction: 'TopUp' | 'Release'
    deals: (Partial<Record<DecimalInputName, string>> & {
      position: string
      minimum_applies_to: CallSetDeal['minimumAppliesTo']
      terms_version: number
    })[]
  }
  answer?: {
    create_time: string
    cure_time_seconds: number
    time_zone: string
    notification_time: string
    response_time: string
    calendars: BusinessCalendar[]
  }
  figures: Record<string, unknown>
}

const cases = JSON.parse(readFileSync(pathOf('desk-figures.json'), 'utf8')) as DeskCase[]

function limitFigures({ deals, prices, assets = [], ...limits }: NonNullable<DeskCase['limits']>) {
  const use = limitUse(
    deals.map(({ side, asset = '', collateral_asset = '', ...quantities }) => ({
      side,
      asset,
      assetQuantity: quantities['asset_quantity'] ?? '',
      collateralAsset: collateral_asset,
      collateralQuantity: quantities['collateral_quantity'] ?? '',
    })),
    new Map(Object.entries(prices)),
    {
      lentUsdMax: limits.lent_usd_max,
      uncoveredUsdMax: limits.uncovered_usd_max,
      shock: limits.shock,
      assets: assets.map(({ asset, lent_quantity_max: most }) => ({
        asset,
        lentQuantityMax: most,
      })),
    },
  )
  const { lentUsd: lent, uncoveredUsd: uncovered } = use
  return {
    lent_usd: lent.shown,
    lent_percent: lent.percent,
    uncovered_usd: uncovered.shown,
    uncovered_percent: uncovered.percent,
    exceeded: [
      ...(lent.isExceeded ? ['lent_usd_max'] : []),
      ...(uncovered.isExceeded ? ['uncovered_usd_max'] : []),
      ...use.assets.flatMap(({ asset, isExceeded }) => (isExceeded ? [`assets.${asset}`] : [])),
    ],
  }
}

function sendingFigures(given: Texts) {
  const number = (name: string) => given[name] ?? '0'
  const { haircut, requirement_percent: requirementPercent = '100' } = given
  const { most } = mostToSend({
    position: {
      assetQuantity: number('asset_quantity'),
      assetPriceUsd: number('asset_price'),
      collateralQuantity: number('collateral_quantity'),
      collateralPriceUsd: number('collateral_price'),
      deliveriesInTransit: number('deliveries_in_transit'),
      returnsInTransit: number('returns_in_transit'),
      disputedQuantity: number('disputed_quantity'),
    },
    terms: {
      ...(haircut === undefined ? { requirementPercent } : { haircut }),
      thresholdUsd: number('threshold_usd'),
    },
    smallestUnit: number('collateral_unit'),
  })
  return { most }
}

function callSetFigures({ direction, deals }: NonNullable<DeskCase['call_set']>) {
  const set = callSet({
    direction,
    deals: deals.map(({ position, minimum_applies_to, terms_version, ...values }) =>
      sampleDeal(position, values, {
        minimumAppliesTo: minimum_applies_to,
        termsVersion: terms_version,
      }),
    ),
  })
  return {
    rows: set.rows.map(({ positionId }) => positionId),
    left_out: set.leftOut.map(({ deal, reason }) => `${deal.positionId} ${reason}`),
    total_notional_usd: new Decimal(set.totalNotionalUsd),
    minimum_notional_usd: new Decimal(set.minimumNotionalUsd),
    can_submit: set.canSubmit,
  }
}

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function offsetOf(timeZone: string, ms: number): number {
  const shown = new Date(ms).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')
  return Date.parse(`${shown}Z`) - ms
}

function answerFigures(given: NonNullable<DeskCase['answer']>) {
  const { expireMs, reason } = timeToAnswer({
    createMs: Date.parse(given.create_time),
    cureTimeSeconds: given.cure_time_seconds,
    calendars: given.calendars,
    notificationTime: given.notification_time,
    responseTime: given.response_time,
    // None of the times is skipped, or shown twice.
    instantOf: (day, time) => {
      const local = Date.parse(`${day}T${time}:00.000Z`)
      return local - offsetOf(given.time_zone, local)
    },
  })
  return { expire_time: new Date(expireMs).toISOString(), reason }
}

function computed({ limits, sending, call_set, answer }: DeskCase): object {
  if (limits !== undefined) return limitFigures(limits)
  if (sending !== undefined) return sendingFigures(sending)
  if (call_set !== undefined) return callSetFigures(call_set)
  if (answer !== undefined) return answerFigures(answer)
  throw new Error('the case is of no kind')
}

it.each(cases)('$name has the figures of its source', (one) => {
  const found = new Map<string, unknown>(Object.entries(computed(one)))
  for (const [name, figure] of Object.entries(one.figures)) {
    const value = found.get(name)
    const text = value instanceof Decimal ? value.toFixed() : value
    expect([name, text]).toEqual([name, figure])
  }
})

const recompute = (path: string) =>
  spawnSync('python3', [pathOf('desk-figures.py'), path], { encoding: 'utf8' })

it.skipIf(recompute('').error)('The program of the documents recomputes the figures', () => {
  expect(recompute(pathOf('desk-figures.json'))).toMatchObject({
    stdout: 'recomputed: equal\n',
    status: 0,
  })
})
