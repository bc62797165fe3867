import { Decimal, formatDecimal, roundHalfEven } from '@vadium/margin'
import { type PriceHistoryPoint, priceHistorySteps } from '@vadium/schema'
import { instantText } from '../../platform/instant.ts'
import { medianReading } from './median.ts'
import type { SpokenQuote } from './price-book.ts'
import { joinSpeakers, speakerColumn } from './price-sources.ts'
import type { Queries } from './queries.ts'

/** What a source had said at one step. */
interface StepRow {
  /** RFC 3339. */
  readonly at: string
  readonly source: string
  readonly speaker: string
  /** Its newest quote. */
  readonly priceUsd: string
  readonly counts: boolean
  /** Its newest quote that counted. Null if none did. */
  readonly countedUsd: string | null
  readonly countedAt: string | null
}

/** The newest quote `p` of a source that was known and fresh at a step. */
const newestThen = (condition: string) => `
  SELECT price_usd, observed_at, accepted_at <= step.at AS counts FROM prices
  WHERE asset = $1 AND source = known.source AND observed_at <= step.at
    AND observed_at >= step.at - make_interval(secs => $5::float8) AND ${condition} <= step.at
    -- Only the partitions of these times are planned and read.
    AND observed_at BETWEEN $6 AND $2
  ORDER BY observed_at DESC LIMIT 1`

// Each quote is found by the key of the quotes, so the cost does not grow with how many there are.
const steps = `
  WITH step AS (
    SELECT $2::timestamptz - (k * $3::float8) * interval '1 second' AS at
    FROM generate_series(0, $4::int) k
  ), known AS (
    SELECT source, max(observed_at) AS last FROM (
      SELECT source, observed_at FROM latest_prices WHERE asset = $1
      UNION ALL SELECT source, observed_at FROM held_prices WHERE asset = $1) AS newest
    GROUP BY source
  )
  SELECT step.at, known.source, ${speakerColumn('known')}, trim_scale(said.price_usd) AS "priceUsd",
    coalesce(said.counts, false) AS counts, trim_scale(counted.price_usd) AS "countedUsd",
    counted.observed_at AS "countedAt"
  FROM known ${joinSpeakers('known')}
  JOIN step ON known.last >= (SELECT min(at) FROM step) - make_interval(secs => $5::float8)
  CROSS JOIN LATERAL (${newestThen('received_at')}) said
  LEFT JOIN LATERAL (${newestThen('accepted_at')}) counted ON true
  ORDER BY step.at, known.source COLLATE "C"`

const stepSecondsOf = (hours: number) => (hours * 3600) / priceHistorySteps

/** The statement that reads what each source had said at each step. */
export function stepsStatement(asset: string, hours: number, nowMs: number, ageSecondsMax: number) {
  const values = [
    asset,
    instantText(nowMs),
    stepSecondsOf(hours),
    priceHistorySteps,
    ageSecondsMax,
    instantText(nowMs - (hours * 3600 + ageSecondsMax) * 1000),
  ]
  return { text: steps, values }
}

/** The price of an asset and the quotes of its sources at equal steps up to now, the oldest first. */
export async function readPriceHistory(
  client: Queries,
  asset: string,
  hours: number,
  nowMs: number,
  ageSecondsMax: number,
): Promise<PriceHistoryPoint[]> {
  const stepSeconds = stepSecondsOf(hours)
  const { text, values } = stepsStatement(asset, hours, nowMs, ageSecondsMax)
  const { rows } = await client.query<StepRow>(text, values)
  const said = new Map<string, StepRow[]>()
  for (const row of rows) said.set(row.at, [...(said.get(row.at) ?? []), row])
  return Array.from({ length: priceHistorySteps + 1 }, (_, k) => {
    const time = instantText(nowMs - (priceHistorySteps - k) * stepSeconds * 1000)
    return point(asset, time, said.get(time) ?? [], ageSecondsMax)
  })
}

function point(
  asset: string,
  time: string,
  rows: readonly StepRow[],
  ageSecondsMax: number,
): PriceHistoryPoint {
  const counted = rows.flatMap(({ source, speaker, countedUsd, countedAt }): SpokenQuote[] =>
    countedUsd === null || countedAt === null
      ? []
      : [{ asset, source, speaker, priceUsd: countedUsd, observedAt: countedAt }],
  )
  const reading = medianReading(counted, Date.parse(time), ageSecondsMax)
  const price = reading.kind === 'current' ? reading.priceUsd : null
  return {
    time,
    price_usd: price,
    spread_percent: price === null ? null : spread(counted, price),
    quotes: rows.map(({ source, priceUsd, counts }) => ({ source, price_usd: priceUsd, counts })),
  }
}

const spreadScale = '0.0001'

/** The highest quote less the lowest, in percent of the price. */
function spread(quotes: readonly SpokenQuote[], price: string): string {
  const prices = quotes.map(({ priceUsd }) => new Decimal(priceUsd))
  const width = Decimal.max(...prices).minus(Decimal.min(...prices))
  return formatDecimal(roundHalfEven(width.times(100).div(price), spreadScale))
}
