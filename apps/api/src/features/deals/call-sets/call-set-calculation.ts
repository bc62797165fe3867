import { createHash } from 'node:crypto'
import { type CallSetInputs, previewFigures, type PreviewFigures } from '@vadium/margin'
import { seal, unseal } from '../../../platform/lists/sealed-text.ts'
import {
  type PinnedCalculation,
  pinnedCalculation,
  shownInputs,
} from '../mark-to-market/calculation-id.ts'
import type { VoluntaryCollateral } from '../positions/markable-position.ts'
import type { CallableDeal } from './callable-deals.ts'

/** The figures of one row, exactly as they were shown. Decimal strings. */
export interface PinnedRow {
  readonly positionId: string
  readonly collateralAmount: string
  readonly notionalUsd: string
  /** The beginning of a hash of all inputs except prices, and of what its terms say of sets. */
  readonly fingerprint: string
  /** The version of its terms. */
  readonly termsVersion: string
  /** What was sent without a call until then. Absent: nothing. */
  readonly voluntary?: VoluntaryCollateral
}

/** The figures of a preview from which a call set is created. */
export interface PinnedCallSet {
  readonly agreementId: string
  readonly direction: CallSetInputs['direction']
  /** Of all assets of the rows, in USD. */
  readonly prices: Readonly<Record<string, string>>
  readonly rows: readonly PinnedRow[]
}

interface SealedCallSet extends Omit<PinnedCallSet, 'rows'> {
  readonly rows: string
}

/**
 * The calculation ids of call sets, as those of single requests: an id contains the figures of a
 * preview, and is sealed for the organization that received it.
 */
export class CallSetIds {
  readonly #key: Uint8Array

  constructor(key: Uint8Array) {
    this.#key = key
  }

  write({ rows, ...set }: PinnedCallSet, organizationId: string): string {
    const sealed: SealedCallSet = { ...set, rows: rows.map(written).join('\n') }
    return seal(this.#key, purposeFor(organizationId), JSON.stringify(sealed))
  }

  /** Undefined if the id was not issued to this organization. */
  read(id: string, organizationId: string): PinnedCallSet | undefined {
    const text = unseal(this.#key, purposeFor(organizationId), id)
    if (text === undefined) return undefined
    const { rows, ...set } = JSON.parse(text) as SealedCallSet
    return { ...set, rows: rows === '' ? [] : rows.split('\n').map(readRow) }
  }
}

const purposeFor = (organizationId: string) => `call set\n${organizationId}`

function written({ positionId, voluntary, ...row }: PinnedRow): string {
  const { collateralAmount, notionalUsd, fingerprint, termsVersion } = row
  const sent =
    voluntary === undefined
      ? []
      : [voluntary.voluntaryQuantity, voluntary.voluntaryDeliveries, voluntary.voluntaryReturns]
  const id = positionId.replaceAll('-', '')
  return [id, collateralAmount, notionalUsd, fingerprint, termsVersion, ...sent].join(' ')
}

/** An id of the version of the service before names no version of terms. */
function readRow(text: string): PinnedRow {
  const [id = '', collateralAmount = '', notionalUsd = '', fingerprint = '', ...more] =
    text.split(' ')
  const [termsVersion = '', voluntaryQuantity, ...sent] = more
  const positionId = id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const row = { positionId, collateralAmount, notionalUsd, fingerprint, termsVersion }
  if (voluntaryQuantity === undefined) return row
  const [voluntaryDeliveries = '0', voluntaryReturns = '0'] = sent
  return { ...row, voluntary: { voluntaryQuantity, voluntaryDeliveries, voluntaryReturns } }
}

/** The figures of rows as they are now. */
export function pinnedCallSet(
  agreementId: string,
  direction: PinnedCallSet['direction'],
  rows: readonly CallableDeal[],
): PinnedCallSet {
  const prices: Record<string, string> = {}
  for (const { position, inputs } of rows) {
    prices[position.asset] = inputs.asset_price.value
    prices[position.collateralAsset] = inputs.collateral_price.value
  }
  return { agreementId, direction, prices, rows: rows.map(pinnedRow) }
}

/**
 * So few characters because a set has them for each row, and so many that no two states share them.
 */
const fingerprintLength = 12

export function pinnedRow(deal: CallableDeal): PinnedRow {
  const { minimumAppliesTo, termsVersion } = deal
  const { collateral_amount, notional_usd, fingerprint, voluntary } = presentCalculation(deal)
  const all = JSON.stringify([fingerprint, minimumAppliesTo, termsVersion])
  return {
    positionId: deal.positionId,
    collateralAmount: collateral_amount,
    notionalUsd: notional_usd,
    fingerprint: createHash('sha256').update(all).digest('base64url').slice(0, fingerprintLength),
    termsVersion: String(termsVersion),
    ...(voluntary !== undefined && { voluntary }),
  }
}

/**
 * Whether a row is as it was shown but for prices and what was sent without a call: by its inputs,
 * or by its figures with those that were shown. What has settled since was under way before, and
 * comes to the same.
 */
export function isAsShown(pinned: PinnedCallSet, row: PinnedRow, deal: CallableDeal): boolean {
  const now = pinnedRow(deal)
  if (now.fingerprint === row.fingerprint) return true
  const figures = figuresAsShown(pinned, row, deal)
  return (
    now.termsVersion === row.termsVersion &&
    figures?.direction === pinned.direction &&
    figures.m2m_collateral_amount === row.collateralAmount &&
    figures.m2m_notional_usd === row.notionalUsd
  )
}

/** Undefined if a price was not shown. */
function figuresAsShown(
  pinned: PinnedCallSet,
  row: PinnedRow,
  deal: CallableDeal,
): PreviewFigures | undefined {
  const { position, inputs } = deal
  const { prices } = pinned
  if (prices[position.asset] === undefined || prices[position.collateralAsset] === undefined) {
    return undefined
  }
  return previewFigures(shownInputs(shownCalculation(pinned, row, deal), position, inputs)).figures
}

/** The calculation of a row as it is now. */
export function presentCalculation({ position, inputs, figures }: CallableDeal): PinnedCalculation {
  return pinnedCalculation(position, inputs, figures)
}

/** The calculation of a row with the figures that were shown. */
export function shownCalculation(
  { prices }: PinnedCallSet,
  { collateralAmount, notionalUsd, voluntary }: PinnedRow,
  deal: CallableDeal,
): PinnedCalculation {
  const { voluntary: _present, ...present } = presentCalculation(deal)
  const { asset, collateralAsset } = deal.position
  return {
    ...present,
    ...(voluntary !== undefined && { voluntary }),
    collateral_amount: collateralAmount,
    notional_usd: notionalUsd,
    asset_price: prices[asset] ?? present.asset_price,
    collateral_price: prices[collateralAsset] ?? present.collateral_price,
  }
}
