import { describe, expect, it } from 'vitest'
import { LENDER } from '../test/preview-sample.ts'
import { sampleReply } from '../test/reply.ts'
import { readRecordedInputs } from './recorded-inputs.ts'
import { verifyPreview } from './verify-preview.ts'

describe('a recorded calculation', () => {
  const { preview, calculation } = sampleReply()
  const inputsBut = (inputs: unknown): unknown[][] =>
    verifyPreview(preview, { ...calculation, inputs }).differences.map((difference) => [
      difference.member,
      difference.expected,
      difference.actual,
    ])
  const without = (...names: string[]): unknown[] =>
    calculation.inputs.filter(({ name }) => !names.includes(name))

  it.each(calculation.inputs.map(({ name }) => [name]))('is refused when %s is missing', (name) => {
    const [[member, expected, actual] = [], ...others] = inputsBut(without(name))
    expect([member, actual, others]).toEqual([`calculation.inputs.${name}`, 'missing', []])
    expect(expected).toMatch(/^(?:must be given|present$)/)
  })

  it.each(calculation.inputs.map((entry) => [entry.name, entry] as const))(
    'is refused when %s is given twice',
    (name, entry) => {
      const shorter = without('threshold_usd', 'lot_top_up')
      const twice =
        name === 'threshold_usd' || name === 'lot_top_up'
          ? [...without('lot_release'), entry]
          : [...shorter, entry]
      expect(inputsBut(twice)).toEqual([[`calculation.inputs.${name}`, 'once', 'more than once']])
    },
  )

  it('is refused when it has a requirement and a haircut together', () => {
    const haircut = { ...calculation.inputs[0], name: 'haircut', value: '0.02' }
    const levels = ['margin_call', 'liquidation', 'top_up', 'release'].map((level) => ({
      ...calculation.inputs[0],
      name: `${level}_percent`,
    }))
    const inDefault = { ...calculation.inputs[0], name: 'receiver_in_default', value: 'true' }
    const everyName = [...calculation.inputs, haircut, ...levels, inDefault]
    expect(everyName).toHaveLength(22)
    expect(inputsBut(everyName)).toEqual([
      [
        'calculation.inputs.haircut',
        'must not be given together with a requirement_percent',
        '0.02',
      ],
    ])
  })

  it('is refused when it has an unknown input', () => {
    const unknown = { ...calculation.inputs[0], name: 'moon_phase' }
    expect(inputsBut([...calculation.inputs, unknown])).toEqual([
      ['calculation.inputs.moon_phase', 'a known name', 'an unknown one'],
    ])
    const proto = { ...calculation.inputs[0], name: '__proto__' }
    expect(inputsBut([...calculation.inputs, proto])[0]?.[0]).toBe('calculation.inputs.__proto__')
  })

  it.each([['yes'], [''], ['TRUE']])('is refused for role_may_create of %o', (value) => {
    const inputs = calculation.inputs.map((entry) =>
      entry.name === 'role_may_create' ? { ...entry, value } : entry,
    )
    expect(inputsBut(inputs)).toEqual([
      ['calculation.inputs.role_may_create', 'true or false', value],
    ])
  })

  it.each([['false'], ['']])('is refused for receiver_in_default of %o', (value) => {
    const inDefault = { ...calculation.inputs.at(-1), name: 'receiver_in_default', value }
    expect(inputsBut([...calculation.inputs, inDefault])).toEqual([
      ['calculation.inputs.receiver_in_default', 'true', value],
    ])
  })

  it.each([
    ['lender', '', 'must be given', ''],
    ['borrower', '', 'must be given', ''],
    ['borrower', LENDER, 'must not be the lender', LENDER],
  ])('is refused for %s of %o', (name, value, expected, actual) => {
    const inputs = calculation.inputs.map((entry) =>
      entry.name === name ? { ...entry, value } : entry,
    )
    expect(inputsBut(inputs)).toEqual([[`calculation.inputs.${name}`, expected, actual]])
  })

  it.each<[string, unknown, string]>([
    ['null', null, 'null'],
    ['a text', 'x', 'x'],
    ['an object', {}, 'an object'],
    ['undefined', undefined, 'undefined'],
    ['a list of a million', Array.from({ length: 1_000_000 }), 'a list of 1000000'],
  ])('is refused when its inputs are %s', (_what, inputs, actual) => {
    expect(inputsBut(inputs)).toEqual([['calculation.inputs', 'a list of at most 22', actual]])
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'x'],
    ['a list', []],
    ['an object without members', {}],
    ['a value that is not a text', { ...calculation.inputs[0], value: 10 }],
    ['a name that is not a text', { ...calculation.inputs[0], name: 1 }],
    ['a unit that is not a text', { ...calculation.inputs[0], unit: null }],
    ['a source that is not a text', { ...calculation.inputs[0], source: null }],
    ['a time that is not a text', { ...calculation.inputs[0], observed_at: 0 }],
    ['without a time', { ...calculation.inputs[0], observed_at: undefined }],
  ])('is refused when an input is %s', (_what, element) => {
    const [difference] = inputsBut([element, ...calculation.inputs.slice(1)])
    expect(difference?.slice(0, 2)).toEqual([
      'calculation.inputs.0',
      'an input with name, value, unit, source and observed_at',
    ])
  })

  it('may have a time that is a text or null', () => {
    const inputs = calculation.inputs.map((entry) => ({ ...entry, observed_at: null }))
    expect(inputsBut(inputs)).toEqual([])
    const timed = calculation.inputs.map((entry) =>
      ['lender', 'borrower', 'role_may_create'].includes(entry.name)
        ? entry
        : { ...entry, observed_at: '2026-01-01T00:00:00.000Z' },
    )
    expect(inputsBut(timed)).toEqual([])
  })
})

it('returns no names and no permission when it cannot be read', () => {
  expect(readRecordedInputs('nonsense').inputs).toEqual({
    asset: '',
    collateral_asset: '',
    lender: '',
    borrower: '',
    role_may_create: false,
  })
})
