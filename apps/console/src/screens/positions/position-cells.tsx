import type { Position } from '@vadium/client'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { type CoverageZone, coverageZone } from '../../figures/coverage-meter.tsx'
import { isZero } from '../../figures/decimal-text.ts'
import { difference } from '../../figures/difference.ts'
import { Figure } from '../../figures/figure.tsx'
import { reasonWords } from '../../figures/state-words.ts'
import type { Reader } from '../../service/reader.ts'
import { dueWords } from './due-words.ts'
import { coverageUnderWay } from './under-way.ts'

const zones: Readonly<Record<CoverageZone, { word: string; tone: Tone }>> = {
  liquidation: { word: 'liquidation', tone: 'liquidation' },
  call: { word: 'margin call', tone: 'call' },
  short: { word: 'below requirement', tone: 'plain' },
  covered: { word: 'covered', tone: 'covered' },
  unknown: { word: 'no ratio', tone: 'plain' },
}

/** The state of a position in words, and what gives it its colour. */
export function zoneWords(position: Position): { readonly word: string; readonly tone: Tone } {
  const held = coverageZone(position)
  // What is held and what is under way together decide the colour.
  const zone = coverageUnderWay(position)?.zone ?? held
  const { tone } = zones[zone]
  const word = zone === held ? zones[held].word : `${zones[held].word} → ${zones[zone].word}`
  if (position.status === 'ACTIVE') return { word, tone }
  const state = position.status.toLowerCase()
  // Until its asset is back, a position that closes can be at a level, and must not look calm.
  return position.status === 'CLOSING' && (held === 'liquidation' || held === 'call')
    ? { word: `${state}, ${word}`, tone }
    : { word: state, tone: 'plain' }
}

/** The state of a position in a list. Its title, as that of the cell, has the whole words. */
export function ShortZoneBadge({ position }: { readonly position: Position }) {
  const { word, tone } = zoneWords(position)
  return <Badge tone={tone}>{word.replaceAll(zones.short.word, 'below')}</Badge>
}

export function ZoneBadge({ position }: { readonly position: Position }) {
  const { word, tone } = zoneWords(position)
  return <Badge tone={tone}>{word}</Badge>
}

/** Why there is no ratio. It is never shown as zero. Undefined if there is one. */
function missingRatio(position: Position): string | undefined {
  const { current_price, collateral_price, collateral_quantity } = position
  if (current_price === null || collateral_price === null) return 'no price'
  return isZero(collateral_quantity) ? 'no collateral' : undefined
}

/** A ratio in percent, as the service gives it. */
export function Ratio({
  position,
  of,
  unit,
}: {
  readonly position: Position
  readonly of: 'ccr_percent' | 'ltv_percent'
  readonly unit?: string
}) {
  const missing = missingRatio(position)
  return (
    <Figure
      value={missing === undefined ? position[of] : null}
      missing={missing ?? 'no ratio'}
      unit={unit}
    />
  )
}

/** The coverage once what is under way has arrived, after that of what is held. */
export function UnderWay({ position }: { readonly position: Position }) {
  const underWay = coverageUnderWay(position)
  if (underWay === undefined) return null
  return (
    <span title="Once what is under way has arrived, at these prices. Computed in this browser.">
      {' '}
      → {underWay.ccrPercent}
    </span>
  )
}

/** Coverage in percent, less the level of the margin call: both as the service gives them. */
export function roomToCall(position: Position): string | null {
  const { ccr_percent: ratio, terms } = position
  if (ratio === null || missingRatio(position) !== undefined) return null
  return difference(ratio, terms.margin_call_percent)
}

export function RoomToCall({ position }: { readonly position: Position }) {
  return <Figure value={roomToCall(position)} missing={missingRatio(position)} />
}

const directions: Readonly<Record<string, string>> = {
  TopUp: 'top-up due',
  Release: 'release due',
  None: 'nothing due',
}

/** What is due now, and to what minimum it is compared. */
export function AmountDue({ position }: { readonly position: Position }) {
  const { m2m_direction: direction, m2m_notional_usd: due, terms } = position
  if (direction === null || due === null) return <Figure value={null} missing="no price" />
  const minimum =
    direction === 'Release' ? terms.minimum_notional_release_usd : terms.minimum_notional_top_up_usd
  return (
    <span title={`Minimum ${minimum} USD`}>
      <Figure value={due} unit="USD" />{' '}
      <span style={{ color: 'var(--ink-soft)' }}>{directions[direction] ?? direction}</span>
    </span>
  )
}

/** The step that a position offers next. */
export interface NextStep {
  /** On a button, or the sentence of the service why there is none. */
  readonly text: string
  readonly isOffered: boolean
}

export function nextStep(position: Position, reader: Reader): NextStep {
  const { ready_for_m2m, m2m_direction, actions } = position
  const due = ready_for_m2m ? dueWords(reader, position, m2m_direction) : undefined
  if (due !== undefined) return { text: due.next, isOffered: true }
  const create = actions.find(({ action }) => action === 'create_mark_to_market_request')
  return { text: reasonWords(create?.reason ?? ''), isOffered: false }
}
