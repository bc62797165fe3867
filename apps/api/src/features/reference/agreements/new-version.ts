import { type MarginTerms, type ProposedMarginTerms, withDefaults } from '@vadium/schema'
import { dayMs, instantText, readInstant } from '../../../platform/instant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { knownAssets } from '../../deals/index.ts'
import type { NewVersion, VersionRecord } from './agreement.repository.ts'
import { plainTerms, termsFault } from './terms-fault.ts'

const expireDaysDefault = 14

/** How far ahead a side may propose, in days. */
const daysMaxOfSide = { effective_time: 365, expire_time: 90 } as const

export interface ProposedVersion {
  readonly terms: ProposedMarginTerms
  readonly effective_time?: string | undefined
  readonly expire_time?: string | undefined
}

/** Pins the newest versions of calendars until the transaction ends. */
type Pin = (tx: WriteTransaction, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>

/** The version after the existing ones, or a refusal if the given one is invalid. */
export async function newVersion(
  tx: WriteTransaction,
  given: ProposedVersion,
  versions: readonly VersionRecord[],
  pin: Pin,
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
  const calendarVersions = await pinnedVersions(tx, terms, pin)
  if (calendarVersions instanceof Refusal) return calendarVersions
  const version = (versions.at(-1)?.version ?? 0) + 1
  return { version, effectiveTime, expireTime, terms: plainTerms(terms), calendarVersions }
}

async function pinnedVersions(
  tx: WriteTransaction,
  { calendars }: MarginTerms,
  pin: Pin,
): Promise<number[] | Refusal> {
  const newest = await pin(tx, calendars)
  const pinned: number[] = []
  for (const [index, id] of calendars.entries()) {
    const version = newest.get(id)
    if (version === undefined) {
      return invalidValue(`terms.calendars.${index}`, 'is not a calendar of this installation', id)
    }
    pinned.push(version)
  }
  return pinned
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
