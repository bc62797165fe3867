import { CALCULATION_REASONS } from '../calculation.ts'
import { compareValues, describeValue, isRecord, type Difference } from '../differences.ts'
import { MarginInputError } from '../margin-input-error.ts'
import { previewDifferences } from '../verify-preview.ts'
import { callSet, type CallSetDeal, type CallSetInputs } from './call-set.ts'

/** An untrusted preview of a call set: members of any type. */
export type ClaimedCallSet = Readonly<
  Record<
    'direction' | 'rows' | 'total_notional_usd' | 'minimum_notional_usd' | 'can_submit',
    unknown
  >
>

/** The result of a verification: `ok` if there is no difference. */
export interface CallSetVerification {
  ok: boolean
  differences: Difference[]
}

/** As many rows as a set may have. */
const ROWS_MAX = 500

/**
 * Recomputes a preview of a call set from the calculations of its rows. Compares each row as
 * {@link verifyPreview} does, that it is one, that all are of the same parties, and the total, the
 * minimum and whether the set can be submitted, exactly.
 *
 * The argument may be any JSON: the result is a list of differences, never an exception.
 *
 * Not covered, because it cannot be known offline: what is left out, whether the terms of a row are
 * those of its version, and what {@link verifyPreview} does not cover of a row.
 *
 * @example
 *   const { ok, differences } = verifyCallSet(answer)
 *   // differences: [{ member: 'call_set.total_notional_usd', expected: '12000.24', actual: '1.00' }]
 */
export function verifyCallSet(set: ClaimedCallSet): CallSetVerification {
  const differences = callSetDifferences(set)
  return { ok: differences.length === 0, differences }
}

function callSetDifferences(set: unknown): Difference[] {
  if (!isRecord(set)) return [refused('call_set', 'an object', set)]
  const { direction, rows } = set
  if (direction !== 'TopUp' && direction !== 'Release') {
    return [refused('call_set.direction', 'TopUp or Release', direction)]
  }
  if (!Array.isArray(rows) || rows.length > ROWS_MAX) {
    return [refused('call_set.rows', `a list of at most ${ROWS_MAX}`, rows)]
  }
  const elements: unknown[] = rows
  const read = elements.map((row, index) => readRow(row, `call_set.rows.${index}`))
  const deals = read.flatMap(({ deal }) => deal ?? [])
  const differences = [
    ...read.flatMap((one) => one.differences),
    ...samePositions(deals),
    ...otherParties(deals),
  ]
  return differences.length > 0 ? differences : sumDifferences(set, { direction, deals })
}

/** What the rows come to, compared with what is claimed. */
function sumDifferences(set: unknown, inputs: CallSetInputs): Difference[] {
  try {
    const expected = callSet(inputs)
    const sums = {
      total_notional_usd: expected.totalNotionalUsd,
      minimum_notional_usd: expected.minimumNotionalUsd,
      can_submit: expected.canSubmit,
    }
    return [
      ...expected.leftOut.map(({ deal: { positionId }, reason }) =>
        refused('call_set.rows', `no row of ${describeValue(positionId)}: ${reason}`, 'a row'),
      ),
      ...compareValues('call_set', sums, set),
    ]
  } catch (error) {
    if (!(error instanceof MarginInputError)) throw error
    return [refused(`call_set.rows.${error.member}`, error.issue, 'something else')]
  }
}

interface ClaimedDeal extends CallSetDeal {
  readonly place: string
  /** The ids of both organizations, the sender first. */
  readonly parties: string
}

interface ReadRow {
  readonly deal?: ClaimedDeal
  readonly differences: readonly Difference[]
}

function readRow(row: unknown, place: string): ReadRow {
  const wrong = (member: string, expected: string, actual: unknown): ReadRow => ({
    differences: [refused(`${place}${member}`, expected, actual)],
  })
  if (!isRecord(row)) return wrong('', 'an object', row)
  const { preview, calculation, minimum_applies_to: minimumAppliesTo, terms_version: version } = row
  const found = previewDifferences(preview, calculation)
  if (found.length > 0 || !isRecord(preview) || !isRecord(calculation)) {
    return { differences: found.map((one) => ({ ...one, member: `${place}.${one.member}` })) }
  }
  const { position_id: positionId } = preview
  if (typeof positionId !== 'string') return wrong('.preview.position_id', 'a text', positionId)
  if (minimumAppliesTo !== 'deal' && minimumAppliesTo !== 'agreement') {
    return wrong('.minimum_applies_to', 'deal or agreement', minimumAppliesTo)
  }
  if (typeof version !== 'number') return wrong('.terms_version', 'a number', version)
  return {
    deal: {
      place,
      positionId,
      parties: [partyOf(preview['sender']), partyOf(preview['receiver'])].join(' '),
      figures: {
        direction: directionOf(preview['direction']),
        m2m_notional_usd: String(preview['m2m_notional_usd']),
        minimum_notional_usd: String(preview['minimum_notional_usd']),
      },
      reasons: reasonsOf(calculation['reasons']),
      minimumAppliesTo,
      termsVersion: version,
    },
    differences: [],
  }
}

const partyOf = (party: unknown) => (isRecord(party) ? describeValue(party['organization_id']) : '')

function directionOf(value: unknown): CallSetDeal['figures']['direction'] {
  return value === 'TopUp' || value === 'Release' ? value : 'None'
}

/** The codes of reasons that were recomputed. */
function reasonsOf(reasons: unknown): CallSetDeal['reasons'] {
  const elements: unknown[] = Array.isArray(reasons) ? reasons : []
  const codes = new Set(elements.map((one) => (isRecord(one) ? one['code'] : undefined)))
  return CALCULATION_REASONS.filter((code) => codes.has(code))
}

/** A deal is called once. */
function samePositions(deals: readonly ClaimedDeal[]): Difference[] {
  const seen = new Set<string>()
  return deals.flatMap(({ positionId, place }) => {
    if (seen.has(positionId)) {
      return [refused(`${place}.preview.position_id`, 'another position', positionId)]
    }
    seen.add(positionId)
    return []
  })
}

/** All deals are of one agreement. */
function otherParties(deals: readonly ClaimedDeal[]): Difference[] {
  const expected = deals[0]?.parties ?? ''
  return deals
    .filter(({ parties }) => parties !== expected)
    .map(({ parties, place }) => refused(`${place}.preview.sender`, expected, parties))
}

function refused(member: string, expected: string, actual: unknown): Difference {
  return { member, expected, actual: describeValue(actual) }
}
