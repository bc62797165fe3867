import {
  type MarginTerms,
  type PinnedCalendar,
  type ProposedMarginTerms,
  withDefaults,
} from '@vadium/schema'
import { dayMs, instantText, readInstant } from '../../../platform/instant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { knownAssets } from '../../deals/index.ts'
import type { CalendarRepository } from '../calendars/calendar.repository.ts'
import type { NewVersion, VersionRecord } from './agreement.repository.ts'
import { plainTerms, termsFault } from './terms-fault.ts'

const expireDaysDefault = 14

/** How far ahead a side may propose, in days. */
const daysMaxOfSide = { effective_time: 365, expire_time: 90 } as const

export interface ProposedVersion {
  readonly terms: ProposedMarginTerms
  /** Those that the proposer has seen. */
  readonly calendar_versions?: readonly PinnedCalendar[] | undefined
  readonly effective_time?: string | undefined
  readonly expire_time?: string | undefined
  /** When the proposal was received, RFC 3339, if it has awaited approval since. */
  readonly receivedTime?: string | undefined
}

type Calendars = Pick<CalendarRepository, 'pinned' | 'changedSince'>

/** The version after the existing ones, or a refusal if the given one is invalid. */
export async function newVersion(
  tx: WriteTransaction,
  given: ProposedVersion,
  versions: readonly VersionRecord[],
  calendars: Calendars,
): Promise<NewVersion | Refusal> {
  const terms = withDefaults(given.terms)
  const fault = termsFault(terms)
  if (fault !== undefined) return new Refusal('VALUE_INVALID', [fault])
  const unknown = await unknownAsset(tx, terms)
  if (unknown !== undefined) return unknown
  const effectiveTime = effectiveTimeOf(tx, given, versions)
  if (effectiveTime instanceof Refusal) return effectiveTime
  const expireTime = expireTimeOf(tx, given)
  if (expireTime instanceof Refusal) return expireTime
  const calendarVersions = await pinnedVersions(tx, terms, given, calendars)
  if (calendarVersions instanceof Refusal) return calendarVersions
  const version = (versions.at(-1)?.version ?? 0) + 1
  return { version, effectiveTime, expireTime, terms: plainTerms(terms), calendarVersions }
}

/**
 * The newest versions of the calendars of terms. Who proposes terms consents to their calendars, so
 * it must have seen these versions: those that it names, or that were there when it proposed.
 */
async function pinnedVersions(
  tx: WriteTransaction,
  { calendars: ids }: MarginTerms,
  { calendar_versions: seen = [], receivedTime }: ProposedVersion,
  calendars: Calendars,
): Promise<number[] | Refusal> {
  const newest = await calendars.pinned(tx, ids)
  const pinned: number[] = []
  for (const [index, id] of ids.entries()) {
    const version = newest.get(id)
    if (version === undefined) {
      return invalidValue(`terms.calendars.${index}`, 'is not a calendar of this installation', id)
    }
    pinned.push(version)
  }
  for (const [index, { id, version }] of seen.entries()) {
    const field = `calendar_versions.${index}`
    if (!ids.includes(id)) return invalidValue(`${field}.id`, 'is not in terms.calendars', id)
    if (newest.get(id) === version) continue
    return invalidValue(`${field}.version`, 'is not the newest of its calendar', String(version))
  }
  const unnamed = ids.filter((id) => !seen.some((one) => one.id === id))
  const [changed] =
    receivedTime === undefined ? [] : await calendars.changedSince(tx, unnamed, receivedTime)
  if (changed === undefined) return pinned
  return invalidValue(
    `terms.calendars.${ids.indexOf(changed)}`,
    'has a version that was set while the proposal awaited approval: propose the terms again',
    changed,
  )
}

async function unknownAsset(
  tx: WriteTransaction,
  { eligible_collateral: eligible }: MarginTerms,
): Promise<Refusal | undefined> {
  if (eligible.length === 0) return undefined
  const symbols = eligible.map(({ asset }) => asset)
  const known = await knownAssets(tx, symbols)
  const i = symbols.findIndex((symbol) => !known.has(symbol))
  if (i < 0) return undefined
  const field = `terms.eligible_collateral.${i}.asset`
  return new Refusal('REFERENCE_UNKNOWN', [
    { field, issue: 'is not an asset', value: symbols[i] ?? '' },
  ])
}

function effectiveTimeOf(
  tx: WriteTransaction,
  { effective_time: given = tx.now }: ProposedVersion,
  versions: readonly VersionRecord[],
): string | Refusal {
  const effectiveMs = readInstant(given)
  if (effectiveMs === undefined) return invalidValue('effective_time', 'is not an existing time')
  if (effectiveMs < tx.nowMs) {
    return invalidValue('effective_time', 'must not be before the time of the service', tx.now)
  }
  // The same time is allowed: the higher version applies, so a future version can be corrected.
  const last = versions.findLast(({ state }) => state === 'ACCEPTED')
  if (last !== undefined && effectiveMs < Date.parse(last.effectiveAt)) {
    const issue = `must not be before that of version ${last.version}`
    return invalidValue('effective_time', issue, last.effectiveAt)
  }
  return given
}

function expireTimeOf(
  tx: WriteTransaction,
  { expire_time: given = instantText(tx.nowMs + expireDaysDefault * dayMs) }: ProposedVersion,
): string | Refusal {
  const expireMs = readInstant(given)
  if (expireMs === undefined) return invalidValue('expire_time', 'is not an existing time')
  if (expireMs <= tx.nowMs) {
    return invalidValue('expire_time', 'must be after the time of the service', tx.now)
  }
  return given
}

/**
 * Why a side cannot propose a version. No version is in effect before the one accepted last, so one
 * that begins too late would freeze the agreement.
 */
export function tooFarRefusal(
  tx: WriteTransaction,
  { effectiveTime, expireTime }: NewVersion,
): Refusal | undefined {
  const given = { effective_time: effectiveTime, expire_time: expireTime }
  for (const member of ['effective_time', 'expire_time'] as const) {
    const days = daysMaxOfSide[member]
    const latestMs = tx.nowMs + days * dayMs
    if (Date.parse(given[member]) <= latestMs) continue
    return invalidValue(member, `must be within ${days} days`, instantText(latestMs))
  }
  return undefined
}

export function invalidValue(field: string, issue: string, value?: string): Refusal {
  return new Refusal('VALUE_INVALID', [{ field, issue, ...(value !== undefined && { value }) }])
}
