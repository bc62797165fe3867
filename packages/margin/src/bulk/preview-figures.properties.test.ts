import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BORROWER, input, LENDER, previewInputs } from '../../test/preview-sample.ts'
import { prices, revaluations } from '../../test/revaluation-arbitraries.ts'
import { calculatePreview } from '../calculate-preview.ts'
import { DECIMAL_INPUT_NAMES, type PreviewInputs } from '../preview-inputs.ts'
import type { RevaluationInputs } from './compile-position.ts'
import { previewFigures } from './preview-figures.ts'

/** Inputs of every accepted size, with many coincidences, and some that are refused. */
const anyInputs: fc.Arbitrary<PreviewInputs> = fc
  .record({
    revaluation: revaluations,
    pair: prices,
    roleMayCreate: fc.boolean(),
    receiverInDefault: fc.boolean(),
    requirementPercent: fc.option(fc.constantFrom('1234567890.12345', '1234567890.123456'), {
      freq: 20,
    }),
  })
  .map(({ revaluation, pair, roleMayCreate, receiverInDefault, requirementPercent }) =>
    previewInputs(
      {
        ...valuesOf(revaluation),
        ...(revaluation.terms.haircut === undefined &&
          requirementPercent !== null && { requirement_percent: requirementPercent }),
        asset_price: text(pair.assetPriceUsd, '1'),
        collateral_price: text(pair.collateralPriceUsd, '1'),
      },
      roleMayCreate,
      receiverInDefault,
    ),
  )

function valuesOf({ position, terms, ...levels }: RevaluationInputs) {
  const { marginCallPercent, liquidationPercent } = levels
  return {
    asset_quantity: text(position.assetQuantity, '0'),
    collateral_quantity: text(position.collateralQuantity, '0'),
    deliveries_in_transit: text(position.deliveriesInTransit, '0'),
    returns_in_transit: text(position.returnsInTransit, '0'),
    disputed_quantity: text(position.disputedQuantity, '0'),
    ...(terms.haircut === undefined
      ? { requirement_percent: text(terms.requirementPercent, '100') }
      : { haircut: text(terms.haircut, '0') }),
    threshold_usd: text(terms.thresholdUsd, '0'),
    minimum_notional_top_up_usd: text(terms.minimumNotionalUsd?.topUp, '0'),
    minimum_notional_release_usd: text(terms.minimumNotionalUsd?.release, '0'),
    lot_top_up: text(terms.lot.topUp, '1'),
    lot_release: text(terms.lot.release, '1'),
    ...(marginCallPercent != null && { margin_call_percent: text(marginCallPercent, '1') }),
    ...(liquidationPercent != null && { liquidation_percent: text(liquidationPercent, '1') }),
    ...(terms.topUpPercent != null && { top_up_percent: text(terms.topUpPercent, '1') }),
    ...(terms.releasePercent != null && { release_percent: text(terms.releasePercent, '1') }),
  }
}

const text = (value: { toString(): string } | null | undefined, absent: string) =>
  value?.toString() ?? absent

/** The figures, the sender and the codes of the reasons, or the refusal. */
function explained(inputs: PreviewInputs): unknown {
  return outcomeOf(() => {
    const { figures, sender, calculation } = calculatePreview(inputs)
    return { figures, sender, reasons: calculation.reasons.map(({ code }) => code) }
  })
}

function outcomeOf(compute: () => unknown): unknown {
  try {
    return compute()
  } catch (error) {
    return error
  }
}

function agrees(inputs: PreviewInputs): void {
  expect(outcomeOf(() => previewFigures(inputs))).toEqual(explained(inputs))
}

describe('previewFigures', () => {
  it('gives the figures, sender and reasons of the explained preview, digit for digit', () => {
    fc.assert(fc.property(anyInputs, agrees))
  })

  it('refuses what the explained preview refuses, in the same words', () => {
    const wrong = fc.constantFrom('-1', '0', '1', '1e3', '', '01', '-0', '1'.repeat(31), '1.5')
    const names = fc.constantFrom(...DECIMAL_INPUT_NAMES)
    fc.assert(
      fc.property(anyInputs, names, wrong, (inputs, name, value) => {
        if (inputs[name] !== undefined) agrees({ ...inputs, [name]: input(name, value) })
      }),
    )
  })

  it.each([
    ['no lender', { ...previewInputs(), lender: '' }],
    ['no borrower', { ...previewInputs(), borrower: '' }],
    ['one organization on both sides', { ...previewInputs(), lender: BORROWER }],
    ['the sides exchanged', { ...previewInputs(), lender: BORROWER, borrower: LENDER }],
    ['a requirement of 15 digits', previewInputs({ requirement_percent: '123.456789012345' })],
    ['a requirement of 16 digits', previewInputs({ requirement_percent: '1.234567890123456' })],
    [
      'a long requirement of few digits',
      previewInputs({ requirement_percent: '105.00000000000000' }),
    ],
  ])('decides on %s like the explained preview', (_case, inputs) => {
    agrees(inputs)
  })

  it('covers every reason, sender and refusal with these inputs', () => {
    const met = new Set<string>()
    for (const inputs of fc.sample(anyInputs, { numRuns: 1_500, seed: 1 })) {
      const outcome = outcomeOf(() => previewFigures(inputs))
      if (outcome instanceof Error) met.add(outcome.message)
      else {
        const { figures, sender, reasons } = previewFigures(inputs)
        met.add(
          `${figures.direction} by the ${sender}: ${reasons.join(', ') || 'can be submitted'}`,
        )
      }
    }
    expect([...met].toSorted()).toMatchInlineSnapshot(`
      [
        "None by the borrower: NOTHING_DUE",
        "Release by the lender: BELOW_MINIMUM_NOTIONAL",
        "Release by the lender: BELOW_MINIMUM_NOTIONAL, BELOW_RELEASE_LEVEL",
        "Release by the lender: BELOW_MINIMUM_NOTIONAL, BELOW_RELEASE_LEVEL, ROLE_MAY_NOT_CREATE",
        "Release by the lender: BELOW_MINIMUM_NOTIONAL, RECEIVER_IN_DEFAULT",
        "Release by the lender: BELOW_MINIMUM_NOTIONAL, RECEIVER_IN_DEFAULT, ROLE_MAY_NOT_CREATE",
        "Release by the lender: BELOW_MINIMUM_NOTIONAL, ROLE_MAY_NOT_CREATE",
        "Release by the lender: BELOW_MINIMUM_NOTIONAL, ROUNDS_TO_ZERO",
        "Release by the lender: BELOW_MINIMUM_NOTIONAL, ROUNDS_TO_ZERO, BELOW_RELEASE_LEVEL",
        "Release by the lender: BELOW_MINIMUM_NOTIONAL, ROUNDS_TO_ZERO, BELOW_RELEASE_LEVEL, RECEIVER_IN_DEFAULT",
        "Release by the lender: BELOW_MINIMUM_NOTIONAL, ROUNDS_TO_ZERO, BELOW_RELEASE_LEVEL, RECEIVER_IN_DEFAULT, ROLE_MAY_NOT_CREATE",
        "Release by the lender: BELOW_MINIMUM_NOTIONAL, ROUNDS_TO_ZERO, BELOW_RELEASE_LEVEL, ROLE_MAY_NOT_CREATE",
        "Release by the lender: BELOW_MINIMUM_NOTIONAL, ROUNDS_TO_ZERO, RECEIVER_IN_DEFAULT",
        "Release by the lender: BELOW_MINIMUM_NOTIONAL, ROUNDS_TO_ZERO, RECEIVER_IN_DEFAULT, ROLE_MAY_NOT_CREATE",
        "Release by the lender: BELOW_MINIMUM_NOTIONAL, ROUNDS_TO_ZERO, ROLE_MAY_NOT_CREATE",
        "Release by the lender: BELOW_RELEASE_LEVEL",
        "Release by the lender: BELOW_RELEASE_LEVEL, RECEIVER_IN_DEFAULT",
        "Release by the lender: BELOW_RELEASE_LEVEL, RECEIVER_IN_DEFAULT, ROLE_MAY_NOT_CREATE",
        "Release by the lender: BELOW_RELEASE_LEVEL, ROLE_MAY_NOT_CREATE",
        "Release by the lender: RECEIVER_IN_DEFAULT",
        "Release by the lender: RECEIVER_IN_DEFAULT, ROLE_MAY_NOT_CREATE",
        "Release by the lender: ROLE_MAY_NOT_CREATE",
        "Release by the lender: ROUNDS_TO_ZERO",
        "Release by the lender: ROUNDS_TO_ZERO, BELOW_RELEASE_LEVEL",
        "Release by the lender: ROUNDS_TO_ZERO, BELOW_RELEASE_LEVEL, RECEIVER_IN_DEFAULT",
        "Release by the lender: ROUNDS_TO_ZERO, BELOW_RELEASE_LEVEL, RECEIVER_IN_DEFAULT, ROLE_MAY_NOT_CREATE",
        "Release by the lender: ROUNDS_TO_ZERO, BELOW_RELEASE_LEVEL, ROLE_MAY_NOT_CREATE",
        "Release by the lender: ROUNDS_TO_ZERO, RECEIVER_IN_DEFAULT",
        "Release by the lender: ROUNDS_TO_ZERO, RECEIVER_IN_DEFAULT, ROLE_MAY_NOT_CREATE",
        "Release by the lender: ROUNDS_TO_ZERO, ROLE_MAY_NOT_CREATE",
        "Release by the lender: can be submitted",
        "TopUp by the borrower: ABOVE_MARGIN_CALL_LEVEL",
        "TopUp by the borrower: ABOVE_MARGIN_CALL_LEVEL, ROLE_MAY_NOT_CREATE",
        "TopUp by the borrower: BELOW_MINIMUM_NOTIONAL",
        "TopUp by the borrower: BELOW_MINIMUM_NOTIONAL, ABOVE_MARGIN_CALL_LEVEL",
        "TopUp by the borrower: BELOW_MINIMUM_NOTIONAL, ABOVE_MARGIN_CALL_LEVEL, ROLE_MAY_NOT_CREATE",
        "TopUp by the borrower: BELOW_MINIMUM_NOTIONAL, ROLE_MAY_NOT_CREATE",
        "TopUp by the borrower: ROLE_MAY_NOT_CREATE",
        "TopUp by the borrower: can be submitted",
        "requirement_percent must have at most 15 digits",
      ]
    `)
  })
})
