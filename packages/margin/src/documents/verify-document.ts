import { verifyCloseOut } from '../close-out/verify-close-out.ts'
import { compareValues, describeValue, isRecord, type Difference } from '../differences.ts'
import { MarginInputError } from '../margin-input-error.ts'
import { verifyPreview } from '../verify-preview.ts'
import { calledSetDifferences, isOwnMinimum } from './called-set.ts'
import { statedInterest } from './stated-interest.ts'
import { statedFigures, statedLevels } from './stated-position.ts'
import { StatementTotals, type StatedRow } from './statement-totals.ts'

/** The result of a verification: `ok` if there is no difference. */
export interface DocumentVerification {
  ok: boolean
  differences: Difference[]
  /** What was not recomputed, in words. */
  notCovered: string[]
}

type Content = Readonly<Record<string, unknown>>

const sources = 'whether the inputs are true: each has its source or its time'

/**
 * Recomputes every figure of the content of a document from the members that it has. It needs no
 * service. The argument may be any JSON: the result is a list of differences, never an exception.
 *
 * @example
 *   const { ok, differences } = verifyDocument(JSON.parse(text))
 *   // differences: [{ member: 'figures.ccr_percent', expected: '150.00', actual: '151.00' }]
 */
export function verifyDocument(content: unknown): DocumentVerification {
  if (!isRecord(content)) return refused('content', 'an object', content)
  if (content['content_version'] !== '1') {
    return refused('content_version', '1', content['content_version'])
  }
  const verify = kinds.get(content['kind'])
  if (verify === undefined) {
    return refused('kind', [...kinds.keys()].join(' or '), content['kind'])
  }
  const { differences, notCovered } = verify(content)
  return { ok: differences.length === 0, differences, notCovered }
}

type Verified = Omit<DocumentVerification, 'ok'>

const kinds: ReadonlyMap<unknown, (content: Content) => Verified> = new Map([
  ['confirmation', verifyConfirmation],
  ['margin_call_notice', verifyNotice],
  ['margin_statement', verifyStatement],
  ['close_out_statement', verifyCloseOutStatement],
])

function refused(member: string, expected: string, actual: unknown): DocumentVerification {
  const difference = { member, expected, actual: describeValue(actual ?? 'missing') }
  return { ok: false, differences: [difference], notCovered: [] }
}

function verifyConfirmation({ figures, interest }: Content): Verified {
  const differences = recomputed('figures', figures, statedFiguresOf)
  const ofInterest =
    interest === null
      ? []
      : recomputed('interest', interest, (members) => ({ accrued: interestOf(members) }))
  return {
    differences: [...differences, ...ofInterest],
    notCovered: [sources, 'the terms, which both sides have agreed on'],
  }
}

function verifyNotice({ preview, calculation, request, call_set: callSet }: Content): Verified {
  // For any JSON, this returns differences and never throws.
  const { differences } = verifyPreview(preview as never, calculation as never)
  if (!isRecord(preview)) return { differences, notCovered: [] }
  const asked = {
    direction: preview['direction'],
    collateral_asset: preview['collateral_asset'],
    collateral_amount: preview['m2m_collateral_amount'],
    notional_usd: preview['m2m_notional_usd'],
    asset_price_usd: preview['current_price'],
  }
  const reasons = isRecord(calculation) ? calculation['reasons'] : undefined
  const ofSet = 'the minimum of the call set, which is that of the newest terms in it'
  return {
    differences: [
      ...differences,
      ...compareValues('request', asked, request),
      ...calledSetDifferences(callSet, { request, preview, reasons }),
    ],
    notCovered: isRecord(callSet) && !isOwnMinimum(callSet) ? [sources, ofSet] : [sources],
  }
}

function verifyCloseOutStatement({ statement, close_out: closeOut }: Content): Verified {
  // For any JSON, this returns differences and never throws.
  const { differences } = verifyCloseOut(statement as never)
  const sides = isRecord(statement)
    ? { lender_id: statement['lender_id'], borrower_id: statement['borrower_id'] }
    : {}
  return {
    differences: [...differences, ...compareValues('close_out', sides, closeOut)],
    notCovered: [sources],
  }
}

function verifyStatement({ positions, totals }: Content): Verified {
  if (!Array.isArray(positions)) {
    return refused('positions', 'a list', positions)
  }
  const rows: unknown[] = positions
  const differences = rows.flatMap((row, index) =>
    recomputed(`positions.${index}`, row, (members) => ({
      ...statedFiguresOf(members),
      ...levelsOf(members),
      interest_accrued: interestOf(isRecord(members['interest']) ? members['interest'] : {}),
    })),
  )
  const leftOut = isRecord(totals) ? totals['positions_left_out'] : undefined
  if (leftOut !== 0) {
    return { differences, notCovered: [sources, 'the sums, which are of positions not listed too'] }
  }
  const sums = recomputed('totals', totals, () => {
    const added = new StatementTotals()
    for (const row of rows) added.add(rowOf(row))
    return added.stated(rows.length)
  })
  return { differences: [...differences, ...sums], notCovered: [sources] }
}

/** Compares members with what `recompute` makes of them, or says which input it refused. */
function recomputed(
  place: string,
  members: unknown,
  recompute: (members: Content) => object,
): Difference[] {
  if (!isRecord(members)) {
    return [{ member: place, expected: 'an object', actual: describeValue(members) }]
  }
  try {
    return compareValues(place, recompute(members), members)
  } catch (error) {
    if (!(error instanceof MarginInputError)) throw error
    const actual = describeValue(members[error.member] ?? 'something else')
    return [{ member: `${place}.${error.member}`, expected: error.issue, actual }]
  }
}

function statedFiguresOf(members: Content) {
  return statedFigures(quantitiesOf(members))
}

function quantitiesOf(members: Content) {
  return {
    asset_quantity: text(members, 'asset_quantity'),
    asset_price_usd: textOrNull(members, 'asset_price_usd'),
    collateral_quantity: text(members, 'collateral_quantity'),
    collateral_price_usd: textOrNull(members, 'collateral_price_usd'),
  }
}

function levelsOf(members: Content) {
  return statedLevels(quantitiesOf(members), {
    margin_call_percent: text(members, 'margin_call_percent'),
    liquidation_percent: text(members, 'liquidation_percent'),
    is_lent: members['is_lent'] === true,
  })
}

function interestOf(interest: Content): string {
  const dayCount = text(interest, 'day_count')
  if (dayCount !== 'ACT/360' && dayCount !== 'ACT/365') {
    throw new MarginInputError('day_count', 'must be ACT/360 or ACT/365')
  }
  const { periods } = interest
  if (!Array.isArray(periods)) throw new MarginInputError('periods', 'must be a list')
  const stated = periods.map((period: unknown) => {
    const of = isRecord(period) ? period : {}
    return {
      from: text(of, 'from'),
      to: text(of, 'to'),
      quantity: text(of, 'quantity'),
      rate_percent: text(of, 'rate_percent'),
    }
  })
  return statedInterest({ day_count: dayCount, unit: text(interest, 'unit'), periods: stated })
}

function rowOf(row: unknown): StatedRow {
  const members = isRecord(row) ? row : {}
  return {
    asset: text(members, 'asset'),
    asset_quantity: text(members, 'asset_quantity'),
    collateral_asset: text(members, 'collateral_asset'),
    collateral_quantity: text(members, 'collateral_quantity'),
    interest_accrued: text(members, 'interest_accrued'),
    asset_notional_usd: textOrNull(members, 'asset_notional_usd'),
    collateral_value_usd: textOrNull(members, 'collateral_value_usd'),
    margin_call_reached: members['margin_call_reached'] === true,
    liquidation_reached: members['liquidation_reached'] === true,
  }
}

function text(members: Content, name: string): string {
  const { [name]: value } = members
  if (typeof value === 'string') return value
  throw new MarginInputError(name, 'must be a text')
}

const textOrNull = (members: Content, name: string) =>
  members[name] === null ? null : text(members, name)
