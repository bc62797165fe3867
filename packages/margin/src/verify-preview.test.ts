import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPreviewInputs, BORROWER, LENDER, previewInputs } from '../test/preview-sample.ts'
import { another, changedAt, leavesOf, replyOf, sampleReply, type Reply } from '../test/reply.ts'
import { calculatePreview } from './calculate-preview.ts'
import type { Calculation } from './calculation.ts'
import { verifyPreview } from './verify-preview.ts'

const membersFound = ({ preview, calculation }: Reply): string[] =>
  verifyPreview(preview, calculation).differences.map(({ member }) => member)

describe('verifyPreview', () => {
  it('accepts what calculatePreview returned', () => {
    fc.assert(
      fc.property(anyPreviewInputs, (inputs) => {
        const { preview, calculation } = replyOf(calculatePreview(inputs))
        expect(verifyPreview(preview, calculation)).toEqual({ ok: true, differences: [] })
      }),
    )
  })

  it('ignores members of a preview that are not computed', () => {
    const { preview, calculation } = sampleReply()
    const sender = { ...(preview.sender as object), wallet_name: 'x' }
    const withMore = { ...preview, sender, position_id: 'x' }
    expect(verifyPreview(withMore, calculation).ok).toBe(true)
  })

  it('requires the assets and the parties beside the figures', () => {
    const { figures, calculation } = calculatePreview(previewInputs())
    // @ts-expect-error the assets and the parties are missing
    expect(verifyPreview(figures, calculation)).toEqual({
      ok: false,
      differences: [
        { member: 'preview.asset', expected: 'BTC', actual: 'undefined' },
        { member: 'preview.collateral_asset', expected: 'USDC', actual: 'undefined' },
        { member: 'preview.sender', expected: 'an object', actual: 'undefined' },
        { member: 'preview.receiver', expected: 'an object', actual: 'undefined' },
      ],
    })
  })

  it('ignores members that a later version may add', () => {
    const { preview, calculation } = sampleReply()
    const [first, ...rest] = calculation.steps
    const steps = [{ ...first, note: 'new' }, ...rest]
    expect(
      verifyPreview(preview, { ...calculation, steps, signed_by: 'x' } as Calculation).ok,
    ).toBe(true)
  })
})

describe('tampering with a preview', () => {
  const replies: [string, Reply][] = [
    [
      'a top-up with flags',
      sampleReply({ margin_call_percent: '102', liquidation_percent: '95', threshold_usd: '3' }),
    ],
    [
      'a release under a haircut',
      sampleReply({ haircut: '0.02', collateral_quantity: '700000.5' }),
    ],
    [
      'a release to a borrower in default',
      sampleReply({ collateral_quantity: '700000.5' }, true, true),
    ],
    ['nothing due', sampleReply({ collateral_quantity: '525000' }, false)],
    [
      'something in transit',
      sampleReply({ deliveries_in_transit: '7', returns_in_transit: '5', disputed_quantity: '3' }),
    ],
  ]
  const unverifiable = /^(?:source|observed_at)$/

  it.each(replies)('is found wherever it is: %s', (_what, reply) => {
    for (const path of leavesOf(reply)) {
      const last = String(path.at(-1))
      if (last === 'order_id_pretty') continue
      const [, list, index] = path
      // Of the parties and the caller, the source is always the same.
      const unit = reply.calculation.inputs[Number(index)]?.unit
      const isContext = unit === 'organization' || unit === 'boolean'
      if (list === 'inputs' && !isContext && unverifiable.test(last)) continue
      const { preview, calculation } = changedAt(reply, path, another) as Reply
      const { ok, differences } = verifyPreview(preview, calculation)
      expect(ok, `${path.join('.')} was changed`).toBe(false)
      expect(differences.length).toBeGreaterThan(0)
    }
  })

  it.each(replies)('is found in any two swapped elements: %s', (_what, reply) => {
    for (const list of ['inputs', 'steps', 'trigger_prices'] as const) {
      const [first, second, ...rest] = reply.calculation[list]
      const calculation = { ...reply.calculation, [list]: [second, first, ...rest] }
      expect(membersFound({ ...reply, calculation })).not.toEqual([])
    }
  })

  it.each(replies)('is found in any element omitted or added: %s', (_what, reply) => {
    for (const list of ['inputs', 'steps', 'reasons', 'trigger_prices'] as const) {
      const elements: unknown[] = reply.calculation[list]
      const shorter = { ...reply.calculation, [list]: elements.slice(1) }
      if (elements.length > 0)
        expect(membersFound({ ...reply, calculation: shorter })).not.toEqual([])
      const longer = { ...reply.calculation, [list]: [...elements, elements[0] ?? {}] }
      expect(membersFound({ ...reply, calculation: longer })).not.toEqual([])
    }
  })

  it('is found in any input value, whatever the inputs', () => {
    fc.assert(
      fc.property(anyPreviewInputs, fc.nat(), (inputs, pick) => {
        // An input that is multiplied by zero has no effect on the result that could contradict it.
        fc.pre(/[1-9]/.test(inputs.asset_quantity.value))
        fc.pre(/[1-9]/.test(inputs.collateral_quantity.value))
        const reply = replyOf(calculatePreview(inputs))
        const path = ['calculation', 'inputs', pick % reply.calculation.inputs.length, 'value']
        const { preview, calculation } = changedAt(reply, path, (leaf) =>
          leaf === 'true'
            ? 'false'
            : leaf === 'false'
              ? 'true'
              : leaf === '0'
                ? '1'
                : `1${String(leaf)}`,
        ) as Reply
        expect(verifyPreview(preview, calculation).ok).toBe(false)
      }),
    )
  })

  it('is reported with its place, the expected value and the value found', () => {
    const { preview, calculation } = sampleReply()
    const verified = verifyPreview({ ...preview, ltv_percent: '99.99' }, calculation)
    expect(verified).toEqual({
      ok: false,
      differences: [{ member: 'preview.ltv_percent', expected: '100.00', actual: '99.99' }],
    })
    const steps = calculation.steps.map((step) =>
      step.name === 'shortfall' ? { ...step, value: '1' } : step,
    )
    expect(verifyPreview(preview, { ...calculation, steps }).differences).toEqual([
      { member: 'calculation.steps.shortfall.value', expected: '25000', actual: '1' },
    ])
  })

  it.each(replies)('is found in swapped parties: %s', (_what, reply) => {
    const { preview, calculation } = reply
    const swapped = { ...preview, sender: preview.receiver, receiver: preview.sender }
    const [sender, receiver] =
      preview.direction === 'Release' ? [LENDER, BORROWER] : [BORROWER, LENDER]
    const differences = [
      { member: 'preview.sender.organization_id', expected: sender, actual: receiver },
      { member: 'preview.receiver.organization_id', expected: receiver, actual: sender },
    ]
    expect(verifyPreview(swapped, calculation)).toEqual({ ok: false, differences })

    // If the inputs were swapped as well, the other side would owe.
    const inputs = calculation.inputs.map((entry) =>
      entry.name === 'lender'
        ? { ...entry, value: BORROWER }
        : entry.name === 'borrower'
          ? { ...entry, value: LENDER }
          : entry,
    )
    expect(membersFound({ preview, calculation: { ...calculation, inputs } })).toEqual([
      'preview.sender.organization_id',
      'preview.receiver.organization_id',
    ])
  })

  it('is found in the assets that the preview names', () => {
    const { preview, calculation } = sampleReply()
    expect(membersFound({ preview: { ...preview, asset: 'ETH' }, calculation })).toEqual([
      'preview.asset',
    ])
    expect(membersFound({ preview: { ...preview, collateral_asset: 'ETH' }, calculation })).toEqual(
      ['preview.collateral_asset'],
    )
  })

  it('is found in padding and in a malformed value', () => {
    const { preview, calculation } = sampleReply()
    const withPrice = (value: string): Reply => ({
      preview,
      calculation: {
        ...calculation,
        inputs: calculation.inputs.map((entry) =>
          entry.name === 'asset_price' ? { ...entry, value } : entry,
        ),
      },
    })
    expect(membersFound(withPrice('50000.0'))).toEqual(['calculation.inputs.asset_price.value'])
    const { preview: same, calculation: malformed } = withPrice('5e4')
    expect(verifyPreview(same, malformed).differences).toEqual([
      {
        member: 'calculation.inputs.asset_price',
        expected:
          'must be a decimal in plain notation, with at most 30 digits before its point and 20 after it',
        actual: '5e4',
      },
    ])
    expect(verifyPreview(same, withPrice('0').calculation).differences).toEqual([
      { member: 'calculation.inputs.asset_price', expected: 'must be above zero', actual: '0' },
    ])
  })
})

describe('verifyPreview', () => {
  const { preview, calculation } = sampleReply()

  it.each([['3'], ['0'], [1], [null], [undefined], [['1']]])(
    'refuses formula version %o',
    (version) => {
      // Nothing of another version is checked: the formulas of this one do not apply to it.
      const claimed = { ...calculation, formula_version: version, inputs: null }
      const { ok, differences } = verifyPreview(preview, claimed)
      expect(ok).toBe(false)
      expect(differences.map(({ member, expected }) => [member, expected])).toEqual([
        ['calculation.formula_version', '1 or 2'],
      ])
    },
  )

  it('accepts the levels and the default of version 2 under no other version, and nothing else under it', () => {
    const levels = { top_up_percent: '103', release_percent: '120' }
    for (const [reply, version, other] of [
      [sampleReply(levels), '2', '1'],
      [sampleReply({ release_percent: '120' }), '2', '1'],
      [sampleReply({}, true, true), '2', '1'],
      [sampleReply({ margin_call_percent: '103' }), '1', '2'],
    ] as const) {
      expect(reply.calculation.formula_version).toBe(version)
      expect(membersFound(reply)).toEqual([])
      const claimed = { ...reply.calculation, formula_version: other }
      expect(verifyPreview(reply.preview, claimed).differences).toEqual([
        { member: 'calculation.formula_version', expected: version, actual: other },
      ])
    }
  })

  it.each<[unknown, string]>([
    [null, 'null'],
    [undefined, 'undefined'],
    ['x', 'x'],
    [[], 'a list of 0'],
  ])('refuses a preview or a calculation that is %o', (value, actual) => {
    // @ts-expect-error callers without types exist
    expect(verifyPreview(value, calculation).differences).toEqual([
      { member: 'preview', expected: 'an object', actual },
    ])
    // @ts-expect-error callers without types exist
    expect(verifyPreview(preview, value).differences).toEqual([
      { member: 'calculation', expected: 'an object', actual },
    ])
  })

  it('refuses an invalid preview before it checks the calculation', () => {
    // @ts-expect-error callers without types exist
    expect(verifyPreview(null, null).differences.map(({ member }) => member)).toEqual(['preview'])
  })

  it('never throws, whatever JSON it receives', () => {
    const anything = fc.jsonValue({ maxDepth: 4 })
    const parts = fc.record({
      formula_version: fc.constantFrom('1', '2'),
      inputs: fc.oneof(
        anything,
        fc.array(fc.oneof(anything, fc.constantFrom(...calculation.inputs))),
        fc.shuffledSubarray(calculation.inputs),
      ),
      steps: fc.oneof(anything, fc.constant(calculation.steps)),
      reasons: fc.oneof(anything, fc.constant(calculation.reasons)),
      trigger_prices: fc.oneof(anything, fc.constant(calculation.trigger_prices)),
    })
    fc.assert(
      fc.property(anything, parts, (claimedPreview, claimed) => {
        // @ts-expect-error anything may come over the wire
        const { ok, differences } = verifyPreview(claimedPreview, claimed)
        expect(ok).toBe(differences.length === 0)
        expect(verifyPreview(preview, claimed).differences).toBeInstanceOf(Array)
      }),
    )
    fc.assert(
      fc.property(anything, fc.nat(), (value, pick) => {
        const reply = { preview, calculation }
        const paths = leavesOf(reply)
        const changed = changedAt(reply, paths[pick % paths.length] ?? [], () => value) as Reply
        expect(() => verifyPreview(changed.preview, changed.calculation)).not.toThrow()
      }),
    )
  })
})
